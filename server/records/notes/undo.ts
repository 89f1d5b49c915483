import type { Context } from '#server/platform/context.ts'
import {
  reversalOf,
  undoSoftDeleted,
  type SoftDeletedRow,
  type UndoHandler,
} from '#server/platform/history/index.ts'
import { noteEntry, writeNotes } from './record.ts'
import { mayChange } from './rules.ts'

interface Row extends SoftDeletedRow {
  readonly author_id: number | null
  readonly body: string
  readonly pinned: boolean
}

const reasonToSkip = ({ caller }: Context, row: Row): string | undefined => {
  if (row.is_touched) return 'The note changed after that.'
  // any user can pin a note, so the user who pinned it can also undo that
  return mayChange(caller, row) || row.deleted_at === null
    ? undefined
    : 'Only the author or a Shipmate Admin can restore this note.'
}

/** A note and the fields to save. */
interface Restoration {
  readonly id: number
  readonly fields: Parameters<typeof writeNotes>[2]
}

/** Saves notes with the same new values together, because a change can have thousands. */
const write = async (context: Context, restorations: readonly Restoration[]): Promise<void> => {
  for (const alike of Map.groupBy(restorations, ({ fields }) => JSON.stringify(fields)).values()) {
    const [first] = alike
    const ids = alike.map(({ id }) => id)
    if (first) await writeNotes(context, ids, first.fields)
  }
}

/** Undoes a change in notes that haven’t changed again. */
export const undoNotes: UndoHandler = async (context, ...of) => {
  const now = context.clock.now().toISOString()
  const restorations: Restoration[] = []
  const result = await undoSoftDeleted<Row>([context, ...of], {
    subject: 'student_note',
    table: 'student_notes',
    columns: ['author_id', 'body', 'pinned'],
    reasonToSkip: (row) => reasonToSkip(context, row),
    revert: (row, entry) => {
      const { isRemoved, former, kind, changes } = reversalOf(
        'note',
        { field: 'body', value: row.body },
        row,
        entry,
      )
      const fields = isRemoved === undefined ? former : { deleted_at: isRemoved ? now : null }
      restorations.push({ id: row.id, fields })
      return noteEntry(row, kind, changes)
    },
  })
  await write(context, restorations)
  return result
}
