import { sql, type RawBuilder } from 'kysely'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { Selection } from '#contract/platform/record/narrowing.ts'
import { isLong } from '#server/platform/jobs/index.ts'
import type { Context } from '#server/platform/context.ts'
import { feeColumns, planColumns } from '#server/platform/coverage/index.ts'
import { recordErased } from '#server/platform/db/record-locks.ts'
import { scope, selectPeriod, type ScopeContext } from '#server/platform/db/scope.ts'
import { periodsWithRules, toPeriodWithRules } from '#server/setup/periods/index.ts'
import { problem } from '#server/platform/problem.ts'
import { emailAddressIn } from '#server/records/students/index.ts'
import { mapInSteps } from '#server/platform/lib/batches.ts'
import { matching } from './matching.ts'
import { readRelated, type Related } from './related-rows.ts'
import { movableOf, textOf, type MovableRow, type Period } from '../rules/movable-row.ts'
import { fullName, listedName } from '#server/platform/db/person-names.ts'

type Flat = Readonly<Record<string, string | number | boolean | null>> & {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly period_id: number
  readonly version: number
}

const lineColumns = (coverage: Coverage): string[] => [
  `${coverage}_status`,
  `${coverage}_prior_status`,
  `${coverage}_prior_tier`,
  `${coverage}_prior_end_on`,
  `${coverage}_waive_verified_on`,
  `${coverage}_waive_source_of_coverage`,
  `${coverage}_waive_subscriber_relation`,
  `${coverage}_enroll_coverage_start_on`,
  `${coverage}_enroll_coverage_end_on`,
  ...planColumns(coverage),
]
const coverageNames: readonly Coverage[] = ['medical', 'dental', 'vision']
const plainColumns = [
  'id',
  'school_id',
  'student_id',
  'period_id',
  'version',
  'status',
  'academic_status',
  'planned_academic_status',
  'planned_status_on',
  'loa_start_on',
  'loa_end_on',
  'requested_enrollment_on',
  'signature_date',
  'program',
  'campus',
  'graduation_year',
  'reverify_on',
  'benefits_used_on',
  ...feeColumns,
]
const moved: ReadonlySet<string> = new Set([...plainColumns, ...coverageNames.flatMap(lineColumns)])
const selected = [...moved].map((name) => sql.ref(`sp.${name}`))

/** What rows are found with: a caller’s scope, or the system’s for one school. */
export type RowContext = ScopeContext & Pick<Context, 'clock'>

/** The rows of a bulk call: IDs or a selection. */
export interface BulkRequest {
  readonly ids?: readonly number[] | undefined
  readonly selection?: Selection | undefined
}

/**
 * Loads the rows of a bulk call in the order of their IDs, without locking them: for previews. `columns` are read in
 * addition to those every status change needs.
 * @throws Problem 404 if an ID is unknown or foreign, 422 if the selection’s period is
 */
export const loadRows = async (
  context: RowContext,
  ask: BulkRequest,
  columns: readonly string[] = [],
): Promise<MovableRow[]> => {
  const rows = await readRows(context, await sourceOf(context, ask), { columns, isLocking: false })
  assertEveryId(ask, rows)
  return rows
}

