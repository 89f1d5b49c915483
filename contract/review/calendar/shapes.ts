import * as z from 'zod/mini'
import { person } from '#contract/platform/fields.ts'
import { calendarKinds, calendarRunStates, calendarStarts } from './choices.ts'

/** Something that happens, or happened, on a day. */
const entry = z.object({
  /** YYYY-MM-DD */
  on: z.string(),
  kind: z.enum(calendarKinds),
  /** The cohort or the coverage term; null for the policy year. */
  name: z.nullable(z.string()),
  /** Null for a date on which nothing is started, such as a deadline. */
  start: z.nullable(z.enum(calendarStarts)),
  /** Waivers if it’s a reverification, coverage types if it’s aging out, or else students; null if the number isn’t known or there’s nothing to count. */
  count: z.nullable(z.int()),
  /** Premiums and fees with two decimal places. */
  amount: z.nullable(z.string()),
  /** The deadline of reminders, or the day since which a default enrollment is due. YYYY-MM-DD */
  about_on: z.nullable(z.string()),
  /** Of what ran. */
  run: z.nullable(
    z.object({
      state: z.enum(calendarRunStates),
      /** Null if it started automatically. */
      started_by: z.nullable(person),
    }),
  ),
})
export type CalendarEntry = z.output<typeof entry>

/** What happens in a policy year and what ran, as it would be if no record changed from today on. */
export const calendar = z.object({
  /** YYYY-MM-DD */
  today: z.string(),
  /** Reminders, default enrollments and reverifications start automatically only in an open policy year. */
  is_open: z.boolean(),
  /** In the order of their days. */
  entries: z.array(entry),
})
export type Calendar = z.output<typeof calendar>

/**
 * What happened in a policy year since the user last worked in Shipmate, without what they did. A number is the total of the
 * list or the queue with the filter of its name.
 */
export const recentEvents = z.object({
  /** When they made their last change before today; null if they made none in the last 14 days. */
  since: z.nullable(z.string()),
  /** Forms: `received_since_visit`. */
  forms_received: z.int(),
  /** Forms that other people decided on: `decided_since_visit`. */
  forms_decided: z.int(),
  /** Students with an email that bounced or wasn’t sent: `delivery_failed_since_visit`. */
  students_not_emailed: z.int(),
  /** Students whose records other people or imports changed: `changed_since_visit`. */
  students_changed: z.int(),
  /** The latest imports by other people, at most 5. */
  imports: z.array(
    z.object({ id: z.int(), file_name: z.nullable(z.string()), author: z.nullable(z.string()) }),
  ),
})
export type RecentEvents = z.output<typeof recentEvents>
