import type pg from 'pg'
import { rowsChangedEvent, setUpChangedEvent } from '#contract/live/shapes.ts'
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

// scope: as above, each stream passes on only schools its caller can access
const announceSetUp = `
  select pg_notify('${channel}', json_build_object('event', '${setUpChangedEvent}', 'school_id', entry.school_id, 'what',
    json_build_object('period_id', entry.subject_id, 'by', max(act.actor_id)))::text)
  from changes act
  join history entry on entry.change_id = act.id
  where act.id = $1 and entry.subject_type = 'period' and entry.school_id is not null
  group by entry.school_id, entry.subject_id`

/** Announces a committed change to all processes. If that fails, clients see it on their next poll. */
export const createAnnouncer =
  (pool: pg.Pool, log: Logger) =>
  (changeId: number): void => {
    for (const query of [announceRows, announceSetUp])
      pool.query(query, [changeId]).catch((error: unknown) => {
        if (!pool.ending) log.warn({ err: error }, 'Couldn’t announce a change to other users.')
      })
  }
