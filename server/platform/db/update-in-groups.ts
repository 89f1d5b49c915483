import { sql } from 'kysely'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import type { ColumnKind } from '#contract/platform/table-filters.ts'
import type { Clock } from '#server/platform/lib/clock.ts'
import { batches } from '#server/platform/lib/batches.ts'
import { scope, type ScopeContext } from './scope.ts'

interface WriteContext extends ScopeContext {
  readonly clock: Clock
  readonly progress?: { add(rows: number): void }
}

/** A value of a record’s column. */
export type Value = FieldChange['before']
export type Values = Readonly<Record<string, Value>>

/** New values for one record. */
export interface Write {
  readonly id: number
  readonly set: Values
}

/** PostgreSQL’s names of the column types. */
export const sqlTypes: Record<ColumnKind, string> = {
  text: 'text',
  choice: 'text',
  number: 'bigint',
  money: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  boolean: 'boolean',
}

/** Rows per statement. */
const batchSize = 5000

/**
 * Updates records that are found and locked in the caller’s scope, with one statement for each set of columns
 * that change together. Increments their versions.
 */
export const updateInGroups = async (
  context: WriteContext,
  table: 'students' | 'student_periods',
  typeOf: (column: string) => string,
  writes: readonly Write[],
): Promise<void> => {
  const alike = Map.groupBy(writes, ({ set }) => Object.keys(set).sort().join(','))
  for (const [names, group] of alike) {
    if (names === '') continue
    for (const batch of batches(group, batchSize)) {
      await writeBatch(context, table, typeOf, { names: names.split(','), writes: batch })
      context.progress?.add(batch.length)
    }
  }
}

const writeBatch = async (
  context: WriteContext,
  table: 'students' | 'student_periods',
  typeOf: (column: string) => string,
  { names, writes }: { names: readonly string[]; writes: readonly Write[] },
): Promise<void> => {
  const at = context.clock.now().toISOString()
  const assignments = names.map((name) => sql`${sql.ref(name)} = written.${sql.ref(name)}`)
  const arrays = names.map(
    (name) => sql`${writes.map(({ set }) => set[name] ?? null)}::${sql.raw(typeOf(name))}[]`,
  )
  await sql`
    update ${sql.table(table)} stored
    set ${sql.join([...assignments, sql`version = stored.version + 1`, sql`updated_at = ${at}`])}
    from unnest(${sql.join([sql`${writes.map(({ id }) => id)}::bigint[]`, ...arrays])})
      as written(${sql.join(['id', ...names].map((name) => sql.ref(name)))})
    where stored.id = written.id and ${scope.within(context, 'stored.school_id')}`.execute(context.db)
}
