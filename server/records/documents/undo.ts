import type { Context } from '#server/platform/context.ts'
import {
  reversalOf,
  undoSoftDeleted,
  type ChangeEntry,
  type Entry,
  type SoftDeletedRow,
  type UndoHandler,
} from '#server/platform/history/index.ts'
import { restorePrevious, replaceWith } from './commands/change-file.ts'
import { fileEntry, setRemoved, writeFile } from './record.ts'

interface Row extends SoftDeletedRow {
  readonly name: string
  readonly kind: string
  readonly replaced_by_id: number | null
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
  const {
    isRemoved,
    former: fields,
    kind,
    changes,
  } = reversalOf('file', { field: 'name', value: row.name }, row, entry)
  // the replaced file is current again, isn't removed with it, and is recorded so that the undo can be undone
  const freed = entry.kind === 'file_replaced' ? await restorePrevious(context, row.id) : null
  if (isRemoved === undefined) await writeFile(context, row.id, fields)
  else await setRemoved(context, row, isRemoved)
  return fileEntry(row, kind, [
    ...changes,
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
export const undoDocuments: UndoHandler = (context, ...of) =>
  undoSoftDeleted<Row>([context, ...of], {
    subject: 'student_file',
    table: 'student_files',
    columns: ['name', 'kind', 'replaced_by_id'],
    alsoNeeds: (entry) => [formerOf(entry)].filter((id) => id !== null),
    reasonToSkip: (row, entry, rows) => {
      const former = formerOf(entry)
      return reasonToSkip(row, former === null ? null : rows.get(former))
    },
    revert: (row, entry) => revert(context, row, entry),
  })
