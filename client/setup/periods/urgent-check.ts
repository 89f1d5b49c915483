import type { Check, CheckKind } from '#contract/setup/periods/set-up.ts'

const urgent: Readonly<Record<CheckKind, boolean>> = {
  date_passed: true,
  date_outside: true,
  deadline_missing: true,
  premium_missing: true,
  plan_unnamed: true,
  statement_missing: true,
  question_missing: true,
  link_broken: true,
  link_dead: true,
  not_readable: true,
  last_year: false,
  premium_unchanged: false,
  premium_unlikely: false,
  page_empty: false,
  not_published: false,
  not_translated: false,
}

/** Returns whether an issue must be fixed before a year opens. */
export const isUrgent = ({ kind }: Check): boolean => urgent[kind]

/** Returns whether it’s an issue; texts without Spanish are only information. */
export const isIssue = ({ kind }: Check): boolean => kind !== 'not_translated'
