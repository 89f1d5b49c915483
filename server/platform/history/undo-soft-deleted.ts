import { sql } from 'kysely'
import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fieldChanges, type Entry } from './record.ts'
import { entriesAbout, undoEach, type ChangeEntry, type UndoHandler } from './undo-handler.ts'
import { listedName } from '#server/platform/db/person-names.ts'

/** What an undo reads of every record of a student that is marked as removed instead of being deleted. */
export interface SoftDeletedRow {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id: number | null
  readonly student_name: string
  readonly deleted_at: string | null
  /** Whether it changed after the change that is undone. */
  readonly is_touched: boolean
}

interface Undoing<Row extends SoftDeletedRow> {
  readonly subject: 'student_note' | 'student_file'
  readonly table: 'student_notes' | 'student_files'
  /** The other columns of a row. */
  readonly columns: readonly Exclude<keyof Row & string, keyof SoftDeletedRow>[]
  /** Returns other records that an entry needs. */
  readonly alsoNeeds?: (entry: ChangeEntry) => readonly number[]
  /** Returns why a record is skipped; undefined if it can be reverted. */
  readonly reasonToSkip: (row: Row, entry: ChangeEntry, rows: ReadonlyMap<number, Row>) => string | undefined
  readonly revert: (row: Row, entry: ChangeEntry) => Entry | Promise<Entry>
}

/** Undoes a change in records of students that are marked as removed, unless they changed again. */
export const undoSoftDeleted = async <Row extends SoftDeletedRow>(
  [context, changeId, entries]: Parameters<UndoHandler>,
  undoing: Undoing<Row>,
): ReturnType<UndoHandler> => {
  const own = entriesAbout(entries, undoing.subject)
  const rows = await lockRows(context, changeId, own, undoing)
  return undoEach(own, async (entry) => {
    const row = rows.get(entry.subject_id)
    if (!row) return undefined
    const reason = undoing.reasonToSkip(row, entry, rows)
    return reason === undefined ? await undoing.revert(row, entry) : { name: row.student_name, reason }
  })
}

const lockRows = async <Row extends SoftDeletedRow>(
  context: Context,
  changeId: number,
  own: readonly ChangeEntry[],
  { subject, table, columns, alsoNeeds }: Undoing<Row>,
): Promise<Map<number, Row>> => {
  if (own.length === 0) return new Map()
  const done = own.flatMap((entry) =>
    [entry.subject_id, ...(alsoNeeds?.(entry) ?? [])].map((id) => ({ id, entry_id: entry.id })),
  )
  const ids = done.map(({ id }) => id)
  // locked before they're read, so that what was committed while this waited is seen
  await sql`select from ${sql.table(table)} where id = any(${ids}::bigint[])
    and ${scope.within(context, 'school_id')} order by id for update`.execute(context.db)
  // entries of a record follow the order of its locks; a change can get its ID long before it locks the record
  const { rows } = await sql<Row>`
    select one.id, one.school_id, one.student_id, one.student_period_id, one.deleted_at,
      ${sql.join(columns.map((column) => sql.ref(`one.${column}`)))},
      ${listedName('s')} as student_name,
      exists (select from history h where h.student_id = one.student_id
        and h.subject_type = ${subject} and h.subject_id = one.id and h.id > done.entry_id
        and h.change_id <> ${changeId} and ${scope.within(context, 'h.school_id')}) as is_touched
    from (select id, min(entry_id) as entry_id
      from unnest(${ids}::bigint[], ${done.map(({ entry_id }) => entry_id)}::bigint[]) as asked(id, entry_id)
      group by id) done
    join ${sql.table(table)} one on one.id = done.id
    join students s on s.id = one.student_id
    where ${scope.within(context, 'one.school_id')}`.execute(context.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What an undo makes of a record. */
interface Reversal {
  /** Whether it’s removed or restored; undefined if only its fields change. */
  readonly isRemoved?: boolean
  /** The former values of the fields that change. */
  readonly former: Readonly<Record<string, unknown>>
  readonly kind: HistoryKind
  readonly changes: readonly FieldChange[]
}

/**
 * Returns what becomes of a record: a removed one is restored, an added or restored one is removed, and a changed one
 * gets its former values. `shown` is what the history shows of it.
 */
export const reversalOf = (
  of: 'note' | 'file',
  shown: { readonly field: string; readonly value: string },
  row: object,
  { kind, changes }: Pick<ChangeEntry, 'kind' | 'changes'>,
): Reversal => {
  const { field: name, value } = shown
  if (kind === `${of}_removed`) {
    const back = [{ field: name, before: null, after: value }]
    return { isRemoved: false, former: {}, kind: `${of}_restored`, changes: back }
  }
  if (kind === `${of}_changed`) {
    const former = Object.fromEntries(changes.map(({ field, before }) => [field, before]))
    return { former, kind: `${of}_changed`, changes: fieldChanges({ ...row }, former) }
  }
  const gone = [{ field: name, before: value, after: null }]
  return { isRemoved: true, former: {}, kind: `${of}_removed`, changes: gone }
}
