// scope: reads rows within the caller's schools, removed ones too, which `scope.notes` leaves out.
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import { fieldChanges, type ActEntry, type Entry, type LeftAlone, type TakeBack } from '../history/index.ts'
import { noteEntry, writeNote } from './commands.ts'
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

const revert = async (context: Context, row: Row, entry: ActEntry): Promise<Entry> => {
  if (entry.kind === 'note_removed') {
    await writeNote(context, row.id, { deleted_at: null })
    return noteEntry(row, 'note_restored', [{ field: 'body', before: null, after: row.body }])
  }
  if (entry.kind === 'note_added' || entry.kind === 'note_restored') {
    await writeNote(context, row.id, { deleted_at: context.clock.now().toISOString() })
    return noteEntry(row, 'note_removed', [{ field: 'body', before: row.body, after: null }])
  }
  const former = Object.fromEntries(entry.changes.map(({ field, before }) => [field, before]))
  await writeNote(context, row.id, former)
  return noteEntry(row, 'note_changed', fieldChanges({ ...row }, former))
}

/** Takes back what an act did to notes, wherever nobody has touched them since. */
export const takeBackNotes: TakeBack = async (context, changeId, entries) => {
  const own = new Map(
    entries
      .filter(({ subject_type }) => subject_type === 'student_note')
      .map((entry) => [entry.subject_id, entry]),
  )
  if (own.size === 0) return { entries: [], left: [] }
  const reverted: Entry[] = []
  const left: LeftAlone[] = []
  for (const row of await readRows(context, changeId, [...own.keys()])) {
    const entry = own.get(row.id)
    const reason = reasonToLeave(context, row)
    if (reason !== null) left.push({ id: row.id, subject_type: 'student_note', name: row.name, reason })
    else if (entry) reverted.push(await revert(context, row, entry))
  }
  return { entries: reverted, left }
}
