import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { FieldChange } from '#contract/history/shapes.ts'
import type { ImportError, ImportOutcome } from '#contract/imports/shapes.ts'
import type { Context } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { scope } from '../db/scope.ts'
import { problem } from '../problem.ts'

export type ImportRecord = Selectable<DB['imports']>

/** @throws Problem 404 when unknown or foreign */
export const getImportRecord = async (context: Context, id: number): Promise<ImportRecord> => {
  const found = await scope
    .imports(context)
    .selectAll('imports')
    .where('imports.id', '=', id)
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
}

/** What became last of what an import wrote: written, taken back, brought back, and so on. */
export interface LastAct {
  readonly id: number
  readonly is_undone: boolean
  readonly at: string
  readonly actor_name: string | null
}

/** The last acts of imports that the scope has found, by import. */
export const listLastActs = async (
  context: Context,
  runs: readonly ImportRecord[],
): Promise<Map<number, LastAct>> => {
  const { rows } = await sql<LastAct & { import_id: number }>`
    with recursive acts as (
      select run.id as import_id, act.id, act.at, act.actor_id, 0 as depth
      from unnest(${runs.map(({ id }) => id)}::bigint[], ${runs.map(({ change_id }) => change_id)}::bigint[])
        as run(id, change_id)
      join changes act on act.id = run.change_id
      union all
      select acts.import_id, undo.id, undo.at, undo.actor_id, acts.depth + 1
      from acts join changes undo on undo.undoes_change_id = acts.id
    )
    select distinct on (acts.import_id) acts.import_id, acts.id, acts.at, acts.depth % 2 = 1 as is_undone,
      u.first_name || ' ' || u.last_name as actor_name
    from acts left join users u on u.id = acts.actor_id
    order by acts.import_id, acts.depth desc`.execute(context.db)
  return new Map(rows.map(({ import_id, ...act }) => [import_id, act]))
}

/** The latest imports into a period. */
export const listImportRecords = (context: Context, periodId: number): Promise<ImportRecord[]> =>
  scope
    .imports(context)
    .selectAll('imports')
    .where('imports.period_id', '=', periodId)
    .orderBy('imports.id', 'desc')
    .limit(20)
    .execute()

/** A planned row as people see it. */
export interface PlannedRow {
  readonly row_number: number
  readonly sid: string | null
  readonly name: string
  readonly student_changes: readonly FieldChange[]
  readonly student_period_changes: readonly FieldChange[]
  readonly errors: readonly ImportError[]
}

/** Rows of an import that the scope has found, by outcome, in the order of the file. */
export const listPlannedRows = async (
  context: Context,
  importId: number,
  outcome: ImportOutcome,
  { limit, offset }: { limit: number; offset: number },
): Promise<PlannedRow[]> => {
  const { rows } = await sql<PlannedRow>`
    select row_number, sid, name, student_changes, student_period_changes, errors
    from import_rows where import_id = ${importId} and ${scope.within(context, 'import_id')} and outcome = ${outcome}
    order by row_number limit ${limit} offset ${offset}`.execute(context.db)
  return rows
}

/** How many rows there are of an outcome. */
export const countPlannedRows = async (
  context: Context,
  importId: number,
  outcome: ImportOutcome,
): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from import_rows
    where import_id = ${importId} and ${scope.within(context, 'import_id')} and outcome = ${outcome}`.execute(
    context.db,
  )
  return rows[0]?.total ?? 0
}

/** How many errors an answer holds. */
const maxErrors = 1000

/** The first errors of an import, in the order of its rows. */
export const firstErrors = async (context: Context, importId: number): Promise<ImportError[]> => {
  const { rows } = await sql<{ error: ImportError }>`
    select e.error from import_rows r
    cross join lateral jsonb_array_elements(r.errors) with ordinality as e(error, place)
    where r.import_id = ${importId} and ${scope.within(context, 'r.import_id')} and r.outcome = 'refused'
    order by r.row_number, e.place limit ${maxErrors}`.execute(context.db)
  return rows.map(({ error }) => error)
}

/** The errors of the refused rows from one row of the file to another, by row. */
export const errorsBetween = async (
  context: Context,
  importId: number,
  from: number,
  to: number,
): Promise<Map<number, readonly ImportError[]>> => {
  const { rows } = await sql<Pick<PlannedRow, 'row_number' | 'errors'>>`
    select row_number, errors from import_rows
    where import_id = ${importId} and ${scope.within(context, 'import_id')} and outcome = 'refused'
      and row_number between ${from} and ${to}`.execute(context.db)
  return new Map(rows.map((row) => [row.row_number, row.errors]))
}

/** What a school's staff said of columns before: folded header → field, or null for a column left out. */
export const readRemembered = async (
  context: Context,
  schoolId: number,
): Promise<Map<string, string | null>> => {
  const rows = await scope
    .importMappings(context)
    .select(['header', 'field'])
    .where('school_id', '=', schoolId)
    .execute()
  return new Map(rows.map(({ header, field }) => [header, field]))
}
