import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coverageStatuses, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { Tier } from '#contract/platform/coverage/status-groups.ts'
import { dependentTypes, type DependentType } from '#contract/platform/record/student-period-choices.ts'
import type { Line, MoveContext } from './line.ts'
import { evaluateMove, movesFrom, runEvent, startingStatus, type MoveRequest } from './rules.ts'
import { tierFor } from '#contract/platform/coverage/tiers.ts'
import { eventActors, type CoverageEvent } from '#contract/platform/coverage/events.ts'

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
const admin: MoveRequest = { ...context, role: 'shipmate_admin' }
const school: MoveRequest = { ...context, role: 'school_admin' }
const covering = (...types: DependentType[]): { type: DependentType }[] => types.map((type) => ({ type }))

describe('the transition table', () => {
  // A second, independent copy of the transition table in docs/domain.md. E = the 6 enrolled
  // tiers, EW = the 2 enrolled waivers, W = the 5 waived statuses. Combinations that aren’t listed change
  // nothing. 'tier' is computed; 'kept tier' and 'kept status' are the saved ones.
  const groups: Record<string, string> = {
    E: 'enrolled enrolled_ech enrolled_esp enrolled_espch enrolled_espch2 enrolled_efam',
    EW: 'enrolled_waiver_submitted enrolled_waiver_utp',
    W: 'waived waived_needs_reverified waived_aged_out waived_enrollment_submitted waived_enrollment_utp',
    open: 'not_started enrollment_submitted enrollment_utp waiver_submitted waiver_utp',
  }
  const table: [event: CoverageEvent, from: string, to: string][] = [
    ['enroll_form_submitted', 'not_started declined exempt loa waiver_declined', 'enrollment_submitted'],
    ['enroll_form_submitted', 'enrolled_eoc enrollment_utp waiver_submitted', 'enrollment_submitted'],
    ['enroll_form_submitted', 'waiver_utp', 'enrollment_submitted'],
    ['enroll_form_submitted', 'waived waived_needs_reverified', 'waived_enrollment_submitted'],
    ['enroll_form_submitted', 'waiver_inactive waived_aged_out', 'waived_enrollment_submitted'],
    ['enroll_form_submitted', 'waived_enrollment_utp', 'waived_enrollment_submitted'],
    ['enroll_form_submitted', 'E enrollment_submitted waived_enrollment_submitted', 'same'],
    ['enroll_form_submitted', 'EW', 'kept tier'],
    ['waiver_form_submitted', 'not_started declined exempt loa waiver_declined', 'waiver_submitted'],
    ['waiver_form_submitted', 'waiver_utp enrolled_eoc enrollment_submitted', 'waiver_submitted'],
    ['waiver_form_submitted', 'enrollment_utp W waiver_inactive', 'waiver_submitted'],
    ['waiver_form_submitted', 'E enrolled_waiver_utp', 'enrolled_waiver_submitted'],
    ['waiver_form_submitted', 'waiver_submitted enrolled_waiver_submitted', 'same'],
    ['approve_enrollment', 'enrollment_submitted enrollment_utp', 'tier'],
    ['approve_enrollment', 'waived_enrollment_submitted waived_enrollment_utp', 'tier'],
    ['mark_enrollment_utp', 'enrollment_submitted', 'enrollment_utp'],
    ['mark_enrollment_utp', 'waived_enrollment_submitted', 'waived_enrollment_utp'],
    ['approve_waiver', 'waiver_submitted waiver_utp waiver_declined waiver_inactive', 'waived'],
    ['approve_waiver', 'waived_needs_reverified EW', 'waived'],
    ['mark_waiver_utp', 'waiver_submitted waived_needs_reverified', 'waiver_utp'],
    ['mark_waiver_utp', 'enrolled_waiver_submitted', 'enrolled_waiver_utp'],
    ['decline_waiver', 'waiver_submitted waiver_utp waiver_inactive', 'waiver_declined'],
    ['decline_waiver', 'waived_needs_reverified', 'waiver_declined'],
    ['decline_waiver', 'EW', 'kept tier'],
    ['decline_optional', 'not_started enrollment_submitted', 'declined'],
    ['eligibility_active', 'waived_needs_reverified waiver_inactive waived', 'waived'],
    ['eligibility_active', 'waiver_submitted', 'same'],
    ['eligibility_inactive', 'waived waived_needs_reverified', 'waiver_inactive'],
    ['eligibility_inactive', 'waiver_submitted', 'same'],
    ['eligibility_undetermined', 'waived_needs_reverified waiver_submitted', 'waiver_utp'],
    ['reverify_period', 'waived', 'waived_needs_reverified'],
    ['age_out', 'waived waived_needs_reverified', 'waived_aged_out'],
    ['loa_start', 'open E EW W exempt enrolled_eoc waiver_inactive waiver_declined declined', 'loa'],
    ['loa_end', 'loa', 'kept status'],
    ['separation', 'E EW', 'enrolled_eoc'],
    ['separation', 'open waiver_inactive waiver_declined waived_aged_out', 'not_applicable'],
    ['separation', 'waived_needs_reverified waived_enrollment_submitted', 'waived'],
    ['separation', 'waived_enrollment_utp', 'waived'],
    ['separation', 'loa', 'by kept status'],
    ['readmission', 'not_applicable', 'not_started'],
    ['default_enrollment', 'not_started waiver_declined', 'enrolled'],
    ['default_enrollment', 'waiver_utp waiver_inactive waived_aged_out', 'enrolled'],
    ['dependents_changed', 'E', 'tier'],
    ['dependents_changed', 'EW', 'same'],
    ['offering_off', 'open', 'not_applicable'],
    ['offering_on', 'not_applicable', 'not_started'],
    ['exemption', 'open', 'exempt'],
    ['exemption_ended', 'exempt', 'not_started'],
  ]
  const spelledOut = (from: string): string[] =>
    from.split(' ').flatMap((name) => (groups[name] ?? name).split(' '))
  const cameFromEnrolled = (at: Line): boolean =>
    spelledOut('E EW enrolled_eoc').includes(at.prior_status ?? '')
  const special: Record<string, (at: Line, tier: Tier) => string> = {
    tier: (_at, tier) => tier,
    'kept tier': (at, tier) => at.prior_tier ?? tier,
    'kept status': (at) => at.prior_status ?? 'not_started',
    same: (at) => at.status,
    'by kept status': (at) => (cameFromEnrolled(at) ? 'enrolled_eoc' : 'not_applicable'),
  }
  const expected = (event: CoverageEvent, at: Line, tier: Tier): string | null => {
    const to = table.find(([name, from]) => name === event && spelledOut(from).includes(at.status))?.[2]
    return to === undefined ? null : (special[to]?.(at, tier) ?? to)
  }

  // All conditions match: the line is voluntary and on a parent’s plan, its period offers it, options are on.
  const ready: MoveContext = {
    ...context,
    record: { status: 'active', academic_status: 'returning' },
    options: {
      tries: 3,
      result: 'unknown',
      presumed_end_on: '2026-09-15',
      default_also: ['waiver_utp', 'waiver_inactive', 'waived_aged_out'],
    },
  }
  const tiers: Tier[] = [
    'enrolled',
    'enrolled_ech',
    'enrolled_esp',
    'enrolled_espch',
    'enrolled_espch2',
    'enrolled_efam',
  ]

  test('has every status and every event', () => {
    const known = Object.keys(eventActors)
    expect(new Set(table.map(([event]) => event))).toEqual(new Set(known))
    const names = table.flatMap(([, from]) => spelledOut(from))
    expect(names.filter((name) => !(coverageStatuses as string[]).includes(name))).toEqual([])
  })

  test('applies to every event, status, saved status and set of dependents', () => {
    const events = Object.keys(eventActors) as CoverageEvent[]
    const cells = events.flatMap((event) => coverageStatuses.map((status) => ({ event, status })))
    expect(cells).toHaveLength(23 * 25)
    const memory = fc.record({
      prior_status: fc.option(fc.constantFrom(...coverageStatuses.filter((status) => status !== 'loa'))),
      prior_tier: fc.option(fc.constantFrom(...tiers)),
      covered: fc.array(fc.record({ type: fc.constantFrom(...dependentTypes) }), { maxLength: 4 }),
      one_family_tier: fc.boolean(),
    })
    fc.assert(
      fc.property(memory, ({ covered, one_family_tier, ...kept }) => {
        for (const { event, status } of cells) {
          const at = line(status, {
            ...kept,
            coverage: 'dental',
            source_of_coverage: 'parent_employer_group',
          })
          const to = runEvent(event, at, { ...ready, covered, one_family_tier })?.to ?? null
          expect([event, status, to]).toEqual([
            event,
            status,
            expected(event, at, tierFor(covered, one_family_tier)),
          ])
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('conditions', () => {
  const runs = (
    event: CoverageEvent,
    at: Line,
    more: Partial<MoveContext> = {},
  ): CoverageStatus | undefined => runEvent(event, at, { ...context, ...more })?.to

  test('lets students decline medical only if the period marks it voluntary', () => {
    expect(runs('decline_optional', line('not_started'))).toBeUndefined()
    expect(runs('decline_optional', line('not_started', { voluntary: true }))).toBe('declined')
    expect(runs('decline_optional', line('not_started', { coverage: 'vision' }))).toBe('declined')
  })

  test('never lets a result alone decide a submitted waiver', () => {
    const result = runEvent('eligibility_active', line('waiver_submitted'), context)
    expect(result).toEqual({ to: 'waiver_submitted', effects: {}, note: 'recommendation' })
  })

  test.each([
    [3, 'unknown', 'waiver_utp'],
    [3, 'missing_request_information', 'waiver_utp'],
    [2, 'unknown', undefined],
    [9, 'request_failed', undefined],
    [9, 'unable_to_send_request', undefined],
    [9, 'other_plan_detected', undefined],
  ])('after %i undetermined attempts, %s becomes %s', (tries, result, to) => {
    expect(runs('eligibility_undetermined', line('waiver_submitted'), { options: { tries, result } })).toBe(
      to,
    )
  })

  test.each([
    [1, 1, 'waiver_utp'],
    [4, 5, undefined],
  ])(
    'after %i of %i attempts that the policy year allows, a submitted waiver becomes %s',
    (tries, most, to) => {
      const asked = { options: { tries, result: 'unknown' }, mostTries: () => most }
      expect(runs('eligibility_undetermined', line('waiver_submitted'), asked)).toBe(to)
    },
  )

  test('requires a parent’s plan and its age-out date for aging out', () => {
    const options = { presumed_end_on: '2026-09-15' }
    const parent = line('waived', { subscriber_relation: 'parent' })
    expect(runs('age_out', parent, { options })).toBe('waived_aged_out')
    expect(runs('age_out', parent, { options, today: '2026-09-14' })).toBeUndefined()
    expect(runs('age_out', parent)).toBeUndefined()
    expect(runs('age_out', line('waived', { subscriber_relation: 'self' }), { options })).toBeUndefined()
  })

  test.each(['default_enrollment', 'reverify_period', 'age_out'] as const)(
    '%s skips inactive, graduated and withdrawn records and coverage that isn’t offered',
    (event) => {
      const at = line(event === 'default_enrollment' ? 'not_started' : 'waived', {
        source_of_coverage: 'parent_employer_group',
      })
      const options = { presumed_end_on: '2026-09-01' }
      expect(runs(event, at, { options })).toBeDefined()
      expect(runs(event, { ...at, offered: false }, { options })).toBeUndefined()
      for (const record of [
        { status: 'inactive', academic_status: null },
        { status: 'active', academic_status: 'graduated' },
        { status: 'active', academic_status: 'withdrawn' },
      ] as const)
        expect(runs(event, at, { options, record })).toBeUndefined()
    },
  )

  test('default enrollment includes more statuses only by option', () => {
    expect(runs('default_enrollment', line('waiver_utp'))).toBeUndefined()
    expect(
      runs('default_enrollment', line('waiver_utp'), { options: { default_also: ['waiver_utp'] } }),
    ).toBe('enrolled')
  })

  test('coverage that isn’t offered doesn’t start over', () => {
    expect(runs('readmission', line('not_applicable', { offered: false }))).toBeUndefined()
  })

  test('a student who is readmitted has coverage again that hasn’t ended', () => {
    const left = { prior_tier: 'enrolled_ech', coverage_end_on: '2027-07-31' } as const
    expect(runs('readmission', line('enrolled_eoc', left))).toBe('enrolled_ech')
    expect(runs('readmission', line('enrolled_eoc', { ...left, prior_tier: null }))).toBeUndefined()
    expect(
      runs('readmission', line('enrolled_eoc', { ...left, coverage_end_on: '2026-08-31' })),
    ).toBeUndefined()
    expect(runs('offering_on', line('not_applicable', { offered: false }))).toBeUndefined()
    expect(startingStatus({ offered: false, exempt: true })).toBe('not_applicable')
    expect(startingStatus({ offered: true, exempt: true })).toBe('exempt')
    expect(startingStatus({ offered: true })).toBe('not_started')
  })

  test('lets enrolled students keep coverage on leave if the period allows it', () => {
    const options = { keeps_coverage_on_leave: true }
    expect(runs('loa_start', line('enrolled_esp'), { options })).toBe('enrolled_esp')
    expect(runs('loa_start', line('waived'), { options })).toBe('loa')
  })
})

describe('a request for a status', () => {
  test('changes nothing if the status is current, for any role', () => {
    expect(evaluateMove(line('waived'), 'waived', school)).toEqual({ kind: 'unchanged' })
  })

  test('runs the staff event for the target, with its dates', () => {
    expect(evaluateMove(line('waiver_submitted'), 'waived', admin)).toEqual({
      kind: 'event',
      event: 'approve_waiver',
      to: 'waived',
      effects: { medical_waive_verified_on: '2026-09-15' },
    })
  })

  test('is an override for other targets if the call allows overrides, and changes only the status', () => {
    expect(evaluateMove(line('not_started'), 'waived', admin)).toMatchObject({
      kind: 'refused',
      reason: 'not_allowed',
    })
    expect(evaluateMove(line('not_started'), 'waived', { ...admin, may_override: true })).toEqual({
      kind: 'override',
      to: 'waived',
      effects: {},
    })
  })

  test('computes the tier; another tier is an override', () => {
    const asked = { ...admin, covered: covering('spouse', 'child') }
    const submitted = line('enrollment_submitted')
    expect(evaluateMove(submitted, 'enrolled_espch', asked)).toMatchObject({ event: 'approve_enrollment' })
    expect(evaluateMove(submitted, 'enrolled', asked).kind).toBe('refused')
    expect(evaluateMove(submitted, 'enrolled', { ...asked, may_override: true }).kind).toBe('override')
    expect(evaluateMove(line('enrolled'), 'enrolled_espch', asked).kind).toBe('refused')
  })

  test('lets a school admin only decline, and start or end a leave', () => {
    const dental = line('not_started', { coverage: 'dental' })
    expect(evaluateMove(dental, 'declined', school)).toMatchObject({ event: 'decline_optional' })
    expect(evaluateMove(dental, 'loa', school)).toMatchObject({ event: 'loa_start' })
    expect(evaluateMove(line('loa', { prior_status: 'waived' }), 'waived', school)).toMatchObject({
      event: 'loa_end',
    })
    const refused = { kind: 'refused', reason: 'forbidden' }
    expect(evaluateMove(line('waiver_submitted'), 'waived', school)).toMatchObject(refused)
    expect(evaluateMove(line('loa', { prior_status: 'waived' }), 'enrolled', school)).toMatchObject(refused)
    expect(evaluateMove(dental, 'enrolled', { ...school, may_override: true })).toMatchObject(refused)
  })

  test('reaches only what a staff event reaches, for every pair of statuses', () => {
    const reached = coverageStatuses.flatMap((from) =>
      coverageStatuses.filter((to) => evaluateMove(line(from), to, admin).kind === 'event'),
    )
    expect(new Set(reached)).toEqual(
      new Set([
        'loa',
        'not_started',
        'enrolled',
        'enrollment_utp',
        'waived_enrollment_utp',
        'waived',
        'waiver_utp',
        'enrolled_waiver_utp',
        'waiver_declined',
      ]),
    )
  })

  test('says if coverage isn’t offered', () => {
    const off = line('not_applicable', { offered: false })
    expect(evaluateMove(off, 'enrolled', admin)).toMatchObject({
      reason: 'not_allowed',
      detail: expect.stringContaining('isn’t offered'),
    })
    expect(evaluateMove(off, 'enrolled', { ...admin, may_override: true }).kind).toBe('override')
  })

  test('lists the status changes that the role can make', () => {
    expect(movesFrom(line('waiver_submitted'), admin).map((move) => [move.event, move.to])).toEqual([
      ['approve_waiver', 'waived'],
      ['mark_waiver_utp', 'waiver_utp'],
      ['decline_waiver', 'waiver_declined'],
      ['loa_start', 'loa'],
    ])
    expect(movesFrom(line('waiver_submitted'), school).map((move) => move.event)).toEqual(['loa_start'])
    expect(movesFrom(line('not_applicable'), admin)).toEqual([])
  })
})
