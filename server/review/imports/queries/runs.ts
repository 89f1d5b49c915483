import { sql, type Selectable } from 'kysely'
import { delimiters, encodings, type Delimiter, type Encoding } from '#contract/platform/text-files.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { leftOutReasons, type LeftOutReason } from '#contract/review/imports/choices.ts'
import {
  findingKinds,
  type CellFix,
  type FileReading,
  type FindingCounts,
  type ImportError,
  type ImportOutcome,
  type RejectedCells,
  type RowFinding,
  type YearCopy,
} from '#contract/review/imports/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { scope } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import type { Mapping } from '../rules/propose-mapping.ts'

export type ImportRecord = Selectable<DB['imports']>

// chooseMapping saved it in this shape
export const mappingOf = (run: ImportRecord): Mapping => run.mapping as Mapping

// receiveFile saved it in this shape
export const readingOf = (run: ImportRecord): FileReading | null => run.reading as FileReading | null

// planPeriod saved it in this shape
export const yearCopyOf = (run: ImportRecord): YearCopy | null => run.year_copy as YearCopy | null

/** Returns how the saved file is written; a workbook is saved as CSV. */
export const formatOf = (run: ImportRecord): { encoding: Encoding; delimiter: Delimiter } => ({
  encoding: encodings.find((encoding) => encoding === run.encoding) ?? 'utf-8',
  delimiter: delimiters.find((delimiter) => delimiter === run.delimiter) ?? ',',
})

/** Returns an import. @throws Problem 404 when unknown or foreign */
export const getImportRecord = async (context: Context, id: number): Promise<ImportRecord> => {
  const found = await scope
    .imports(context)
    .selectAll('imports')
    .where('imports.id', '=', id)
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
}

/** The latest change in an import’s chain: applied, undone, redone and so on. */
export interface LastChange {
  readonly id: number
  readonly is_undone: boolean
  readonly at: string
  readonly actor_name: string | null
}

/** Returns the latest change of each import that the scope has found. */
export const listLastChanges = async (
  context: Context,
  runs: readonly ImportRecord[],
): Promise<Map<number, LastChange>> => {
  const { rows } = await sql<LastChange & { import_id: number }>`
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

/** Lists the latest imports into a period. */
export const listImportRecords = (context: Context, periodId: number): Promise<ImportRecord[]> =>
  scope
    .imports(context)
    .selectAll('imports')
    .where('imports.period_id', '=', periodId)
    .orderBy('imports.id', 'desc')
    .limit(20)
    .execute()

/** An error as it’s saved in a planned row. */
export type SavedError = Omit<ImportError, 'value'> & Partial<Pick<ImportError, 'value'>>

/** A row of a roster with its planned changes, or the errors for which it’s rejected. */
export interface PlannedRow {
  readonly row_number: number
  readonly outcome: ImportOutcome
  readonly other_outcome: ImportOutcome | null
  readonly finding: RowFinding | null
  readonly left_out_for: LeftOutReason | null
  readonly sid: string | null
  readonly name: string
  readonly student_changes: readonly FieldChange[]
  readonly student_period_changes: readonly FieldChange[]
  readonly errors: readonly SavedError[]
}

/** The rows of a list: those with an outcome, those with a finding, or those left out for a reason. */
type RowChoice = ImportOutcome | 'finding' | LeftOutReason

const chosen = (choice: RowChoice) => {
  if (choice === 'finding') return sql`finding is not null`
  return leftOutReasons.some((reason) => reason === choice)
    ? sql`left_out_for = ${choice}`
    : sql`outcome = ${choice}`
}

/** Lists the rows of an import by outcome, in file order. The scope must have found the import. */
export const listPlannedRows = async (
  context: Context,
  importId: number,
  choice: RowChoice,
  { limit, offset }: { limit: number; offset: number },
): Promise<PlannedRow[]> => {
  const { rows } = await sql<PlannedRow>`
    select row_number, outcome, other_outcome, finding, left_out_for, sid, name, student_changes, student_period_changes, errors
    from import_rows where import_id = ${importId} and ${scope.within(context, 'school_id')} and ${chosen(choice)}
    order by row_number limit ${limit} offset ${offset}`.execute(context.db)
  return rows
}

/** Counts the rows of such a list. */
export const countPlannedRows = async (
  context: Context,
  importId: number,
  choice: RowChoice,
): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from import_rows
    where import_id = ${importId} and ${scope.within(context, 'school_id')} and ${chosen(choice)}`.execute(
    context.db,
  )
  return rows[0]?.total ?? 0
}

/** No findings. */
export const noFindings: FindingCounts = {
  other_person: 0,
  duplicate: 0,
  spoiled_id: 0,
  unclear_id: 0,
  respelled_id: 0,
  to_confirm: 0,
  confirmed: 0,
}

