import { sql, type RawBuilder } from 'kysely'
import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { Tier } from '#contract/platform/coverage/status-groups.ts'
import type { AcademicStatus, RecordStatus } from '#contract/platform/record/student-period-choices.ts'
import type { Selection } from '#contract/platform/record/narrowing.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import { isLong } from '#server/platform/jobs/index.ts'
import type { Context } from '#server/platform/context.ts'
import {
  feeColumns,
  planColumns,
  type EligibilityFacts,
  type LifeEvent,
  type PeriodOfLines,
} from '#server/platform/coverage/index.ts'
import { scope, selectPeriod, type ScopeContext } from '#server/platform/db/scope.ts'
import { periodsWithRules, toPeriodWithRules } from '#server/setup/periods/index.ts'
import { problem } from '#server/platform/problem.ts'
import { emailAddressIn } from '#server/records/students/index.ts'
import { matching } from './matching.ts'
import { readRelated, type Related } from './related-rows.ts'
import type { SignedForm } from './signed-forms.ts'
import type { Values } from '../record.ts'
import { fullName, listedName } from '#server/platform/db/person-names.ts'

/** The parts of a student-period that status changes need. */
export interface MovableRow {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly version: number
  readonly name: string
  readonly sid: string
  readonly email: string | null
  /** The student’s name as in an address: `Ana Lopez`. */
  readonly addressee: string
  readonly status: RecordStatus
  readonly academic_status: AcademicStatus | null
  readonly loa_start_on: string | null
  readonly loa_end_on: string | null
  readonly requested_enrollment_on: string | null
  /** The day the student signed their latest form. */
  readonly signed_on: string | null
  /** The life event of the student’s latest enroll form; null if it has none. */
  readonly life_event: LifeEvent | null
  /** What decides which deadlines and fees apply to the student. */
  readonly facts: EligibilityFacts
  readonly reverify_on: string | null
  readonly period: Period
  readonly dependents: readonly Dependent[]
  /** The student’s forms in effect, the latest first. */
  readonly forms: readonly SignedForm[]
  /**
   * Has the statuses, their prior values, the dates that status changes write, the requested columns, and with a waiver
   * form the details of the other insurance.
   */
  readonly values: Values
  readonly lines: Readonly<Record<Coverage, LineRow>>
}

interface Period extends PeriodOfLines {
  readonly id: number
}

interface LineRow {
  readonly status: CoverageStatus
  readonly prior_status: CoverageStatus | null
  readonly prior_tier: Tier | null
  readonly coverage_start_on: string | null
  readonly coverage_end_on: string | null
  /** As the waiver form says that is open, or else as the record does. */
  readonly source_of_coverage: string | null
  readonly subscriber_relation: string | null
  readonly waive_verified_on: string | null
}

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
  'loa_start_on',
  'loa_end_on',
  'requested_enrollment_on',
  'signature_date',
  'program',
  'campus',
  'graduation_year',
  'reverify_on',
  ...feeColumns,
]
const moved: ReadonlySet<string> = new Set([...plainColumns, ...coverageNames.flatMap(lineColumns)])
const selected = [...moved].map((name) => sql.ref(`sp.${name}`))

/** What rows are found with: a caller’s scope, or the system’s for one school. */
type RowContext = ScopeContext & Pick<Context, 'clock'>

/** The rows of a bulk call: IDs or a selection. */
export interface BulkRequest {
  readonly ids?: readonly number[] | undefined
  readonly selection?: Selection | undefined
}

/**
 * Loads the rows of a bulk call. Locks them in ID order to avoid deadlocks, unless it’s a preview. `columns`
 * are read in addition to those every status change needs.
 * @throws Problem 404 if an ID is unknown or foreign, 422 if the selection’s period is
 */
export const loadRows = async (
  context: RowContext,
  ask: BulkRequest,
  lock: boolean,
  columns: readonly string[] = [],
): Promise<MovableRow[]> => {
  const source = await sourceOf(context, ask)
  const rows = await readRows(context, source, lock, columns)
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
  const { rows } = await sql<NamedRow>`
    select ${names} ${await sourceOf(context, ask)} order by sp.id`.execute(context.db)
  assertEveryId(ask, rows)
  return rows
}

/** Rejects the whole call if one ID is foreign or unknown. */
const assertEveryId = ({ ids }: BulkRequest, rows: readonly unknown[]): void => {
  if (ids && rows.length !== new Set(ids).size) throw problem.notFound()
}

