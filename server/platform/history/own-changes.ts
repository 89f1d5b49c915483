import { sql } from 'kysely'
import type { OwnChange } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import { pageOf } from '#server/platform/lib/table.ts'
import { presentEntry, shortChanges, type EntryRow } from './queries.ts'
import { listUndoable } from './undoable.ts'

interface OwnRow
  extends EntryRow, Pick<OwnChange, 'records' | 'student_name' | 'school_name' | 'is_undone'> {}

/** What entry `h` is about: a student with all that belongs to them, or something else. */
const ofWhat = sql`coalesce('student ' || h.student_id, h.subject_type || ' ' || h.subject_id)`

interface Paging {
  readonly page: number
  readonly per_page: number
}

/**
 * Returns a page of the changes that the caller made today, newest first, with the first entry that they can see and the
 * number of these; a change without one is left out.
 */
export const listOwnChanges = async (
  context: Context,
  ask: Paging,
): Promise<{ rows: OwnChange[]; total: number }> => {
  // a demo’s day changes no times
  const now = context.clock.now().toISOString()
  const visible = scope.within(context, 'h.school_id')
  const own = sql`from changes c
    join lateral (
      select min(h.id) as first, count(distinct ${ofWhat})::int as records
      from history h where h.change_id = c.id and ${visible}
    ) seen on seen.first is not null
    where c.actor_id = ${context.caller.id} and c.at >= date_trunc('day', ${now}::timestamptz, ${officeTimeZone})`
  const [found, count] = await Promise.all([
    sql<OwnRow>`
      select h.id, h.change_id, h.at, h.actor_id, u.first_name || ' ' || u.last_name as actor_name, h.cause,
        h.subject_type, h.subject_id, h.student_id, h.student_period_id, h.kind, h.reason,
        ${shortChanges(ask.per_page)} as changes, o.records,
        s.last_name || ', ' || s.first_name as student_name, k.name as school_name,
        exists (select from changes a where a.undoes_change_id = h.change_id) as is_undone
      from (select c.id, seen.first, seen.records ${own} order by c.id desc ${pageOf(ask)}) o
      join history h on h.id = o.first and ${visible}
      left join users u on u.id = h.actor_id
      left join students s on s.id = h.student_id and ${scope.within(context, 's.school_id')}
      left join schools k on k.id = h.school_id and ${scope.within(context, 'k.id')}
      order by o.id desc`.execute(context.db),
    sql<{ total: number }>`select count(*)::int as total ${own}`.execute(context.db),
  ])
  const undoable = await listUndoable(
    context,
    found.rows.map(({ change_id }) => change_id),
  )
  return { rows: found.rows.map((row) => presentOwn(row, undoable)), total: count.rows[0]?.total ?? 0 }
}

const presentOwn = (
  { records, student_name, school_name, is_undone, ...row }: OwnRow,
  undoable: ReadonlySet<number>,
): OwnChange => ({
  id: row.change_id,
  entry: presentEntry(row),
  records,
  student_name,
  school_name,
  can_undo: undoable.has(row.change_id),
  is_undone,
})
