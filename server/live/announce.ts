import type pg from 'pg'
import { rowsChangedEvent, setUpChangedEvent } from '#contract/live/shapes.ts'
import type { Logger } from '../lib/log.ts'

/** The channel on which the processes of a database tell each other what changed. */
export const channel = 'shipmate_changes'

/** Above this many rows of a period their ids are not named; a payload has at most 8,000 bytes. */
const namedRows = 500

/**
 * A change of a student shows in all of the student's rows. Rows are found by their keys, whatever a planner knows of
 * tables that grow: this runs after every change. Removed ones are told of by entries of their own.
 */
// scope: the schools are named in what is told, and each stream passes on only what its caller may enter
export const ofRows = `
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

// scope: as above, each stream passes on only what its caller may enter
const ofSetUp = `
  select pg_notify('${channel}', json_build_object('event', '${setUpChangedEvent}', 'school_id', entry.school_id, 'what',
    json_build_object('period_id', entry.subject_id, 'by', max(act.actor_id)))::text)
  from changes act
  join history entry on entry.change_id = act.id
  where act.id = $1 and entry.subject_type = 'period' and entry.school_id is not null
  group by entry.school_id, entry.subject_id`

/** Tells all processes what a change did, once it is committed. What cannot be told is found by the next polling. */
export const createAnnouncer =
  (pool: pg.Pool, log: Logger) =>
  (changeId: number): void => {
    for (const query of [ofRows, ofSetUp])
      pool.query(query, [changeId]).catch((error: unknown) => {
        if (!pool.ending) log.warn({ err: error }, 'A change could not be announced.')
      })
  }
