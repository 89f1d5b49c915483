/**
 * Which lines of the report: all, those whose coverage presumably ended, those whose coverage ends within some days, and
 * those that the next change to aged out changes.
 */
export const ageOutHorizons = ['all', 'ended', '30', '60', '90', 'to_change'] as const
export type AgeOutHorizon = (typeof ageOutHorizons)[number]

/** Why coverage is presumed to end on a day: the rule that applies, or what the insurance company answered. */
export const endReasons = [
  'day_before_birthday',
  'end_of_birth_month',
  'end_of_year',
  'eligibility_report',
] as const
type EndReason = (typeof endReasons)[number]

export const endReasonLabels: Record<EndReason, string> = {
  day_before_birthday: 'Day before the birthday',
  end_of_birth_month: 'End of the birth month',
  end_of_year: 'End of the year',
  eligibility_report: 'Eligibility report',
}

/** Days before the presumed end on which students are emailed, the earliest first. */
export const noticeDays = [90, 60, 30] as const
export type NoticeDays = (typeof noticeDays)[number]
