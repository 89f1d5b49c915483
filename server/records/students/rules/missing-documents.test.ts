import { describe, expect, it } from 'vitest'
import { coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { missingKinds } from './missing-documents.ts'

const both = ['insurance_card_front', 'insurance_card_back']

describe('the required documents of a waiver', () => {
  it.each(coverageStatuses)('are missing in %s only while the waiver is pending', (status) => {
    const waits = /^(enrolled_)?waiver_(submitted|utp)$/.test(status)
    expect(missingKinds({ medical_status: status }, [])).toEqual(waits ? both : [])
    expect(missingKinds({ medical_status: 'waived', vision_status: status }, [])).toEqual(waits ? both : [])
  })

  it('are both sides of the card', () => {
    const waiting = { dental_status: 'waiver_submitted' }
    expect(missingKinds(waiting, ['coverage_letter', 'other'])).toEqual(both)
    expect(missingKinds(waiting, ['insurance_card_front'])).toEqual(['insurance_card_back'])
    expect(missingKinds(waiting, ['insurance_card_back', 'insurance_card_front'])).toEqual([])
  })
})
