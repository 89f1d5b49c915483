import { describe, expect, it, test } from 'vitest'
import { reasonLabels, reasonsFor, suggestedLine } from './reasons.ts'
import type { RuleResult } from './shapes.ts'

const rule = (more: Partial<RuleResult>): RuleResult => ({
  key: 'documents_required',
  severity: 'block',
  outcome: 'fail',
  message: 'Send us: insurance card, back.',
  evidence: { type: 'document', ref: 'insurance_card_back', quote: null },
  ...more,
})

describe('the reasons that staff read', () => {
  it.each<[string[], string | null, string[]]>([
    [['other'], 'Call us.', []],
    [['card_back_missing', 'other'], 'Call us.', [reasonsFor.utp['card_back_missing']?.label ?? '']],
    [['other'], null, ['Other']],
    [['other'], '', ['Other']],
  ])('of %j with the note %j are %j', (reason_codes, note, labels) => {
    expect(reasonLabels({ outcome: 'utp', reason_codes, note })).toEqual(labels)
  })
})

describe('what staff would decide', () => {
  it('has no reasons for an approval, and nothing if the rules can’t tell', () => {
    expect(suggestedLine({ recommendation: 'approve', rules: [], student_message: '' })).toEqual({
      outcome: 'approve',
      reason_codes: [],
      note: null,
    })
    expect(
      suggestedLine({ recommendation: 'needs_review', rules: [rule({})], student_message: '' }),
    ).toBeNull()
  })

  test.each<[string, Partial<RuleResult>, string[], string | null]>([
    ['the back of the card is missing', {}, ['card_back_missing'], null],
    [
      'both sides are missing',
      { evidence: { type: 'document', ref: 'insurance_card_front,insurance_card_back', quote: null } },
      ['card_front_missing', 'card_back_missing'],
      null,
    ],
    [
      'the letter is missing',
      { evidence: { type: 'document', ref: 'coverage_letter', quote: null } },
      ['letter_missing'],
      null,
    ],
    [
      'the letter is too old',
      { evidence: { type: 'document', ref: '12', quote: 'Coverage letter, 01/02/2026' } },
      ['letter_too_old'],
      null,
    ],
    ['no proof of payment', { key: 'cobra_proof' }, ['payment_proof_missing'], null],
    [
      'a statement is missing',
      {
        key: 'aca_compliant',
        outcome: 'unknown',
        message: 'Confirm that your plan is compliant.',
        evidence: { type: 'attestation', ref: 'aca_compliant', quote: null },
      },
      ['other'],
      'Confirm that your plan is compliant.',
    ],
  ])('is unable to process when %s', (_, more, reason_codes, note) => {
    const ofStaff = rule({ key: 'max_deductible', outcome: 'unknown', message: 'The office is checking.' })
    const rules = [rule(more), ofStaff]
    const student_message = `We need more from you.\n${rules[0]?.message}`
    expect(suggestedLine({ recommendation: 'utp', rules, student_message })).toEqual({
      outcome: 'utp',
      reason_codes,
      note,
    })
  })

  it('declines for the requirements that aren’t met, not for those that are open', () => {
    const rules = [
      rule({ key: 'max_deductible' }),
      rule({ key: 'visa', outcome: 'unknown' }),
      rule({ key: 'benefits', severity: 'review' }),
    ]
    expect(suggestedLine({ recommendation: 'decline', rules, student_message: '' })).toEqual({
      outcome: 'decline',
      reason_codes: ['max_deductible'],
      note: null,
    })
  })
})

it('every reason but “other” has a message for the student', () => {
  for (const reasons of [reasonsFor.utp, reasonsFor.decline])
    for (const [code, { label, message }] of Object.entries(reasons)) {
      expect(label).not.toBe('')
      expect(message === '').toBe(code === 'other')
    }
})
