import { describe, expect, it } from 'vitest'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { nextReverifyOn, reverifyOnAfter, type WaivedLine } from './next-reverify-on.ts'

const options = waiverConfiguration.empty
const endsOn = '2027-07-31'
const nextOf = (source: string | null, verified_on = '2026-11-20', more = {}) =>
  nextReverifyOn(
    { student_period_id: 7, source_of_coverage: source, verified_on },
    { ...options, ...more },
    endsOn,
  )

describe('the next reverification of a waiver', () => {
  it.each([
    ['individual_plan', '2027-02-20'],
    ['medicaid', '2026-12-20'],
    ['cobra', '2026-12-20'],
    ['parent_employer_group', '2027-05-20'],
    ['own_employer_group', '2027-05-20'],
    ['tricare', null],
    [null, null],
  ])('with the source %s is due on %s', (source, due) => {
    expect(nextOf(source)).toBe(due)
  })

  it('is never due without an interval or after the policy year', () => {
    expect(nextOf('medicaid', '2026-11-20', { reverify_medicaid_months: null })).toBeNull()
    expect(nextOf('individual_plan', '2027-04-30')).toBe('2027-07-30')
    expect(nextOf('individual_plan', '2027-05-01')).toBeNull()
  })

  it('is due at the end of a shorter month', () => {
    expect(nextOf('medicaid', '2027-01-31')).toBe('2027-02-28')
    expect(nextOf('cobra', '2026-12-31')).toBe('2027-01-31')
  })

  it('is due halfway to the end of the year for a share of all other waivers, always the same ones', () => {
    expect(nextOf('tricare', '2026-11-20', { reverify_sample_percent: 100 })).toBe('2027-03-26')
    expect(nextOf('tricare', '2027-06-15', { reverify_sample_percent: 100 })).toBeNull()
    expect(nextOf('medicaid', '2026-11-20', { reverify_sample_percent: 100 })).toBe('2026-12-20')
    const chosen = (percent: number) =>
      Array.from({ length: 2000 }, (_each, id) => id).filter(
        (student_period_id) =>
          nextReverifyOn(
            { student_period_id, source_of_coverage: 'other', verified_on: '2026-11-20' },
            { ...options, reverify_sample_percent: percent },
            endsOn,
          ) !== null,
      )
    const [some, more] = [chosen(10), chosen(20)]
    expect(some.length).toBeGreaterThan(140)
    expect(some.length).toBeLessThan(260)
    expect(some).toEqual(chosen(10))
    expect(more).toEqual(expect.arrayContaining(some))
  })
})

describe('the reverify date of a record', () => {
  const line = (
    source: string | null,
    status: WaivedLine['status'],
    on: string | null = null,
  ): WaivedLine => ({
    status,
    source_of_coverage: source,
    waive_verified_on: on,
  })
  const after = (
    lines: [WaivedLine, ...WaivedLine[]],
    reverify_on: string | null = null,
    of: typeof options | null = options,
  ) => reverifyOnAfter({ id: 7, today: '2026-11-20', ends_on: endsOn, reverify_on, lines }, of)

  it('is the first day on which one of its waivers is due', () => {
    const individual = line('individual_plan', 'waiver_submitted')
    expect(after([individual])).toBe('2027-02-20')
    expect(after([individual, line('medicaid', 'waived', '2026-11-10')])).toBe('2026-12-10')
    expect(after([individual, line('medicaid', 'waiver_submitted')])).toBe('2026-12-20')
    expect(after([individual, line('medicaid', 'waiver_declined')])).toBe('2027-02-20')
  })

  it('is cleared once it has come, and stays if staff entered a later one', () => {
    const never = line('tricare', 'waived')
    expect(after([never], '2026-11-20')).toBeNull()
    expect(after([never], '2026-12-24')).toBe('2026-12-24')
    expect(after([line('medicaid', 'waived')], '2026-11-20', null)).toBeNull()
  })
})
