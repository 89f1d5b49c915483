import { expect, test } from 'vitest'
import { aCheck } from '#client/testing/checks.ts'
import type { Claim } from './claims.ts'
import { compareClaims } from './compared.ts'

const claim = (part: string, value: string): Claim => {
  const name = `medical_waive_${part}`
  return { name, names: [name], label: part, value, isNeeded: true }
}
const payer = { name: 'CIGNA', id: '62308' }
const plan = { ...aCheck.plan, group_number: 'G-42142' } as NonNullable<typeof aCheck.plan>
const check = { ...aCheck, payer, plan }

test.each([
  ['spelled otherwise', 'group_number', 'g42142', { isConfirmed: true, isDenied: false }],
  ['another group', 'group_number', 'G7', { isConfirmed: false, isDenied: true }],
  ['the same company', 'insurance_company', 'Cigna', { isConfirmed: true, isDenied: false }],
  ['another name of a company', 'insurance_company', 'Evernorth', { isConfirmed: false, isDenied: false }],
  ['what no payer tells', 'member_subscriber_number', 'U7', { payer: null, isConfirmed: false }],
] as const)('a payer’s answer next to the form’s: %s', (_, part, value, found) => {
  expect(compareClaims([claim(part, value)], [], check)[0]).toMatchObject(found)
})

test('only a value that the record has otherwise differs; an empty one is new', () => {
  const name = 'medical_waive_group_number'
  const rowFor = (recorded: string | null) =>
    compareClaims(
      [claim('group_number', 'G7')],
      [{ name, submitted: 'G7', recorded, can_merge: true }],
      undefined,
    )[0]
  expect(rowFor('G8')).toMatchObject({ differs: true, isNew: false, mergeable: [name] })
  expect(rowFor(null)).toMatchObject({ differs: false, isNew: true, mergeable: [name] })
  expect(rowFor('G7')).toMatchObject({ differs: false, isNew: false, mergeable: [] })
})
