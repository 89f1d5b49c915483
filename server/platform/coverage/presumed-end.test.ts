import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ageOutRules, type AgeOutRule } from '#contract/records/insurance-companies/choices.ts'
import { sourcesOfCoverage } from '#contract/platform/record/student-period-choices.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { presumedEnd } from './presumed-end.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

interface Dependent {
  readonly born_on: string
  readonly company: { readonly age_out_rule: AgeOutRule; readonly age_out_age: number } | null
  readonly source_of_coverage: string | null
  readonly plan_ends_on: string | null
}
interface PresumedEnd {
  readonly turns_on: string
  readonly age: number
  readonly ends_on: string | null
  readonly reason: string | null
}

const company = (age_out_rule: AgeOutRule, age_out_age = 26) => ({ age_out_rule, age_out_age })
const dependent = (more: Partial<Dependent> = {}): Dependent => ({
  born_on: '2001-07-17',
  company: null,
  source_of_coverage: 'parent_employer_group',
  plan_ends_on: null,
  ...more,
})

/** Returns the presumed ends of some dependents, as the database has them. */
const endsOf = async (dependents: readonly Dependent[]): Promise<PresumedEnd[]> => {
  const given = dependents.map(({ company: of, ...one }) => ({
    ...one,
    rule: of?.age_out_rule,
    age: of?.age_out_age,
  }))
  const { rows } = await sql<PresumedEnd>`
    select presumed.turns_on::text, presumed.age, presumed.ends_on, presumed.reason
    from rows from (jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as (born_on date, rule text, age int, source_of_coverage text, plan_ends_on text)) with ordinality
      given(born_on, rule, age, source_of_coverage, plan_ends_on, place)
    cross join lateral (${presumedEnd({
      born_on: sql`given.born_on`,
      age_out_rule: sql`given.rule`,
      age_out_age: sql`given.age`,
      source_of_coverage: sql`given.source_of_coverage`,
      plan_ends_on: sql`given.plan_ends_on`,
    })}) presumed order by given.place`.execute(services.owner)
  return rows
}
const endOf = async (more: Partial<Dependent>): Promise<PresumedEnd | undefined> =>
  (await endsOf([dependent(more)]))[0]
const daysOf = async (more: Partial<Dependent>) => {
  const end = await endOf(more)
  return [end?.turns_on, end?.ends_on, end?.reason]
}

describe('the presumed end of a dependent’s coverage', () => {
  it.each<[AgeOutRule, string, string | null]>([
    ['day_before_birthday', '2001-07-17', '2027-07-16'],
    ['day_before_birthday', '2001-01-01', '2026-12-31'],
    ['day_before_birthday', '2001-03-01', '2027-02-28'],
    ['end_of_birth_month', '2001-07-17', '2027-07-31'],
    ['end_of_birth_month', '2001-07-01', '2027-07-31'],
    ['end_of_birth_month', '2001-07-31', '2027-07-31'],
    ['end_of_birth_month', '2001-02-10', '2027-02-28'],
    ['end_of_birth_month', '2002-02-10', '2028-02-29'],
    ['end_of_birth_month', '2001-12-31', '2027-12-31'],
    ['end_of_year', '2001-07-17', '2027-12-31'],
    ['end_of_year', '2001-01-01', '2027-12-31'],
    ['none', '2001-07-17', null],
  ])('under the rule %s of someone born %s is %s', async (rule, born_on, ends_on) => {
    expect((await endOf({ born_on, company: company(rule) }))?.ends_on).toBe(ends_on)
  })

  it.each<[AgeOutRule, number, string, string]>([
    ['day_before_birthday', 26, '2026-03-01', '2026-02-28'],
    ['end_of_birth_month', 26, '2026-03-01', '2026-02-28'],
    ['day_before_birthday', 28, '2028-02-29', '2028-02-28'],
    ['end_of_birth_month', 28, '2028-02-29', '2028-02-29'],
    ['end_of_year', 31, '2031-03-01', '2031-12-31'],
  ])(
    'under the rule %s at age %d, someone born February 29 turns older on %s and is covered through %s',
    async (rule, age, turns_on, ends_on) => {
      expect(await daysOf({ born_on: '2000-02-29', company: company(rule, age) })).toEqual([
        turns_on,
        ends_on,
        rule,
      ])
    },
  )

  it.each([29, 30, 31])('follows a company that covers dependents until %d', async (age) => {
    const end = await endOf({ company: company('day_before_birthday', age) })
    expect(end).toMatchObject({ age, turns_on: `${2001 + age}-07-17`, ends_on: `${2001 + age}-07-16` })
  })

  it.each<[string | null, string, string]>([
    ['parent_employer_group', '2027-07-31', 'end_of_birth_month'],
    ['individual_plan', '2027-12-31', 'end_of_year'],
    ['individual_essential_plan', '2027-12-31', 'end_of_year'],
    ['cobra', '2027-07-16', 'day_before_birthday'],
    ['tricare', '2027-07-16', 'day_before_birthday'],
    [null, '2027-07-16', 'day_before_birthday'],
  ])('with the source %s and no known rule is %s', async (source_of_coverage, ends_on, rule) => {
    const expected = ['2027-07-17', ends_on, rule]
    expect(await daysOf({ source_of_coverage })).toEqual(expected)
    expect(await daysOf({ source_of_coverage, company: company('unknown') })).toEqual(expected)
  })

  it.each<AgeOutRule>([...ageOutRules])(
    'is what an eligibility report says, not the rule %s',
    async (rule) => {
      expect(await daysOf({ company: company(rule), plan_ends_on: '2027-03-31' })).toEqual([
        '2027-07-17',
        '2027-03-31',
        'eligibility_report',
      ])
    },
  )

  it('is never before the legal minimum and never after the year of the birthday', async () => {
    const day = fc
      .date({ min: new Date('1960-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const plan = fc.option(fc.tuple(fc.constantFrom(...ageOutRules), fc.integer({ min: 18, max: 99 })), {
      nil: null,
    })
    const source = fc.option(fc.constantFrom(...sourcesOfCoverage), { nil: null })
    const some = fc
      .sample(fc.tuple(day, plan, source), 2000)
      .map(([born_on, terms, source_of_coverage]) =>
        dependent({ born_on, company: terms && company(...terms), source_of_coverage }),
      )
    const ends = await endsOf(some)
    expect(ends).toHaveLength(some.length)
    for (const [index, { turns_on, ends_on }] of ends.entries()) {
      const { born_on, company: of } = some[index] ?? dependent()
      const year = Number(born_on.slice(0, 4)) + (of?.age_out_age ?? 26)
      const isLeapDay = born_on.endsWith('02-29') && !turns_on.endsWith('02-29')
      expect(turns_on).toBe(`${year}-${isLeapDay ? '03-01' : born_on.slice(5)}`)
      expect(
        ends_on === null
          ? of?.age_out_rule === 'none'
          : ends_on >= addDays(turns_on, -1) && ends_on <= `${year}-12-31`,
      ).toBe(true)
    }
  })
})
