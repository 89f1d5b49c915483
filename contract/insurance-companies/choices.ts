/**
 * When a dependent's coverage ends by age, seen from the birthday of `age_out_age` (domain section 6): the legal
 * minimum is the day before it, employer plans usually end with the birth month, Marketplace plans with the year.
 */
export const ageOutRules = [
  'day_before_birthday',
  'end_of_birth_month',
  'end_of_year',
  'none',
  'unknown',
] as const
export type AgeOutRule = (typeof ageOutRules)[number]

export const ageOutRuleLabels: Record<AgeOutRule, string> = {
  day_before_birthday: 'The day before the birthday',
  end_of_birth_month: 'End of the birth month',
  end_of_year: 'End of the year',
  none: 'Never by age',
  unknown: 'Not known',
}
