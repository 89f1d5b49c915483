import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { describe, expect, test } from 'vitest'
import type { CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { DependentType } from '#contract/platform/record/student-period-choices.ts'
import type { Line, LineEffects, MoveContext } from './line.ts'
import { eventForAcademicStatus, rolloverStatus } from './new-lines.ts'
import { evaluateMove, runEvent } from './rules.ts'
import { tierFor } from '#contract/platform/coverage/tiers.ts'
import type { CoverageEvent } from '#contract/platform/coverage/events.ts'

const line = (status: CoverageStatus, more: Partial<Line> = {}): Line => ({
  coverage: 'medical',
  status,
  prior_status: null,
  prior_tier: null,
  offered: true,
  voluntary: false,
  ...more,
})
const context: MoveContext = {
  today: '2026-09-15',
  period: { starts_on: '2026-08-01', ends_on: '2027-07-31' },
  covered: [],
}
const effectsOf = (
  event: CoverageEvent,
  at: Line,
  more: Partial<MoveContext> = {},
): LineEffects | undefined => runEvent(event, at, { ...context, ...more })?.effects

describe('dates', () => {
  test.each([
    ['today', {}, '2026-09-15'],
    ['the period’s start when today is before it', { today: '2026-07-01' }, '2026-08-01'],
    ['the wish', { requested_enrollment_on: '2026-10-01' }, '2026-10-01'],
    [
      'the period’s start when the requested date is before it',
      { requested_enrollment_on: '2026-01-01' },
      '2026-08-01',
    ],
    [
      'the period’s end when the requested date is after it',
      { requested_enrollment_on: '2029-01-01' },
      '2027-07-31',
    ],
  ])('approved coverage begins on %s', (_name, more, start) => {
    expect(effectsOf('approve_enrollment', line('enrollment_utp'), more)).toEqual({
      medical_enroll_coverage_start_on: start,
      medical_enroll_coverage_end_on: '2027-07-31',
    })
  })

  test('an approved waiver is verified today, and due again only if the period has a cycle', () => {
    expect(effectsOf('approve_waiver', line('waiver_utp', { coverage: 'vision' }))).toEqual({
      vision_waive_verified_on: '2026-09-15',
    })
    const nextReverifyOn = () => '2026-12-15'
    expect(effectsOf('approve_waiver', line('waiver_utp'), { nextReverifyOn })).toEqual({
      medical_waive_verified_on: '2026-09-15',
      reverify_on: '2026-12-15',
    })
  })

  test('an approved waiver ends an enrolled student’s coverage and clears the tier', () => {
    const at = line('enrolled_waiver_utp', {
      prior_tier: 'enrolled_esp',
      coverage_start_on: '2026-08-01',
      coverage_end_on: '2027-07-31',
    })
    expect(effectsOf('approve_waiver', at)).toEqual({
      medical_waive_verified_on: '2026-09-15',
      medical_enroll_coverage_end_on: '2026-09-15',
      medical_prior_tier: null,
    })
  })

  test.each([
    ['on its effective date', { effective_on: '2026-09-01' }, {}, '2026-09-01'],
    ['today', {}, {}, '2026-09-15'],
    ['on the date it would have ended', {}, { coverage_end_on: '2026-08-31' }, '2026-08-31'],
    ['not before it started', {}, { coverage_start_on: '2026-10-01' }, '2026-10-01'],
    ['not after the period ends', { effective_on: '2028-01-01' }, {}, '2027-07-31'],
  ])('an approved waiver ends coverage %s', (_name, more, at, end) => {
    const effects = effectsOf('approve_waiver', line('enrolled_waiver_submitted', at), more)
    expect(effects?.medical_enroll_coverage_end_on).toBe(end)
  })
})

describe('a student who leaves', () => {
  const withdrawn = { status: 'active', academic_status: 'withdrawn' } as const
  const enrolled = line('enrolled', { coverage_start_on: '2026-08-15', coverage_end_on: '2027-07-31' })
  const leaves = (effective_on: string, more: Partial<MoveContext> = {}, at = enrolled) =>
    runEvent('separation', at, {
      ...context,
      effective_on,
      record: withdrawn,
      options: { withdrawal_void_days: 31 },
      ...more,
    })
  const voided = { to: 'not_applicable', effects: { medical_enroll_coverage_end_on: '2026-08-15' } }
  const runsOut = {
    to: 'enrolled_eoc',
    effects: { medical_enroll_coverage_end_on: '2027-07-31', medical_prior_tier: 'enrolled' },
  }

  test.each([
    ['before coverage starts', '2026-08-01', 31, voided],
    ['on the first day', '2026-08-15', 31, voided],
    ['on day 20', '2026-09-03', 31, voided],
    ['on day 31, the last', '2026-09-14', 31, voided],
    ['on day 32', '2026-09-15', 31, runsOut],
    ['on day 200', '2027-03-02', 31, runsOut],
    ['on day 1 of a year that voids on day 1 only', '2026-08-15', 1, voided],
    ['on day 2 of it', '2026-08-16', 1, runsOut],
    ['on day 1 of a year that never voids', '2026-08-15', 0, runsOut],
    ['before coverage starts in a year that never voids', '2026-08-01', 0, runsOut],
  ])('by withdrawing %s', (_name, on, days, expected) => {
    expect(leaves(on, { options: { withdrawal_void_days: days } })).toEqual(expected)
  })

  test('by graduating keeps coverage to the paid date', () => {
    const record = { status: 'active', academic_status: 'graduated' } as const
    expect(leaves('2026-08-20', { record })).toEqual(runsOut)
  })

  test('keeps an earlier paid date; without one, it’s the end of the period', () => {
    const spring = line('enrolled_esp', { coverage_start_on: '2026-08-01', coverage_end_on: '2026-12-31' })
    expect(leaves('2026-11-01', {}, spring)?.effects).toEqual({
      medical_enroll_coverage_end_on: '2026-12-31',
      medical_prior_tier: 'enrolled_esp',
    })
    expect(leaves('2026-11-01', {}, line('enrolled'))).toEqual(runsOut)
  })

  test('from a leave goes by the status before it', () => {
    const away = { coverage_start_on: '2026-08-15', coverage_end_on: '2027-07-31' }
    const covered = line('loa', { ...away, prior_status: 'enrolled_ech' })
    const cleared = { medical_prior_status: null }
    expect(leaves('2026-09-01', {}, covered)).toMatchObject({
      to: 'not_applicable',
      effects: { ...voided.effects, ...cleared },
    })
    expect(leaves('2026-12-01', {}, covered)).toMatchObject({ to: 'enrolled_eoc', effects: cleared })
    expect(leaves('2026-09-01', {}, line('loa', { ...away, prior_status: 'waived' }))).toEqual({
      to: 'not_applicable',
      effects: cleared,
    })
  })
})

describe('values saved for returning to a status', () => {
  test('a leave saves the status and restores it', () => {
    expect(effectsOf('loa_start', line('waived'))).toEqual({ medical_prior_status: 'waived' })
    expect(runEvent('loa_end', line('loa', { prior_status: 'waived' }), context)).toEqual({
      to: 'waived',
      effects: { medical_prior_status: null },
    })
  })

  test('a leave without a saved status ends in the starting status', () => {
    expect(runEvent('loa_end', line('loa', { offered: false }), context)?.to).toBe('not_applicable')
  })

  test('a waiver of an enrolled student saves the tier; declining restores it', () => {
    expect(effectsOf('waiver_form_submitted', line('enrolled_espch'))).toEqual({
      medical_prior_tier: 'enrolled_espch',
    })
    const asked = line('enrolled_waiver_submitted', { prior_tier: 'enrolled_espch' })
    expect(effectsOf('mark_waiver_utp', asked)).toEqual({})
    expect(runEvent('decline_waiver', asked, context)).toEqual({
      to: 'enrolled_espch',
      effects: { medical_prior_tier: null },
    })
    expect(runEvent('enroll_form_submitted', asked, context)).toMatchObject({
      to: 'enrolled_espch',
      note: 'waiver_withdrawn',
    })
  })

  test('the tier stays saved during a leave with its waiver', () => {
    const asked = line('enrolled_waiver_utp', { prior_tier: 'enrolled_ech' })
    expect(effectsOf('loa_start', asked)).toEqual({
      medical_prior_status: 'enrolled_waiver_utp',
      medical_enroll_coverage_end_on: '2026-09-15',
      medical_prior_end_on: '2027-07-31',
    })
    const away = line('loa', { prior_status: 'enrolled_waiver_utp', prior_tier: 'enrolled_ech' })
    expect(effectsOf('loa_end', away)).toEqual({ medical_prior_status: null })
    expect(effectsOf('enroll_form_submitted', away)).toEqual({
      medical_prior_status: null,
      medical_prior_tier: null,
    })
  })

  test('an override saves and clears the same values, but sets no dates', () => {
    const ask = { ...context, role: 'shipmate_admin', may_override: true } as const
    expect(evaluateMove(line('loa', { prior_status: 'waived' }), 'declined', ask)).toEqual({
      kind: 'override',
      to: 'declined',
      effects: { medical_prior_status: null },
    })
    expect(evaluateMove(line('enrolled_ech'), 'enrolled_waiver_submitted', ask)).toEqual({
      kind: 'override',
      to: 'enrolled_waiver_submitted',
      effects: { medical_prior_tier: 'enrolled_ech' },
    })
  })
})

test.each<[DependentType[], string, string]>([
  [[], 'enrolled', 'enrolled'],
  [['child'], 'enrolled_ech', 'enrolled_efam'],
  [['child', 'child', 'child'], 'enrolled_ech', 'enrolled_efam'],
  [['spouse'], 'enrolled_esp', 'enrolled_efam'],
  [['domestic_partner'], 'enrolled_esp', 'enrolled_efam'],
  [['domestic_partner', 'child'], 'enrolled_espch', 'enrolled_efam'],
  [['child', 'spouse', 'child'], 'enrolled_espch2', 'enrolled_efam'],
])('the tier of %j is %s, or %s with one family tier', (types, fine, family) => {
  const covered = types.map((type) => ({ type }))
  expect([tierFor(covered), tierFor(covered, true)]).toEqual([fine, family])
})

test.each([
  [null, 'incoming', null],
  [null, 'leave_of_absence', 'loa_start'],
  ['returning', 'leave_of_absence', 'loa_start'],
  ['leave_of_absence', 'leave_of_absence', null],
  ['leave_of_absence', 'returning', 'loa_end'],
  ['leave_of_absence', null, 'loa_end'],
  ['leave_of_absence', 'withdrawn', 'separation'],
  ['returning', 'graduated', 'separation'],
  ['graduated', 'withdrawn', null],
  ['withdrawn', 'returning', 'readmission'],
  ['withdrawn', 'leave_of_absence', 'loa_start'],
  ['incoming', 'part_time', null],
] as const)('academic status %s → %s runs %s', (before, after, event) => {
  expect(eventForAcademicStatus(before, after)).toBe(event)
})

test.each([
  ['enrolled_esp', true, 'not_started'],
  ['waived', true, 'not_started'],
  ['loa', true, 'not_started'],
  ['exempt', true, 'exempt'],
  ['exempt', false, 'not_applicable'],
  ['not_applicable', true, 'not_started'],
  ['enrolled', false, 'not_applicable'],
] as const)('in a new period %s (offered: %s) becomes %s', (previous, offered, next) => {
  expect(rolloverStatus(previous, { offered, exempt: false })).toBe(next)
})

test.each([
  ['enrolled_esp', 'renewed', 'not_started', 'enrolled_esp'],
  ['enrolled_esp', 'not_started', 'renewed', 'not_started'],
  ['waived', 'not_started', 'renewed', 'waived_needs_reverified'],
  ['waived', 'renewed', 'not_started', 'not_started'],
  ['waiver_declined', 'renewed', 'renewed', 'not_started'],
  ['exempt', 'renewed', 'renewed', 'exempt'],
] as const)('with renewal, %s (%s, %s) becomes %s', (previous, enrolled, waived, next) => {
  const insurance = { ...insuranceConfiguration.empty, enrolled_becomes: enrolled, waived_becomes: waived }
  expect(rolloverStatus(previous, { offered: true, exempt: false }, { insurance })).toBe(next)
})
