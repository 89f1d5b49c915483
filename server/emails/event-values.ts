import {
  coverageLabels,
  coverages,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/coverage/choices.ts'
import type { TemplateKindName } from '#contract/email-templates/kinds.ts'
import { listText, type MergeValues } from '../email-templates/index.ts'
import { dayText } from '../lib/day-text.ts'
import { daysBetween } from '../lib/days.ts'

/** What the fields of an event are read from, if staff send a template without the event. */
export interface EventSource {
  readonly statuses: Readonly<Record<Coverage, CoverageStatus>>
  readonly waiver_deadline_on: string | null
}

const is =
  (...statuses: readonly CoverageStatus[]) =>
  (status: CoverageStatus): boolean =>
    statuses.includes(status)

/** The coverage that an email is about, by status. */
const decided: Partial<Record<TemplateKindName, (status: CoverageStatus) => boolean>> = {
  waiver_approved_confirmation: is('waived'),
  waiver_unable_to_process: is('waiver_utp', 'enrolled_waiver_utp'),
  waiver_unable_to_process_reminder: is('waiver_utp', 'enrolled_waiver_utp'),
  waiver_declined: is('waiver_declined'),
  enrollment_approved: (status) => statusCatalogue[status].family === 'enrolled',
  enrollment_unable_to_process: is('enrollment_utp', 'waived_enrollment_utp'),
  auto_enrolled: (status) => statusCatalogue[status].family === 'enrolled',
  reverification_needed: is('waived_needs_reverified'),
  reverification_failed: is('waived_needs_reverified'),
}

const coveragesOf = (kind: TemplateKindName, { statuses }: EventSource): MergeValues => {
  const isMeant = decided[kind]
  const meant = isMeant ? coverages.filter((coverage) => isMeant(statuses[coverage])) : []
  return meant.length === 0
    ? {}
    : { 'decision.coverages': listText(meant.map((coverage) => coverageLabels[coverage].toLowerCase())) }
}

const deadlineOf = (
  kind: TemplateKindName,
  { waiver_deadline_on: day }: EventSource,
  today: string,
): MergeValues => {
  if (kind !== 'deadline_reminder' || day === null || day < today) return {}
  const days = daysBetween(today, day)
  return { 'deadline.on': dayText(day), 'deadline.days_left': String(days) }
}

/**
 * Returns the values of an event’s fields from a student’s present record, for a template that staff send without the
 * event. What can’t be known from the record is missing, so staff are warned.
 * @param today YYYY-MM-DD
 */
export const eventValues = (kind: TemplateKindName, source: EventSource, today: string): MergeValues => ({
  ...coveragesOf(kind, source),
  ...deadlineOf(kind, source, today),
})
