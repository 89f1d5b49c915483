import { useLocation } from '@tanstack/react-router'
import type { ContentOf } from '#contract/platform/document.ts'
import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import type { dates } from '#contract/setup/period-documents/dates.ts'
import type { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import {
  feeLabels,
  supplementalFees,
  type insuranceConfiguration,
} from '#contract/setup/period-documents/insurance-configuration.ts'
import { capitalized } from '#contract/platform/letter-case.ts'
import { formatCount, formatDay, formatDays, formatList, formatMoney } from '#client/platform/lib/format.ts'
import { enrolledBecomes, waivedBecomes } from './options-text.ts'

type Options = ContentOf<typeof enrollmentOptions>
type Days = ContentOf<typeof dates>
type Rules = ContentOf<typeof insuranceConfiguration>

/** A page of the insurance options: its ID is the URL's hash. */
export interface Topic<C> {
  readonly id: string
  readonly title: string
  readonly fields: readonly (keyof C & string)[]
  /** Returns what it holds, in a line. */
  readonly summary: (content: C) => string
}

const namesOr = (none: string, items: readonly { readonly name: string }[]): string =>
  items.length === 0 ? none : items.map(({ name }) => name || 'Unnamed').join(', ')

const offeredText = (options: Options): string => {
  const labels = coverages
    .filter((coverage) => options[`${coverage}_offered`])
    .map((coverage) => coverageLabels[coverage].toLowerCase())
  if (labels.length === 0) return 'No coverage offered'
  const voluntary = options.medical_offered && options.medical_is_voluntary
  return `${capitalized(formatList(labels))}${voluntary ? '; medical is voluntary' : ''}`
}

const defaultText = (options: Options): string => {
  const enrolled = coverages.filter(
    (coverage) => options[`${coverage}_offered`] && options[`${coverage}_enrolls_by_default`],
  )
  if (enrolled.length === 0) return 'No one is auto-enrolled'
  const wait = options.default_enrollment_wait_days
  const days = wait === 0 ? 'right' : formatCount(wait, 'day')
  const start = options.default_enrollment_is_automatic ? 'started automatically' : 'started by staff'
  return `${capitalized(formatList(enrolled))}, ${days} after the deadline; ${start}`
}

const windowsText = (days: Days): string =>
  [
    formatDays(days.starts_on, days.ends_on),
    `enroll by ${days.enrollment_closes_on ? formatDay(days.enrollment_closes_on) : 'the end of the year'}`,
    days.waiver_deadline_on ? `waive by ${formatDay(days.waiver_deadline_on)}` : 'no waiver deadline',
  ].join('; ')

const tiersText = (rules: Rules): string =>
  [
    rules.uses_family_tier ? 'One family tier' : 'Spouse and child tiers',
    rules.keeps_coverage_on_leave ? 'a leave keeps coverage' : 'a leave ends coverage',
    rules.withdrawal_void_days === 0
      ? 'a withdrawal never voids it'
      : `a withdrawal voids it for ${formatCount(rules.withdrawal_void_days, 'day')}`,
  ].join('; ')

const feesText = (rules: Rules): string => {
  const fees = [
    ['Late waiver fee', rules.late_waiver_fee] as const,
    ...supplementalFees.map((name) => [feeLabels[name], rules[name].amount] as const),
  ].filter(([, amount]) => amount)
  return fees.length === 0
    ? 'No fees'
    : fees.map(([label, amount]) => `${label} ${formatMoney(amount)}`).join(', ')
}

const offered: readonly Topic<Options>[] = [
  {
    id: 'lines',
    title: 'Coverage offered',
    fields: [
      'medical_is_voluntary',
      ...coverages.flatMap(
        (coverage) =>
          [`${coverage}_offered`, `${coverage}_audience`, `${coverage}_enrolls_by_default`] as const,
      ),
    ],
    summary: offeredText,
  },
  {
    id: 'exemptions',
    title: 'Exemptions',
    fields: ['exemptions'],
    summary: ({ exemptions }) => namesOr('No exemptions', exemptions),
  },
  {
    id: 'default',
    title: 'Default enrollment',
    fields: ['default_also', 'default_enrollment_wait_days', 'default_enrollment_is_automatic'],
    summary: defaultText,
  },
]

const dated: readonly Topic<Days>[] = [
  {
    id: 'windows',
    title: 'Dates',
    fields: [
      'starts_on',
      'ends_on',
      'enrollment_opens_on',
      'enrollment_closes_on',
      'waiver_opens_on',
      'waiver_deadline_on',
      'reminder_days',
    ],
    summary: windowsText,
  },
  {
    id: 'cohorts',
    title: 'Cohorts',
    fields: ['cohorts'],
    summary: ({ cohorts }) => namesOr('Everyone has the same deadlines', cohorts),
  },
  {
    id: 'terms',
    title: 'Coverage terms',
    fields: ['coverage_terms'],
    summary: ({ coverage_terms: terms }) => namesOr('Students enroll for the full policy year', terms),
  },
]

const ruled: readonly Topic<Rules>[] = [
  {
    id: 'tiers',
    title: 'Tiers, leaves and withdrawals',
    fields: ['uses_family_tier', 'keeps_coverage_on_leave', 'withdrawal_void_days'],
    summary: tiersText,
  },
  {
    id: 'renewals',
    title: 'Rollover',
    fields: ['enrolled_becomes', 'waived_becomes'],
    summary: ({ enrolled_becomes: enrolled, waived_becomes: waived }) =>
      `Enrolled last year: ${enrolledBecomes[enrolled]}; waived last year: ${waivedBecomes[waived]}`,
  },
  {
    id: 'events',
    title: 'Qualifying life events',
    fields: ['qualifying_events', 'qualifying_event_days', 'qualifying_event_first_of_month'],
    summary: ({ qualifying_events: events, qualifying_event_days: days }) =>
      events.length === 0
        ? 'No events accepted'
        : `${formatCount(events.length, 'event')}, ${formatCount(days, 'day')} to act`,
  },
  { id: 'fees', title: 'Fees', fields: ['late_waiver_fee', ...supplementalFees], summary: feesText },
]

/** The topics of each document, in their order. */
export const optionsTopics = { options: offered, days: dated, rules: ruled }
type OptionsPartName = keyof typeof optionsTopics

type AnyTopic = Pick<Topic<never>, 'id' | 'title'> & {
  readonly part: OptionsPartName
  readonly fields: readonly string[]
}

const inPart = (part: OptionsPartName): readonly AnyTopic[] =>
  optionsTopics[part].map(({ id, title, fields }) => ({ id, title, fields, part }))

/** All of them, with the document that each belongs to. */
export const allTopics: readonly AnyTopic[] = [...inPart('options'), ...inPart('days'), ...inPart('rules')]

/** Returns the topic that a path of a document belongs to: 'cohorts.0.name'. */
export const topicOfPath = (path: string): AnyTopic | undefined =>
  allTopics.find(({ fields }) => fields.some((field) => field === path.split('.')[0]))

/** Returns the topic in the URL, by its ID or by one of its fields; null for the index. */
export const useOptionsTopic = (): AnyTopic | null => {
  const hash = useLocation({ select: (location) => location.hash })
  return allTopics.find(({ id }) => id === hash) ?? topicOfPath(hash.replace(/^field-/, '')) ?? null
}
