import * as z from 'zod/mini'
import { person, text } from '#contract/platform/fields.ts'

/** What the weekly review looks for. */
export const findingKinds = ['many_records', 'other_hours', 'own_name', 'many_refusals'] as const
export type FindingKind = (typeof findingKinds)[number]

/** The thresholds of the weekly review. A record is a student; opening one several times counts once. */
export const reviewThresholds = {
  /** Students that one person viewed in the week. */
  manyRecords: 100,
  /** How many times as many as in their own usual week, and as in the usual week of others. */
  timesUsual: 3,
  /** Weeks before that make the usual week. */
  usualWeeks: 4,
  /** Students viewed from 10 p.m. to 6 a.m. in the school’s time zone. */
  otherHours: 10,
  otherHoursFrom: 22,
  otherHoursTo: 6,
  /** Times that someone was denied access. */
  manyRefusals: 10,
} as const

const { manyRecords, timesUsual, usualWeeks, otherHours, manyRefusals } = reviewThresholds

/** What each finding is called, and when it’s listed. */
export const findingTexts: Record<FindingKind, { readonly label: string; readonly when: string }> = {
  many_records: {
    label: 'Many records',
    when: `Viewed ${manyRecords} or more students, at least ${timesUsual} times their own weekly average and their colleagues’ (previous ${usualWeeks} weeks).`,
  },
  other_hours: {
    label: 'After hours',
    when: `Viewed ${otherHours} students or more between 10 p.m. and 6 a.m. in the school’s time zone.`,
  },
  own_name: {
    label: 'Own name',
    when: 'Viewed a student who shares their last name or email address.',
  },
  many_refusals: {
    label: 'Many denials',
    when: `Was denied access ${manyRefusals} times or more.`,
  },
}

/** Something unusual that one person did in a week. */
const finding = z.object({
  id: z.int(),
  kind: z.enum(findingKinds),
  person,
  /** Students viewed, or times that access was denied. */
  quantity: z.int(),
  /** For many records: students in their own usual week, and in the usual week of others. */
  own_usual: z.nullable(z.int()),
  others_usual: z.nullable(z.int()),
  /** The student, if the finding is about one only. */
  student: z.nullable(person),
  /** Who looked at it and when; null while no one has. */
  looked_at: z.nullable(z.string()),
  looked_at_by: z.nullable(person),
  note: z.nullable(z.string()),
})
export type Finding = z.output<typeof finding>

/** The review of one week, Monday to Sunday in the office’s time zone. */
export const activityReview = z.object({
  id: z.int(),
  starts_on: z.string(),
  ends_on: z.string(),
  findings: z.array(finding),
})
export type ActivityReview = z.output<typeof activityReview>

/** What an admin found out about a finding. */
export const lookedAt = z.strictObject({ note: text(1000) })
