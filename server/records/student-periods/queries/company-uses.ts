import { sql, type RawBuilder } from 'kysely'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { lockRecords } from '#server/platform/db/record-locks.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

/** The uses of a company, or of typed names without a company. */
export type CompanyUse = { readonly company: number } | { readonly names: readonly string[] }

/** The columns in which a student-period’s waivers name a company. */
type CompanyValues = Readonly<Record<`${Coverage}_waive_insurance_company_id`, number | null>> &
  Readonly<Record<`${Coverage}_waive_insurance_name_other`, string | null>>

/** A student-period that uses a company, with the coverage types. */
export interface UsingRow extends CompanyValues {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly uses: readonly Coverage[]
}

/** Uses by policy year. */
interface UsesOfPeriod {
  readonly school_id: number
  readonly school_name: string
  readonly period_id: number
  readonly period_name: string
  readonly student_periods: number
  readonly lines: Record<Coverage, number>
}

const companyColumn = (coverage: Coverage) => sql.ref(`sp.${coverage}_waive_insurance_company_id`)
const nameColumn = (coverage: Coverage) => sql.ref(`sp.${coverage}_waive_insurance_name_other`)

/** Returns the condition that a line has a typed name and no company. */
export const isTyped = (coverage: Coverage): RawBuilder<boolean> =>
  sql<boolean>`(${nameColumn(coverage)} is not null and ${companyColumn(coverage)} is null)`

const isUse = (use: CompanyUse, coverage: Coverage): RawBuilder<boolean> =>
  'company' in use
    ? sql<boolean>`coalesce(${companyColumn(coverage)} = ${use.company}, false)`
    : sql<boolean>`(${isTyped(coverage)} and shipmate_fold(${nameColumn(coverage)}) = any(${foldedNames(use.names)}))`

const foldedNames = (names: readonly string[]): RawBuilder<unknown> =>
  sql`array(select shipmate_fold(name) from unnest(${[...names]}::text[]) name)`

/** Returns the same as `isUse` for any line, written so that each line’s index is used. */
const usesAny = (use: CompanyUse): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    coverages.map((coverage) =>
      'company' in use ? sql`${companyColumn(coverage)} = ${use.company}` : isUse(use, coverage),
    ),
    sql` or `,
  )})`

const linesOf = (
  quantity: (coverage: Coverage) => RawBuilder<number>,
): RawBuilder<Record<Coverage, number>> =>
  sql`jsonb_build_object('medical', ${quantity('medical')}, 'dental', ${quantity('dental')},
    'vision', ${quantity('vision')})`

/** Counts the student-periods that use it, by school and policy year, latest first. */
export const countUses = async (context: ScopeContext, use: CompanyUse): Promise<UsesOfPeriod[]> => {
  const lines = linesOf((coverage) => sql<number>`count(*) filter (where ${isUse(use, coverage)})`)
  const { rows } = await sql<UsesOfPeriod>`
    select school.id as school_id, school.name as school_name, period.id as period_id, period.name as period_name,
      count(*)::int as student_periods, ${lines} as lines
    from student_periods sp
    join periods period on period.id = sp.period_id
    join schools school on school.id = sp.school_id
    where sp.deleted_at is null and ${usesAny(use)} and ${scope.within(context, 'sp.school_id')}
    group by school.id, period.id, period.school_id
    order by school.name, period.starts_on desc, period.id desc`.execute(context.db)
  return rows
}

/** Returns the student-periods that use it, locked. */
export const lockUses = async (context: ScopeContext, use: CompanyUse): Promise<UsingRow[]> => {
  const found = await sql<{ id: number }>`
    select sp.id from student_periods sp
    where sp.deleted_at is null and ${usesAny(use)} and ${scope.within(context, 'sp.school_id')}`.execute(
    context.db,
  )
  const ids = found.rows.map(({ id }) => id)
  await lockRecords(context, ids)
  const values = coverages.flatMap((coverage) => [companyColumn(coverage), nameColumn(coverage)])
  const uses = coverages.map((coverage) => sql`case when ${isUse(use, coverage)} then ${coverage}::text end`)
  const { rows } = await sql<UsingRow>`
    select sp.id, sp.school_id, sp.student_id, ${sql.join(values)},
      array_remove(array[${sql.join(uses)}], null) as uses
    from student_periods sp
    where sp.id = any(${ids}::bigint[]) and sp.deleted_at is null and ${usesAny(use)}
      and ${scope.within(context, 'sp.school_id')}
    order by sp.id`.execute(context.db)
  return rows
}

/**
 * Counts the student-periods in the caller’s schools that use the company of an outer query. Reads only the
 * lines’ indexes; a record that names it on two lines is counted on the first.
 */
export const usageOf = (context: Pick<ScopeContext, 'caller'>, companyId: RawBuilder<unknown>) => {
  const counts = coverages.map((coverage, at) => {
    const before = coverages
      .slice(0, at)
      .map((one) => sql`${companyColumn(one)} is distinct from ${companyId}`)
    const conditions = [
      sql`${companyColumn(coverage)} = ${companyId}`,
      sql`sp.deleted_at is null`,
      scope.within(context, 'sp.school_id'),
      ...before,
    ]
    return sql`(select count(*) from student_periods sp where ${sql.join(conditions, sql` and `)})`
  })
  return sql<number>`(${sql.join(counts, sql` + `)})::int`
}
