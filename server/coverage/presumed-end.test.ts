import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageOutRules, type AgeOutRule } from '#contract/insurance-companies/choices.ts'
import { sourcesOfCoverage } from '#contract/student-periods/choices.ts'
import { addDays } from '../lib/days.ts'
import { presumedEnd, type Dependent } from './presumed-end.ts'

const company = (age_out_rule: AgeOutRule, age_out_age = 26) => ({ age_out_rule, age_out_age })
const dependent = (more: Partial<Dependent> = {}): Dependent => ({
  born_on: '2001-07-17',
  company: null,
  source_of_coverage: 'parent_employer_group',
  plan_ends_on: null,
  ...more,
})
const endOf = (more: Partial<Dependent>) => {
  const end = presumedEnd(dependent(more))
  return end && [end.turns_on, end.ends_on, end.reason]
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
  ])('under the rule %s of someone born %s is %s', (rule, born_on, ends_on) => {
    expect(presumedEnd(dependent({ born_on, company: company(rule) }))?.ends_on ?? null).toBe(ends_on)
  })

  it.each<[AgeOutRule, number, string, string]>([
    ['day_before_birthday', 26, '2026-03-01', '2026-02-28'],
    ['end_of_birth_month', 26, '2026-03-01', '2026-02-28'],
    ['day_before_birthday', 28, '2028-02-29', '2028-02-28'],
    ['end_of_birth_month', 28, '2028-02-29', '2028-02-29'],
    ['end_of_year', 31, '2031-03-01', '2031-12-31'],
  ])(
    'under the rule %s at age %d, someone born February 29 turns older on %s and is covered through %s',
    (rule, age, turns_on, ends_on) => {
      expect(endOf({ born_on: '2000-02-29', company: company(rule, age) })).toEqual([turns_on, ends_on, rule])
    },
  )

  it.each([29, 30, 31])('follows a company that covers dependents until %d', (age) => {
    const end = presumedEnd(dependent({ company: company('day_before_birthday', age) }))
    expect(end).toMatchObject({ age, turns_on: `${2001 + age}-07-17`, ends_on: `${2001 + age}-07-16` })
  })

  it.each<[string | null, string, string]>([
    ['parent_employer_group', '2027-07-31', 'end_of_birth_month'],
    ['individual_plan', '2027-12-31', 'end_of_year'],
    ['individual_essential_plan', '2027-12-31', 'end_of_year'],
    ['cobra', '2027-07-16', 'day_before_birthday'],
    ['tricare', '2027-07-16', 'day_before_birthday'],
    [null, '2027-07-16', 'day_before_birthday'],
  ])('with the source %s and no known rule is %s', (source_of_coverage, ends_on, rule) => {
    expect(endOf({ source_of_coverage })).toEqual(['2027-07-17', ends_on, rule])
    expect(endOf({ source_of_coverage, company: company('unknown') })).toEqual(['2027-07-17', ends_on, rule])
  })

  it.each<AgeOutRule>([...ageOutRules])('is what an eligibility report says, not the rule %s', (rule) => {
    expect(endOf({ company: company(rule), plan_ends_on: '2027-03-31' })).toEqual([
      '2027-07-17',
      '2027-03-31',
      'eligibility_report',
    ])
  })

  it('is never before the legal minimum and never after the year of the birthday', () => {
    const day = fc
      .date({ min: new Date('1960-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const rule = fc.option(fc.constantFrom(...ageOutRules), { nil: null })
    const source = fc.option(fc.constantFrom(...sourcesOfCoverage), { nil: null })
    fc.assert(
      fc.property(day, rule, fc.integer({ min: 18, max: 99 }), source, (born_on, age_out_rule, age, from) => {
        const plan = age_out_rule === null ? null : company(age_out_rule, age)
        const end = presumedEnd(dependent({ born_on, company: plan, source_of_coverage: from }))
        if (end === null) return age_out_rule === 'none'
        const year = Number(born_on.slice(0, 4)) + (plan === null ? 26 : age)
        const isLeapDay = born_on.endsWith('02-29') && !end.turns_on.endsWith('02-29')
        expect(end.turns_on).toBe(`${year}-${isLeapDay ? '03-01' : born_on.slice(5)}`)
        return end.ends_on >= addDays(end.turns_on, -1) && end.ends_on <= `${year}-12-31`
      }),
    )
  })
})