const sourceOf = async (context: RowContext, ask: BulkRequest): Promise<RawBuilder<unknown>> => {
  if (ask.selection) {
    await selectPeriod(context, ask.selection.period_id, 'selection.period_id')
    return matching(context, ask.selection, ['student_name'])
  }
  return sql`from student_periods sp join students s on s.id = sp.student_id
    where sp.id = any(${[...(ask.ids ?? [])]}::bigint[]) and sp.deleted_at is null
      and ${scope.within(context, 'sp.school_id')}`
}

const readRows = async (
  context: ScopeContext,
  source: RawBuilder<unknown>,
  lock: boolean,
  columns: readonly string[],
): Promise<MovableRow[]> => {
  const more = columns.filter((name) => !moved.has(name)).map((name) => sql.ref(`sp.${name}`))
  const { rows } = await sql<Flat>`
    select ${sql.join([...selected, ...more])}, ${listedName('s')} as name, s.sid,
      ${fullName('s')} as addressee,
      ${emailAddressIn('s')} as email
    ${source} order by sp.id ${lock ? sql`for update of sp` : sql``}`.execute(context.db)
  const periods = await readPeriods(context, [...new Set(rows.map(({ period_id }) => period_id))])
  const related = await readRelated(
    context,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toMovable(row, periods, related))
}

const readPeriods = async (context: ScopeContext, ids: readonly number[]): Promise<Map<number, Period>> => {
  const found = await periodsWithRules(context)
    .where('periods.id', 'in', ids.length > 0 ? [...ids] : [0])
    .execute()
  return new Map(found.map((period) => [period.id, toPeriodWithRules(period)]))
}

const textOf = (row: Flat, name: string): string | null => {
  const value = row[name]
  return typeof value === 'string' ? value : null
}

const lineOf = (row: Flat, coverage: Coverage, forms: readonly SignedForm[]): LineRow => ({
  // the domain coverage_status and the CHECKs allow exactly the contract's enumerations
  status: textOf(row, `${coverage}_status`) as CoverageStatus,
  prior_status: textOf(row, `${coverage}_prior_status`) as CoverageStatus | null,
  prior_tier: textOf(row, `${coverage}_prior_tier`) as Tier | null,
  coverage_start_on: textOf(row, `${coverage}_enroll_coverage_start_on`),
  coverage_end_on: textOf(row, `${coverage}_enroll_coverage_end_on`),
  source_of_coverage: signedSource(coverage, forms) ?? textOf(row, `${coverage}_waive_source_of_coverage`),
  subscriber_relation: textOf(row, `${coverage}_waive_subscriber_relation`),
  waive_verified_on: textOf(row, `${coverage}_waive_verified_on`),
})

/** Returns the source of coverage that a waiver form gives for a coverage type that isn’t decided. */
const signedSource = (coverage: Coverage, forms: readonly SignedForm[]): string | null => {
  const field = `${coverage}_waive_source_of_coverage`
  const open = forms.filter(({ decided_coverages: decided }) => !decided.includes(coverage))
  const value = open.map(({ answers }) => answers.get(field)).find((one) => one !== undefined)
  return typeof value === 'string' ? value : null
}

const toMovable = (
  row: Flat,
  periods: Map<number, Period>,
  { dependents, lifeEvents, forms }: Related,
): MovableRow => {
  const period = periods.get(row.period_id)
  const own = forms.get(row.id) ?? []
  if (!period) throw new Error(`The period of student-period ${row.id} doesn’t exist.`)
  return {
    id: row.id,
    school_id: row.school_id,
    student_id: row.student_id,
    version: row.version,
    name: textOf(row, 'name') ?? '',
    sid: textOf(row, 'sid') ?? '',
    email: textOf(row, 'email'),
    addressee: textOf(row, 'addressee') ?? '',
    status: textOf(row, 'status') as RecordStatus,
    academic_status: textOf(row, 'academic_status') as AcademicStatus | null,
    loa_start_on: textOf(row, 'loa_start_on'),
    loa_end_on: textOf(row, 'loa_end_on'),
    requested_enrollment_on: textOf(row, 'requested_enrollment_on'),
    signed_on: textOf(row, 'signature_date'),
    life_event: lifeEvents.get(row.id) ?? null,
    facts: factsOf(row),
    reverify_on: textOf(row, 'reverify_on'),
    period,
    dependents: dependents.get(row.id) ?? [],
    forms: own,
    values: { ...own.find(({ form_type }) => form_type === 'waiver')?.recorded, ...row },
    lines: {
      medical: lineOf(row, 'medical', own),
      dental: lineOf(row, 'dental', own),
      vision: lineOf(row, 'vision', own),
    },
  }
}

const factsOf = ({ program, campus, graduation_year, academic_status }: Flat): EligibilityFacts => ({
  program,
  campus,
  graduation_year,
  academic_status,
})
