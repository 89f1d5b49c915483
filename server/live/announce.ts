import { sql } from 'kysely'
import type pg from 'pg'
import {
  formsChangedEvent,
  liveRecords,
  recordChangedEvent,
  rowsChangedEvent,
  type FormsChanged,
} from '#contract/live/shapes.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/log.ts'

/** The channel on which the processes of a database announce changes. */
export const channel = 'shipmate_changes'

/** The most rows of a period announced by ID; a payload has at most 8,000 bytes. */
const namedRows = 500

/**
 * A change of a student appears in all of their rows. Rows are found by key, so that the query stays fast
 * whatever the planner’s statistics say: it runs after every change. Removed rows are announced by their own
 * entries.
 */
// scope: the announcement names the school, and each stream passes on only schools its caller can access
export const announceRows = `
  with entry as materialized (select student_id, student_period_id from history where change_id = $1),
  touched as (
    select id, school_id, period_id from student_periods
    where id = any(array(select student_period_id from entry where student_period_id is not null))
    union
    select id, school_id, period_id from student_periods
    where student_id = any(array(select student_id from entry where student_period_id is null)) and deleted_at is null
  )
  select pg_notify('${channel}', json_build_object('event', '${rowsChangedEvent}', 'school_id', school_id, 'what',
    json_build_object('period_id', period_id, 'by', (select actor_id from changes where id = $1),
    'ids', case when count(*) <= ${namedRows} then json_agg(id order by id) end))::text)
  from touched group by school_id, period_id`

// scope: as above; a record without a school is passed on to product admins only
const announceRecords = `
  select pg_notify('${channel}', json_build_object('event', '${recordChangedEvent}', 'school_id', entry.school_id, 'what',
    json_build_object('record', entry.subject_type, 'id', entry.subject_id, 'by', max(act.actor_id)))::text)
  from changes act
  join history entry on entry.change_id = act.id
  where act.id = $1 and entry.subject_type in ('${liveRecords.join("', '")}')
  group by entry.school_id, entry.subject_type, entry.subject_id`

/** A change of more forms than a payload has room for is announced in parts. */
// scope: as above, each stream passes on only schools its caller can access
const announceForms = `
  with touched as (
    select form.id, form.school_id, form.period_id,
      row_number() over (partition by form.school_id, form.period_id order by form.id) / ${namedRows} as part
    from form_submissions form where form.id = any(array(
      select subject_id from history where change_id = $1 and subject_type = 'form_submission'))
  )
  select pg_notify('${channel}', json_build_object('event', '${formsChangedEvent}', 'school_id', school_id, 'what',
    json_build_object('period_id', period_id, 'by', (select actor_id from changes where id = $1),
    'ids', json_agg(id order by id)))::text)
  from touched group by school_id, period_id, part`

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

/** Announces a committed change to all processes. If that fails, clients see it on their next poll. */
export const createAnnouncer =
  (pool: pg.Pool, log: Logger) =>
  (changeId: number): void => {
    for (const query of [announceRows, announceRecords, announceForms])
      pool.query(query, [changeId]).catch((error: unknown) => {
        if (!pool.ending) log.warn({ err: error }, 'Couldn’t announce a change to other users.')
      })
  }
