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
import { restorePrevious, replaceWith } from './commands/change-file.ts'
import { fileEntry } from './entries.ts'
import { setRemoved, writeFile } from './write.ts'

interface Row {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id: number | null
  readonly student_name: string
  readonly name: string
  readonly kind: string
  readonly deleted_at: string | null
  readonly replaced_by_id: number | null
  readonly is_touched: boolean
}

/** Locks and returns the documents of the entries and the files they replaced, by ID. */
const readRows = async (
  context: Context,
  changeId: number,
  own: readonly ChangeEntry[],
): Promise<Map<number, Row>> => {
  if (own.length === 0) return new Map()
  const ids = own.flatMap((entry) => [entry.subject_id, formerOf(entry)]).filter((id) => id !== null)
  const { rows } = await sql<Row>`
    select f.id, f.school_id, f.student_id, f.student_period_id, f.name, f.kind, f.deleted_at, f.replaced_by_id,
      s.last_name || ', ' || s.first_name as student_name,
      ${isTouchedSince(context, changeId, 'student_file', 'f')} as is_touched
    from student_files f join students s on s.id = f.student_id
    where f.id = any(${ids}::bigint[]) and ${scope.within(context, 'f.school_id')}
    order by f.id for update of f`.execute(context.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the file a document replaced before the change was undone, from its history entry. */
const formerOf = (entry: ChangeEntry): number | null => {
  const id = entry.changes.find(({ field }) => field === 'replaces_id')?.before
  return entry.kind === 'file_removed' && typeof id === 'number' ? id : null
}

const revert = async (context: Context, row: Row, entry: ChangeEntry): Promise<Entry> => {
  const former = formerOf(entry)
  if (former !== null) {
    await setRemoved(context, row, false)
    await replaceWith(context, row.id, former)
    return fileEntry(row, 'file_replaced', [{ field: 'name', before: null, after: row.name }])
  }
  if (entry.kind === 'file_removed') {
    await setRemoved(context, row, false)
    return fileEntry(row, 'file_restored', [{ field: 'name', before: null, after: row.name }])
  }
  if (entry.kind === 'file_changed') {
    const before = Object.fromEntries(entry.changes.map((change) => [change.field, change.before]))
    await writeFile(context, row.id, before)
    return fileEntry(row, 'file_changed', fieldChanges({ ...row }, before))
  }
  // the replaced file is current again, isn't removed with it, and is recorded so that the undo can be undone
  const freed = entry.kind === 'file_replaced' ? await restorePrevious(context, row.id) : null
  await setRemoved(context, row, true)
  return fileEntry(row, 'file_removed', [
    { field: 'name', before: row.name, after: null },
    ...(freed === null ? [] : [{ field: 'replaces_id', before: freed, after: null }]),
  ])
}

const isChanged = (row: Row): boolean => row.is_touched || row.replaced_by_id !== null

/** Returns why a document is skipped; undefined if it can be reverted. */
const reasonToSkip = (row: Row, former: Row | null | undefined): string | undefined => {
  if (isChanged(row)) return 'The document changed after that.'
  // null: not needed; undefined: not available
  if (former === null || (former && !isChanged(former) && former.deleted_at === null)) return undefined
  return 'The earlier version changed after that.'
}

/** Undoes a change in documents that haven’t changed again. */
export const undoDocuments: UndoHandler = async (context, changeId, entries) => {
  const own = entriesAbout(entries, 'student_file')
  const rows = await readRows(context, changeId, own)
  return undoEach(own, async (entry) => {
    const row = rows.get(entry.subject_id)
    if (!row) return undefined
    const former = formerOf(entry)
    const reason = reasonToSkip(row, former === null ? null : rows.get(former))
    return reason === undefined ? await revert(context, row, entry) : { name: row.student_name, reason }
  })
}
