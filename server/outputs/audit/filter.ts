import { activityKindLabels } from '#contract/outputs/audit/choices.ts'
import type { ActivityQuery } from '#contract/outputs/audit/shapes.ts'

/** What the activity log is narrowed to. */
export type ActivityFilter = Omit<ActivityQuery, 'before' | 'per_page' | 'format'>

/** Returns what a list was narrowed to, for the access log: ' of user 4, Viewed, from 2026-11-01'; '' for all. */
export const filterText = ({ actor_id, kind, outcome, from, to }: ActivityFilter): string =>
  [
    ...(actor_id === undefined ? [] : [` of user ${actor_id}`]),
    ...(kind === undefined ? [] : [`, ${activityKindLabels[kind]}`]),
    ...(outcome === undefined ? [] : [`, ${outcome}`]),
    ...(from === undefined ? [] : [`, from ${from}`]),
    ...(to === undefined ? [] : [`, to ${to}`]),
  ].join('')
