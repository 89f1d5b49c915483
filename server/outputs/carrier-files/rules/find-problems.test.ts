import { expect, it } from 'vitest'
import type { CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { DependentType } from '#contract/platform/record/student-period-choices.ts'
import { exampleSettings, first, jane, spouse, withLine } from '../factory.ts'
import { nextState } from './next-state.ts'
import type { CarrierRecord } from './record.ts'

const required = { ...first, settings: { ...exampleSettings, ssns: 'required' as const } }
const about = (change: Partial<CarrierRecord['student']>): CarrierRecord => ({
  ...jane,
  student: { ...jane.student, ...change },
})

it.each([
  ['no SSN', about({ ssn: null }), 'no_ssn', 'ssn'],
  ['no street', about({ address_1: null }), 'no_address', 'address_1'],
  ['no city', about({ city: '  ' }), 'no_city', 'city'],
  ['no state', about({ state: null }), 'no_state', 'state'],
  ['a state that isn’t one', about({ state: 'Ontario' }), 'no_state', 'state'],
  ['no ZIP', about({ zip: null }), 'no_zip', 'zip'],
  ['half a ZIP', about({ zip: '4321' }), 'no_zip', 'zip'],
  ['a name that the file can’t carry', about({ last_name: '王' }), 'name_not_sendable', 'last_name'],
  [
    'no start',
    withLine(jane, 'medical', { starts_on: null }),
    'no_start',
    'medical_enroll_coverage_start_on',
  ],
  [
    'an end without a day',
    withLine(jane, 'medical', { status: 'enrolled_eoc' }),
    'no_end',
    'medical_enroll_coverage_end_on',
  ],
  [
    'an end before the start',
    withLine(jane, 'medical', { ends_on: '2026-08-01' }),
    'ends_before_start',
    'medical_enroll_coverage_end_on',
  ],
  [
    'a dependent without a birth date',
    { ...withLine(jane, 'medical', { status: 'enrolled_esp' }), dependents: [{ ...spouse, dob: null }] },
    'no_birth_date',
    'dob',
  ],
] as const)('a student with %s is left out, and the field is named', (_case, record, code, field) => {
  const { state, problems } = nextState(record, required)
  expect(state).toBeNull()
  expect(problems).toMatchObject([{ code, field }])
})

const tierAndDependents = (status: CoverageStatus, types: readonly DependentType[]): CarrierRecord => ({
  ...withLine(jane, 'medical', { status }),
  dependents: types.map((type, id) => ({ ...spouse, id: id + 1, type, covers: ['medical'] })),
})

it.each([
  ['enrolled_efam', [], 'no_dependents'],
  ['enrolled_esp', [], 'no_dependents'],
  ['enrolled_esp', ['child'], 'dependents_differ'],
  ['enrolled_ech', ['spouse', 'child'], 'dependents_differ'],
  ['enrolled_espch2', ['spouse', 'child'], 'dependents_differ'],
  ['enrolled', ['spouse'], 'dependents_differ'],
] as const)('the tier %s with %j is a problem', (tier, types, code) => {
  const { state, problems } = nextState(tierAndDependents(tier, types), first)
  expect(state).toBeNull()
  expect(problems).toMatchObject([
    { code, place: 'dependents', field: 'covers', coverage_type: 'medical', tier },
  ])
})

it.each([
  ['enrolled', []],
  ['enrolled_efam', ['child']],
  ['enrolled_esp', ['domestic_partner']],
  ['enrolled_espch2', ['spouse', 'child', 'child']],
] as const)('the tier %s with %j can be sent', (tier, types) => {
  expect(nextState(tierAndDependents(tier, types), first).problems).toEqual([])
})

it('coverage that ends is told, whoever it covers now', () => {
  const ending = { status: 'enrolled_eoc', prior_tier: 'enrolled_esp', ends_on: '2026-12-31' } as const
  expect(nextState(withLine(jane, 'medical', ending), first).problems).toEqual([])
})

it('a tier without a plan code leads to the settings', () => {
  const codes = { ...exampleSettings.medical_plan_codes, enrolled_esp: null }
  const settings = { ...exampleSettings, medical_plan_codes: codes }
  const record = tierAndDependents('enrolled_esp', ['spouse'])
  expect(nextState(record, { ...first, settings }).problems).toEqual([
    {
      code: 'no_plan_code',
      place: 'settings',
      field: 'medical_plan_codes.enrolled_esp',
      dependent: null,
      coverage_type: 'medical',
      tier: 'enrolled_esp',
    },
  ])
})

it('problems don’t hide each other, and only those who are covered have any', () => {
  const bare = about({ ssn: null, address_1: null, city: null, state: null, zip: null })
  expect(nextState(bare, required).problems.map(({ code }) => code)).toEqual([
    'no_ssn',
    'no_address',
    'no_city',
    'no_state',
    'no_zip',
  ])
  expect(nextState(withLine(bare, 'medical', { status: 'waived' }), required)).toEqual({
    state: null,
    problems: [],
  })
  expect(nextState(about({ ssn: null }), first).problems).toEqual([])
})
