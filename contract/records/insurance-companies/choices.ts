/**
 * When a dependent’s coverage ends, counted from the birthday at `age_out_age`. The legal minimum is the day before.
 * Employer plans usually end with the birth month, Marketplace plans with the year.
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
  none: 'Doesn’t end because of age',
  unknown: 'Unknown',
}
