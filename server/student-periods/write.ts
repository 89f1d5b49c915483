// scope: writes by ids that a query of the scope has found and locked (rows.ts, revert.ts).
import { sql } from 'kysely'
import type { FieldChange } from '#contract/history/shapes.ts'
import { studentPeriodFields } from '#contract/student-periods/fields.ts'
import type { ColumnKind } from '#contract/table-query.ts'
import type { Context } from '../context.ts'

/** What may be written into a column of a student-period. */
export type Value = FieldChange['before']
export type Values = Readonly<Record<string, Value>>

/** New values for one student-period. */
export interface Write {
  readonly id: number
  readonly set: Values
}

const types: Record<ColumnKind, string> = {
  text: 'text',
  choice: 'text',
  number: 'bigint',
  money: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  boolean: 'boolean',
}

const kinds: Readonly<Record<string, { kind: ColumnKind }>> = studentPeriodFields

/** What a move keeps for the way back; columns without a field of their own. */
const keptColumns: ReadonlySet<string> = new Set(
  ['medical', 'dental', 'vision'].flatMap((coverage) => [
    `${coverage}_prior_status`,
    `${coverage}_prior_tier`,
  ]),
)

/** Whether history may speak of a column, and undo write it. */
export const isColumn = (name: string): boolean =>
  Object.hasOwn(kinds, name) || keptColumns.has(name) || name === 'deleted_at'

const typeOf = (name: string): string => {
  const field = kinds[name]
  if (field) return types[field.kind]
  if (keptColumns.has(name)) return 'text'
  if (name === 'deleted_at') return types.instant
  throw new Error(`The student-period has no column ${name}.`)
}

/** How many rows one statement writes. */
const batchSize = 5000

const writeAlike = async (
  context: Pick<Context, 'db' | 'clock'>,
  names: readonly string[],
  writes: readonly Write[],
) => {
  const at = context.clock.now().toISOString()
  const assignments = names.map((name) => sql`${sql.ref(name)} = written.${sql.ref(name)}`)
  const arrays = names.map(
    (name) => sql`${writes.map(({ set }) => set[name] ?? null)}::${sql.raw(typeOf(name))}[]`,
  )
  await sql`
    update student_periods sp
    set ${sql.join([...assignments, sql`version = sp.version + 1`, sql`updated_at = ${at}`])}
    from unnest(${sql.join([sql`${writes.map(({ id }) => id)}::bigint[]`, ...arrays])})
      as written(${sql.join(['id', ...names].map((name) => sql.ref(name)))})
    where sp.id = written.id`.execute(context.db)
}

/**
 * Writes new values into student-periods that the caller's scope has found and locked, a statement for every
 * set of columns that change together. Versions count on.
 */
export const writeStudentPeriods = async (
  context: Pick<Context, 'db' | 'clock'>,
  writes: readonly Write[],
): Promise<void> => {
  const alike = Map.groupBy(writes, ({ set }) => Object.keys(set).sort().join(','))
  for (const [names, group] of alike) {
    if (names === '') continue
    for (let start = 0; start < group.length; start += batchSize)
      await writeAlike(context, names.split(','), group.slice(start, start + batchSize))
  }
}
