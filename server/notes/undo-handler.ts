import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import {
  entriesAbout,
  fieldChanges,
  isTouchedSince,
  undoEach,
  type ChangeEntry,
  type Entry,
  type UndoHandler,
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

/** Locks and returns the notes of the entries, by ID. */
const readRows = async (
  context: Context,
  changeId: number,
  own: readonly ChangeEntry[],
): Promise<Map<number, Row>> => {
  if (own.length === 0) return new Map()
  const ids = own.map(({ subject_id }) => subject_id)
  const { rows } = await sql<Row>`
    select n.id, n.school_id, n.student_id, n.student_period_id, n.author_id, n.body, n.pinned, n.deleted_at,
      s.last_name || ', ' || s.first_name as name,
      ${isTouchedSince(context, changeId, 'student_note', 'n')} as is_touched
    from student_notes n join students s on s.id = n.student_id
    where n.id = any(${ids}::bigint[]) and ${scope.within(context, 'n.school_id')}
    order by n.id for update of n`.execute(context.db)
  return new Map(rows.map((row) => [row.id, row]))
}

const reasonToSkip = (context: Context, row: Row): string | null => {
  if (row.is_touched) return 'The note changed after that.'
  // any user can pin a note, so the user who pinned it can also undo that
  return mayChange(context.caller, row) || row.deleted_at === null
    ? null
    : 'Only the author or a Shipmate Admin can restore this note.'
}

/** The result for a note and the fields to save. */
interface Restoration {
  readonly row: Row
  readonly fields: Parameters<typeof writeNotes>[2]
  readonly entry: Entry
}

const restorationOf = (context: Context, row: Row, { kind, changes }: ChangeEntry): Restoration => {
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

/** Saves notes with the same new values together, because a change can have thousands. */
const write = async (context: Context, returns: readonly Restoration[]): Promise<void> => {
  for (const alike of Map.groupBy(returns, ({ fields }) => JSON.stringify(fields)).values()) {
    const [first] = alike
    const ids = alike.map(({ row }) => row.id)
    if (first) await writeNotes(context, ids, first.fields)
  }
}

/** Undoes a change in notes that haven’t changed again. */
export const undoNotes: UndoHandler = async (context, changeId, entries) => {
  const own = entriesAbout(entries, 'student_note')
  const rows = await readRows(context, changeId, own)
  const returns: Restoration[] = []
  const result = await undoEach(own, (entry) => {
    const row = rows.get(entry.subject_id)
    if (!row) return undefined
    const reason = reasonToSkip(context, row)
    if (reason !== null) return { name: row.name, reason }
    const restoration = restorationOf(context, row, entry)
    returns.push(restoration)
    return restoration.entry
  })
  await write(context, returns)
  return result
}
