import { sql } from 'kysely'
import type pg from 'pg'
import {
  formsChangedEvent,
  liveRecords,
  recordChangedEvent,
  rowsChangedEvent,
  type FormsChanged,
} from '#contract/platform/live/shapes.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/lib/log.ts'

/** The channel on which the processes of a database announce changes. */
export const channel = 'shipmate_changes'

/** The most rows of a period announced by ID; a payload has at most 8,000 bytes. */
const namedRows = 500

/**
 * Announces what changes of one person touched, in one statement, because it runs after every change. A change of a
 * student appears in all of their rows. Rows and forms are found by key, so that it stays fast whatever the planner’s
 * statistics say. Removed rows are announced by their own entries. More forms than a payload has room for are announced
 * in parts.
 */
// scope: the announcement names the school, and each stream passes on only schools its caller can access; a record
// without a school is passed on to product admins only
export const announceChanges = `
  with entry as materialized (
    select subject_type, subject_id, school_id, student_id, student_period_id from history
    where change_id = any($1::bigint[])),
  touched as (
    select id, school_id, period_id from student_periods
    where id = any(array(select student_period_id from entry where student_period_id is not null))
    union
    select id, school_id, period_id from student_periods
    where student_id = any(array(select student_id from entry where student_period_id is null)) and deleted_at is null
  ),
  form as (
    select id, school_id, period_id, row_number() over (partition by school_id, period_id order by id) / ${namedRows} as part
    from form_submissions
    where id = any(array(select subject_id from entry where subject_type = 'form_submission'))
  ),
  told as (
    select '${rowsChangedEvent}' as event, school_id, json_build_object('period_id', period_id, 'by', $2::bigint,
      'ids', case when count(*) <= ${namedRows} then json_agg(id order by id) end) as what
    from touched group by school_id, period_id
    union all
    select '${recordChangedEvent}', school_id, json_build_object('record', subject_type, 'id', subject_id,
      'by', $2::bigint)
    from entry where subject_type in ('${liveRecords.join("', '")}') group by school_id, subject_type, subject_id
    union all
    select '${formsChangedEvent}', school_id, json_build_object('period_id', period_id, 'by', $2::bigint,
      'ids', json_agg(id order by id))
    from form group by school_id, period_id, part
  )
  select pg_notify('${channel}', json_build_object('event', event, 'school_id', school_id, 'what', what)::text) from told`

/** Announces a form with a change that isn’t recorded in the history, when the transaction is committed. */
export const announceForm = async (
  { db, caller }: { readonly db: Database; readonly caller: { readonly id: number } },
  {
    id,
    school_id,
    period_id,
  }: { readonly id: number; readonly school_id: number; readonly period_id: number },
): Promise<void> => {
  const what: FormsChanged = { period_id, ids: [id], by: caller.id }
  const payload = JSON.stringify({ event: formsChangedEvent, school_id, what })
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

/**
 * Announces committed changes to all processes. Those that are committed while others are being announced come next,
 * together by who made them. If that fails, clients see them on their next poll.
 */
export const createAnnouncer = (pool: pg.Pool, log: Logger) => {
  const waiting = new Map<number | null, number[]>()
  let isAnnouncing = false
  const announceWaiting = async (): Promise<void> => {
    isAnnouncing = true
    // also visits what is added meanwhile
    for (const [actorId, changeIds] of waiting) {
      waiting.delete(actorId)
      try {
        // named, so that each connection parses it once
        await pool.query({ name: 'announce_changes', text: announceChanges, values: [changeIds, actorId] })
      } catch (error) {
        if (!pool.ending) log.warn({ err: error }, 'Couldn’t announce a change to other users.')
      }
    }
    isAnnouncing = false
  }
  return (changeId: number, actorId: number | null): void => {
    waiting.set(actorId, [...(waiting.get(actorId) ?? []), changeId])
    if (!isAnnouncing) void announceWaiting()
  }
}
