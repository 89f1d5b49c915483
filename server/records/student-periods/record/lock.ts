import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { lockStudents } from '#server/platform/db/record-locks.ts'
import { batches } from '#server/platform/lib/batches.ts'
import { readRows, sourceOf, type BulkRequest, type RowContext } from '../queries/rows.ts'
import type { MovableRow } from '../rules/movable-row.ts'

/** The student-periods of a change, locked until the transaction ends. */
interface LockedRows {
  /** In the order of their IDs. */
  readonly rows: readonly MovableRow[]
  /** The requested IDs that aren’t there: removed, unknown or in another school. */
  readonly gone: readonly number[]
}

interface LockOptions {
  /** Columns to read in addition to those every status change needs. */
  readonly columns?: readonly string[] | undefined
  /** Whether the rows are only read, because nothing will be saved. */
  readonly isDryRun?: boolean | undefined
}

/**
 * Locks the students of some student-periods, then the student-periods, each in the order of their IDs, and reads them.
 * @throws Problem 422 if the period of a selection is unknown
 */
export const lockRows = async (
  context: RowContext,
  ask: BulkRequest,
  { columns = [], isDryRun = false }: LockOptions = {},
): Promise<LockedRows> => {
  const source = await sourceOf(context, ask)
  const rows = isDryRun
    ? await readRows(context, source, { columns, isLocking: false })
    : await readLocked(context, source, columns)
  const found = new Set(rows.map(({ id }) => id))
  return { rows, gone: [...new Set(ask.ids)].filter((id) => !found.has(id)) }
}

const readLocked = async (
  context: RowContext,
  source: RawBuilder<unknown>,
  columns: readonly string[],
): Promise<MovableRow[]> => {
  const students = await lockStudents(context, sql`select sp.student_id ${source}`)
  return readRows(context, sql`${source} and sp.student_id = any(${students}::bigint[])`, {
    columns,
    isLocking: true,
  })
}

/** Locks one student-period with its student; undefined if it’s gone. */
export const lockRow = async (
  context: RowContext,
  id: number | null,
  options: LockOptions = {},
): Promise<MovableRow | undefined> =>
  id === null ? undefined : (await lockRows(context, { ids: [id] }, options)).rows[0]

/** Records that are read at once. */
const batchSize = 200

/** Reads, or locks, many student-periods batch by batch in the order of their IDs, so that other work gets its turn. */
export async function* readInBatches(
  context: RowContext,
  ids: readonly number[],
  options: LockOptions,
): AsyncGenerator<readonly MovableRow[]> {
  for (const some of batches(ids, batchSize)) {
    yield (await lockRows(context, { ids: some }, options)).rows
    await setImmediate()
  }
}