/** Counts what the rows of imports that the scope has found say about their students, by import. */
export const countFindings = async (
  context: Context,
  runs: readonly ImportRecord[],
): Promise<Map<number, FindingCounts>> => {
  const kinds = findingKinds.map(
    (kind) => sql`count(*) filter (where finding ->> 'kind' = ${kind})::int as ${sql.ref(kind)}`,
  )
  const { rows } = await sql<FindingCounts & { import_id: number }>`
    select import_id, ${sql.join(kinds)},
      count(*) filter (where outcome = 'refused' and other_outcome is not null)::int as to_confirm,
      count(*) filter (where outcome <> 'refused' and other_outcome is not null)::int as confirmed
    from import_rows
    where import_id = any(${runs.map(({ id }) => id)}) and finding is not null and ${scope.within(context, 'school_id')}
    group by import_id`.execute(context.db)
  return new Map(rows.map(({ import_id, ...counts }) => [import_id, counts]))
}

/** Counts the active students who are missing from whole rosters, by import. */
export const countMissing = async (
  context: Context,
  runs: readonly ImportRecord[],
): Promise<Map<number, number>> => {
  const whole = runs.filter((run) => run.whole_roster_at !== null).map(({ id }) => id)
  if (whole.length === 0) return new Map()
  const { rows } = await sql<{ id: number; missing: number }>`
    select asked.id, count(sp.id)::int as missing
    from unnest(${whole}::bigint[]) as asked(id)
    left join roster_absences a on a.import_id = asked.id and ${scope.within(context, 'a.school_id')}
    left join student_periods sp on sp.id = a.student_period_id and sp.deleted_at is null and sp.status = 'active'
      and ${scope.within(context, 'sp.school_id')}
    group by asked.id`.execute(context.db)
  return new Map(rows.map(({ id, missing }) => [id, missing]))
}

/** The most errors in a reply. */
const maxErrors = 1000

/** Returns the first errors of an import, in row order. */
export const firstErrors = async (context: Context, importId: number): Promise<SavedError[]> => {
  const { rows } = await sql<{ error: SavedError }>`
    select e.error from import_rows r
    cross join lateral jsonb_array_elements(r.errors) with ordinality as e(error, place)
    where r.import_id = ${importId} and ${scope.within(context, 'r.school_id')} and r.outcome = 'refused'
    order by r.row_number, e.place limit ${maxErrors}`.execute(context.db)
  return rows.map(({ error }) => error)
}

/** The cells of rejected rows that staff fix; a row that can be confirmed has no others. */
const rejectedCells = (context: Context, importId: number) => sql`
  select e.error ->> 'column' as "column", e.error ->> 'value' as value, e.error ->> 'message' as message,
    r.row_number, r.name, case when coalesce(e.error ->> 'value', '') = '' then r.row_number end as own_row
  from import_rows r cross join lateral jsonb_array_elements(r.errors) as e(error)
  where r.import_id = ${importId} and ${scope.within(context, 'r.school_id')} and r.outcome = 'refused'
    and r.other_outcome is null and e.error ->> 'column' is not null`

/** Lists the rejected cells of an import, those with the same value in a column together. */
export const listRejectedCells = async (
  context: Context,
  importId: number,
): Promise<Omit<RejectedCells, 'field' | 'nearest'>[]> => {
  const { rows } = await sql<Omit<RejectedCells, 'field' | 'nearest'>>`
    with cells as (${rejectedCells(context, importId)})
    select "column", value, (array_agg(message order by row_number))[1] as message, min(row_number) as "row",
      count(distinct row_number)::int as "rows", (array_agg(name order by row_number))[1] as name
    from cells group by "column", value, own_row order by count(*) desc, min(row_number), "column" limit 100`.execute(
    context.db,
  )
  return rows
}

/** Returns in which rows the rejected cells of a column are: all with a value, or the one in a row. */
export const rowsOfCells = async (
  context: Context,
  importId: number,
  { column, at }: Pick<CellFix, 'column' | 'at'>,
): Promise<number[]> => {
  const { rows } = await sql<{ row_number: number }>`
    select distinct row_number from (${rejectedCells(context, importId)}) cells
    where "column" = ${column} and ${'row' in at ? sql`row_number = ${at.row}` : sql`value = ${at.value}`}
    order by row_number`.execute(context.db)
  return rows.map(({ row_number }) => row_number)
}

/** Returns the errors of rejected rows in a range of row numbers, by row. */
export const errorsBetween = async (
  context: Context,
  importId: number,
  from: number,
  to: number,
): Promise<Map<number, readonly SavedError[]>> => {
  const { rows } = await sql<Pick<PlannedRow, 'row_number' | 'errors'>>`
    select row_number, errors from import_rows
    where import_id = ${importId} and ${scope.within(context, 'school_id')} and outcome = 'refused'
      and row_number between ${from} and ${to}`.execute(context.db)
  return new Map(rows.map((row) => [row.row_number, row.errors]))
}

/**
 * Returns how a school’s staff mapped columns before: folded header → field, or null for a column that wasn’t
 * imported.
 */
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