/** Counts the rows of a bulk call. */
export const countRequested = async (context: Context, ask: BulkRequest): Promise<number> => {
  if (ask.ids) return ask.ids.length
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total ${await sourceOf(context, ask)}`.execute(context.db)
  return rows[0]?.total ?? 0
}

/** Returns whether a bulk call is long enough to run as a job. */
export const isLongCall = async (
  context: Context,
  ask: BulkRequest & { readonly dry_run?: boolean | undefined },
): Promise<boolean> => ask.dry_run !== true && isLong(await countRequested(context, ask))

/** The parts of a row for calls that don’t change it. */
export interface NamedRow {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly name: string
  readonly sid: string
  readonly email: string | null
  /** The student’s name as in an address: `Ana Lopez`. */
  readonly addressee: string
}

const names = sql`sp.id, sp.school_id, sp.student_id, ${listedName('s')} as name, s.sid,
  ${emailAddressIn('s')} as email, ${fullName('s')} as addressee`

/** Loads the rows of a bulk call in ID order, with only their names. @throws Problem as `loadRows` */
export const listNamedRows = async (context: Context, ask: BulkRequest): Promise<NamedRow[]> => {
  const { rows } = await sql<NamedRow & { readonly is_erased: boolean }>`
    select ${names}, sp.erased_at is not null as is_erased
    ${await sourceOf(context, ask)} order by sp.id`.execute(context.db)
  assertEveryId(ask, rows)
  if (rows.some(({ is_erased }) => is_erased)) throw recordErased()
  return rows
}

/** Rejects the whole call if one ID is foreign or unknown. */
const assertEveryId = ({ ids }: BulkRequest, rows: readonly unknown[]): void => {
  if (ids && rows.length !== new Set(ids).size) throw problem.notFound()
}

/** Returns `from … where …` of the rows of a bulk call: student-periods `sp` with their students `s`. */
export const sourceOf = async (context: RowContext, ask: BulkRequest): Promise<RawBuilder<unknown>> => {
  if (ask.selection) {
    await selectPeriod(context, ask.selection.period_id, 'selection.period_id')
    // what is left of erased students is counted in lists, but nothing is done with it
    return sql`${await matching(context, ask.selection, ['student_name'])} and sp.erased_at is null`
  }
  return sql`from student_periods sp join students s on s.id = sp.student_id
    where sp.id = any(${[...(ask.ids ?? [])]}::bigint[]) and sp.deleted_at is null
      and ${scope.within(context, 'sp.school_id')}`
}

/** Reads rows in the order of their IDs with all that status changes need, and locks them if requested. */
export const readRows = async (
  context: ScopeContext,
  source: RawBuilder<unknown>,
  { columns, isLocking }: { readonly columns: readonly string[]; readonly isLocking: boolean },
): Promise<MovableRow[]> => {
  const more = columns.filter((name) => !moved.has(name)).map((name) => sql.ref(`sp.${name}`))
  const { rows } = await sql<Flat>`
    select ${sql.join([...selected, ...more])}, ${listedName('s')} as name, s.sid,
      ${fullName('s')} as addressee,
      ${emailAddressIn('s')} as email
    ${source} order by sp.id ${isLocking ? sql`for no key update of sp` : sql``}`.execute(context.db)
  const periods = await readPeriods(context, [...new Set(rows.map(({ period_id }) => period_id))])
  const related = await readRelated(
    context,
    rows.map(({ id }) => id),
  )
  return mapInSteps(rows, (row) => toMovable(row, periods, related))
}

/** Returns policy years with their rules, by ID. */
export const readPeriods = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<Map<number, Period>> => {
  const found = await periodsWithRules(context)
    .where('periods.id', 'in', ids.length > 0 ? [...ids] : [0])
    .execute()
  return new Map(found.map((period) => [period.id, toPeriodWithRules(period)]))
}

const toMovable = (
  row: Flat,
  periods: Map<number, Period>,
  { dependents, lifeEvents, forms }: Related,
): MovableRow => {
  const period = periods.get(row.period_id)
  const own = forms.get(row.id) ?? []
  if (!period) throw new Error(`The period of student-period ${row.id} doesn’t exist.`)
  return movableOf(
    { ...own.find(({ form_type }) => form_type === 'waiver')?.recorded, ...row },
    {
      id: row.id,
      school_id: row.school_id,
      student_id: row.student_id,
      version: row.version,
      name: textOf(row, 'name') ?? '',
      sid: textOf(row, 'sid') ?? '',
      email: textOf(row, 'email'),
      addressee: textOf(row, 'addressee') ?? '',
      life_event: lifeEvents.get(row.id) ?? null,
      period,
      dependents: dependents.get(row.id) ?? [],
      forms: own,
    },
  )
}
