import * as z from 'zod/mini'

/** Anchor days that come from the calendar. */
export const calendarAnchors = ['today', 'month_start', 'month_end', 'year_start'] as const
/** Anchor days that come from the list’s period. */
export const periodAnchors = ['period_start', 'period_end', 'waiver_deadline'] as const
const anchors = [...calendarAnchors, ...periodAnchors] as const
export type Anchor = (typeof anchors)[number]

export const anchorLabels: Record<Anchor, string> = {
  today: 'Today',
  month_start: 'First day of this month',
  month_end: 'Last day of this month',
  year_start: 'First day of this year',
  period_start: 'Start of the policy year',
  period_end: 'End of the policy year',
  waiver_deadline: 'Waiver deadline',
}

/**
 * A date relative to another, as the value of a date filter. It stays correct over time and in every period.
 * `{relative: 'today', offset: 30}` is in 30 days; `offset` counts days and can be negative.
 */
export const relativeDay = z.strictObject({
  relative: z.enum(anchors),
  offset: z.optional(z.int().check(z.minimum(-3660), z.maximum(3660))),
})
export type RelativeDay = z.output<typeof relativeDay>

export const isRelativeDay = (value: unknown): value is RelativeDay =>
  typeof value === 'object' && value !== null && 'relative' in value

/** The dates of the anchors, `YYYY-MM-DD`; `period` is set if the list belongs to one. */
export interface KnownDays {
  readonly today: string
  readonly period?: {
    readonly starts_on: string
    readonly ends_on: string
    readonly waiver_deadline_on: string | null
  }
}

/** Returns a date some days later, at most the last one with a 4-digit year. */
const plusDays = (day: string, days: number): string => {
  const found = new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000)
  if (found.getUTCFullYear() < 1) return '0001-01-01'
  return found.getUTCFullYear() > 9999 ? '9999-12-31' : found.toISOString().slice(0, 10)
}

const monthEnd = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

const dayOf: Record<Anchor, (known: KnownDays) => string | null | undefined> = {
  today: ({ today }) => today,
  month_start: ({ today }) => `${today.slice(0, 8)}01`,
  month_end: ({ today }) => monthEnd(today),
  year_start: ({ today }) => `${today.slice(0, 5)}01-01`,
  period_start: ({ period }) => period?.starts_on,
  period_end: ({ period }) => period?.ends_on,
  waiver_deadline: ({ period }) => period?.waiver_deadline_on,
}

/** Returns the date; null if there is none, for example in a period without a waiver deadline. */
export const resolveDay = ({ relative, offset = 0 }: RelativeDay, known: KnownDays): string | null => {
  const day = dayOf[relative](known)
  return day == null ? null : plusDays(day, offset)
}
