import { activityKinds, outcomes, type ActivityKind, type Outcome } from '#contract/outputs/audit/choices.ts'
import { day } from '#contract/platform/fields.ts'
import { officeDay } from '#contract/platform/office.ts'
import { withoutUndefined } from '#client/platform/lib/table-search.ts'
import type { ActivitySearch } from './activity-search.ts'

/** The ranges of time to choose from. */
export const ranges = ['all', 'today', 'week', 'custom'] as const
type Range = (typeof ranges)[number]
export const rangeLabels: Record<Range, string> = {
  all: 'Any time',
  today: 'Today',
  week: 'Last 7 days',
  custom: 'Custom',
}

/** The filters as the call takes them. */
export interface ActivityFilter {
  readonly actor_id?: number
  readonly student_id?: number
  readonly school_id?: number
  readonly kind?: ActivityKind
  readonly outcome?: Outcome
  readonly emergency_id?: number
  readonly from?: string
  readonly to?: string
}

/** Returns the calendar day in the office’s time zone, `days` ago. */
const dayAgo = (days: number, now: Date): string => {
  const today = Date.parse(officeDay(now))
  return new Date(today - days * 86_400_000).toISOString().slice(0, 10)
}

/** Returns the range of time of a URL; all of it if there’s none. */
export const rangeOf = ({ time }: ActivitySearch): Range => ranges.find((one) => one === time) ?? 'all'

const daysOf = (
  search: ActivitySearch,
  now: Date,
): { from?: string | undefined; to?: string | undefined } => {
  const range = rangeOf(search)
  if (range === 'today') return { from: dayAgo(0, now) }
  if (range === 'week') return { from: dayAgo(6, now) }
  if (range === 'all') return {}
  return { from: day.safeParse(search.from).data, to: day.safeParse(search.to).data }
}

/** Returns the filters of a URL; drops unknown choices and days. */
export const filterOf = (search: ActivitySearch, now = new Date()): ActivityFilter =>
  withoutUndefined({
    actor_id: search.person,
    student_id: search.student,
    school_id: search.school,
    kind: activityKinds.find((one) => one === search.kind),
    outcome: outcomes.find((one) => one === search.outcome),
    emergency_id: search.emergency,
    ...daysOf(search, now),
  })
