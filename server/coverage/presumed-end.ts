import type { AgeOutRule } from '#contract/insurance-companies/choices.ts'
import type { EndReason } from '#contract/reports/choices.ts'
import { addDays } from '../lib/days.ts'

/** What the end of a dependent’s coverage is presumed from. Days are `YYYY-MM-DD`. */
export interface Dependent {
  readonly born_on: string
  /** The insurance company’s; null if it isn’t one of the list. */
  readonly company: { readonly age_out_rule: AgeOutRule; readonly age_out_age: number } | null
  readonly source_of_coverage: string | null
  /** The plan’s end in the latest eligibility report; null if it has none. */
  readonly plan_ends_on: string | null
}

/** When a dependent’s coverage presumably ends. */
export interface PresumedEnd {
  /** The birthday that the rule counts from. */
  readonly turns_on: string
  /** The age on that day. */
  readonly age: number
  /** The last day of coverage. */
  readonly ends_on: string
  readonly reason: EndReason
}

/** The age at which federal law lets a plan end a child’s coverage (45 CFR 147.120). */
const legalAge = 26

const usualRules: Readonly<Record<string, KnownRule>> = {
  parent_employer_group: 'end_of_birth_month',
  // Marketplace plans
  individual_plan: 'end_of_year',
  individual_essential_plan: 'end_of_year',
}

/**
 * Returns when a dependent’s coverage under a parent’s plan presumably ends; null if it doesn’t end because of age. An
 * eligibility report with a plan end beats the company’s rule. Without a known rule, the source of coverage decides, or
 * else the legal minimum: the last day is the one before the birthday (domain section 6).
 */
export const presumedEnd = (dependent: Dependent): PresumedEnd | null => {
  const { born_on, company, source_of_coverage: source, plan_ends_on } = dependent
  const age = company?.age_out_age ?? legalAge
  const rule = knownRule(company?.age_out_rule) ?? usualRules[source ?? ''] ?? 'day_before_birthday'
  const turns_on = birthday(born_on, age)
  if (plan_ends_on !== null) return { turns_on, age, ends_on: plan_ends_on, reason: 'eligibility_report' }
  return rule === 'none' ? null : { turns_on, age, ends_on: lastDays[rule](turns_on, born_on), reason: rule }
}

type KnownRule = Exclude<AgeOutRule, 'unknown'>

const knownRule = (rule: AgeOutRule | undefined): KnownRule | undefined =>
  rule === 'unknown' ? undefined : rule

/** Returns the birthday at an age. Who is born on February 29 turns older on March 1 in other years. */
const birthday = (born_on: string, age: number): string => {
  const [year = 0, month = 1, day = 1] = born_on.split('-').map(Number)
  // Date turns a February 29 that doesn't exist into March 1
  return new Date(Date.UTC(year + age, month - 1, day)).toISOString().slice(0, 10)
}

/** Returns the last day of coverage under each rule. */
const lastDays: Readonly<Record<Exclude<KnownRule, 'none'>, (turnsOn: string, bornOn: string) => string>> = {
  day_before_birthday: (turnsOn) => addDays(turnsOn, -1),
  // for February 29 that's the end of February, even if the birthday is on March 1
  end_of_birth_month: (turnsOn, bornOn) => lastOfMonth(turnsOn.slice(0, 4), bornOn.slice(5, 7)),
  end_of_year: (turnsOn) => `${turnsOn.slice(0, 4)}-12-31`,
}

const lastOfMonth = (year: string, month: string): string =>
  new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
