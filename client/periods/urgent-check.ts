import type { Check, CheckKind } from '#contract/periods/set-up.ts'

const urgent: Readonly<Record<CheckKind, boolean>> = {
  date_passed: true,
  date_outside: true,
  premium_missing: true,
  plan_unnamed: true,
  link_broken: true,
  link_dead: true,
  not_readable: true,
  premium_unchanged: false,
  premium_unlikely: false,
  page_empty: false,
  not_published: false,
}

/** What should keep a year from opening, rather than only want a look. */
export const isUrgent = ({ kind }: Check): boolean => urgent[kind]
