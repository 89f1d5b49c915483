import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import {
  entriesAbout,
  fieldChanges,
  type ActEntry,
  type Entry,
  type LeftAlone,
  type TakeBack,
} from '../history/index.ts'
import { noteEntry, writeNotes } from './commands.ts'
import { mayChange } from './rules.ts'

interface Row {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id: number | null
  readonly author_id: number | null
  readonly name: string
  readonly body: string
  readonly pinned: boolean
  readonly deleted_at: string | null
  readonly is_touched: boolean
}

const readRows = async (context: Context, changeId: number, ids: readonly number[]): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select n.id, n.school_id, n.student_id, n.student_period_id, n.author_id, n.body, n.pinned, n.deleted_at,
      s.last_name || ', ' || s.first_name as name,
      exists (select from history h where h.student_id = n.student_id and h.subject_type = 'student_note'
        and h.subject_id = n.id and h.change_id > ${changeId}) as is_touched
    from student_notes n join students s on s.id = n.student_id
    where n.id = any(${[...ids]}::bigint[]) and ${scope.within(context, 'n.school_id')}
    order by n.id for update of n`.execute(context.db)
  return rows
}

const reasonToLeave = (context: Context, row: Row): string | null => {
  if (row.is_touched) return 'The note was changed since.'
  // a pin is anybody's, and so is taking it back by whoever set it
  return mayChange(context.caller, row) || row.deleted_at === null
    ? null
    : 'Only its author, or a Shipmate Admin, may bring this note back.'
}

/** What becomes of a note, and what is written for it. */
interface Return {
  readonly row: Row
  readonly fields: Parameters<typeof writeNotes>[2]
  readonly entry: Entry
}

const returnOf = (context: Context, row: Row, { kind, changes }: ActEntry): Return => {
  const now = context.clock.now().toISOString()
  if (kind === 'note_removed') {
    const back = [{ field: 'body', before: null, after: row.body }]
    return { row, fields: { deleted_at: null }, entry: noteEntry(row, 'note_restored', back) }
  }
  if (kind === 'note_added' || kind === 'note_restored') {
    const gone = [{ field: 'body', before: row.body, after: null }]
    return { row, fields: { deleted_at: now }, entry: noteEntry(row, 'note_removed', gone) }
  }
  const former = Object.fromEntries(changes.map(({ field, before }) => [field, before]))
  return {
    row,
    fields: former,
    entry: noteEntry(row, 'note_changed', fieldChanges({ ...row }, former)),
  }
}

/** Notes that become alike are written together: an act may have been about thousands. */
const write = async (context: Context, returns: readonly Return[]): Promise<void> => {
  for (const alike of Map.groupBy(returns, ({ fields }) => JSON.stringify(fields)).values()) {
    const [first] = alike
    const ids = alike.map(({ row }) => row.id)
    if (first) await writeNotes(context, ids, first.fields)
  }
}

/** Takes back what an act did to notes, wherever nobody has touched them since. */
export const takeBackNotes: TakeBack = async (context, changeId, entries) => {
  const own = entriesAbout(entries, 'student_note')
  if (own.size === 0) return { entries: [], left: [] }
  const returns: Return[] = []
  const left: LeftAlone[] = []
  for (const row of await readRows(context, changeId, [...own.keys()])) {
    const entry = own.get(row.id)
    const reason = reasonToLeave(context, row)
    if (reason !== null) left.push({ id: row.id, subject_type: 'student_note', name: row.name, reason })
    else if (entry) returns.push(returnOf(context, row, entry))
  }
  await write(context, returns)
  return { entries: returns.map(({ entry }) => entry), left }
}
