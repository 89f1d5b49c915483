import type pg from 'pg'
import { rowsChangedEvent, setUpChangedEvent } from '#contract/live/shapes.ts'
import type { Logger } from '../lib/log.ts'

/** The channel on which the processes of a database tell each other what changed. */
export const channel = 'shipmate_changes'

/** Above this many rows of a period their ids are not named; a payload has at most 8,000 bytes. */
const namedRows = 500

/** A change of a student shows in all of the student's rows. */
// scope: the schools are named in what is told, and each stream passes on only what its caller may enter
const ofRows = `
  select pg_notify('${channel}', json_build_object('event', '${rowsChangedEvent}', 'school_id', row.school_id, 'what',
    json_build_object('period_id', row.period_id, 'by', max(act.actor_id),
    'ids', case when count(distinct row.id) <= ${namedRows} then json_agg(distinct row.id) end))::text)
  from changes act
  join history entry on entry.change_id = act.id
  join student_periods row on row.student_id = entry.student_id
    and (entry.student_period_id is null or row.id = entry.student_period_id)
  where act.id = $1
  group by row.school_id, row.period_id`

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
