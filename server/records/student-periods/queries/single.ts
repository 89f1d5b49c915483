import { sql, type RawBuilder, type Selectable } from 'kysely'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { dependentDateFields } from '#contract/platform/record/student-period-fields.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { keysOf } from '#server/platform/lib/pick.ts'
import { ssnPlace } from '#server/platform/lib/crypt.ts'
import { studentOf, type Sealed, type StudentRow } from '#server/records/students/index.ts'

/** A student-period with the names of its period and companies. */
export type StudentPeriodRow = Selectable<DB['student_periods']> & {
  readonly period_name: string
  readonly medical_waive_insurance_company: string | null
  readonly dental_waive_insurance_company: string | null
  readonly vision_waive_insurance_company: string | null
}

/** A student-period with everything in its reply. */
export type FullRow = StudentPeriodRow & {
  readonly student: StudentRow
  readonly dependents: readonly DependentRow[]
}

/** The columns of dependents `d` with the days of their coverage. */
export const dependentDates = sql.join(keysOf(dependentDateFields).map((name) => sql.ref(`d.${name}`)))

/**
 * Returns `select …` of whole student-periods: saved ones, or those the statement has just created (`made`,
 * `student`).
 */
export const selectFull = (
  context: ScopeContext,
  from: { readonly records: 'student_periods' | 'made'; readonly students: 'students' | 'student' },
): RawBuilder<FullRow> => {
  const companies = coverages.map(
    (coverage) => sql`(select company.name from insurance_companies company
      where company.id = ${sql.ref(`sp.${coverage}_waive_insurance_company_id`)})
      as ${sql.ref(`${coverage}_waive_insurance_company`)}`,
  )
  return sql<FullRow>`
    select sp.*, p.name as period_name, ${sql.join(companies)}, ${studentOf('s')} as student,
      array(select to_jsonb(own) from (
        select d.id, d.type, d.gender, d.first_name, d.last_name, d.dob, d.ssn_last_four, d.covers,
          ${dependentDates} from dependents d
        where d.student_period_id = sp.id and d.deleted_at is null order by d.id) own) as dependents
    from ${sql.table(from.records)} sp join periods p on p.id = sp.period_id
    join ${sql.table(from.students)} s on s.id = sp.student_id
    where sp.deleted_at is null and s.deleted_at is null and ${scope.within(context, 'sp.school_id')}`
}

/** Returns a whole student-period. @throws Problem 404 */
export const getStudentPeriod = async (context: ScopeContext, id: number): Promise<FullRow> => {
  const { rows } = await sql<FullRow>`
    ${selectFull(context, { records: 'student_periods', students: 'students' })} and sp.id = ${id}`.execute(
    context.db,
  )
  if (!rows[0]) throw problem.notFound()
  return rows[0]
}

/** Selects the dependents in scope, in the order in which they were added. */
export const dependentsOf = (context: ScopeContext) =>
  scope
    .dependents(context)
    .select([
      'dependents.id',
      'dependents.type',
      'dependents.gender',
      'dependents.first_name',
      'dependents.last_name',
      'dependents.dob',
      'dependents.ssn_last_four',
      'dependents.covers',
      'dependents.medical_start_on',
      'dependents.medical_end_on',
      'dependents.dental_start_on',
      'dependents.dental_end_on',
      'dependents.vision_start_on',
      'dependents.vision_end_on',
    ])
    .orderBy('dependents.id')

/** Lists the dependents of a student-period in the order in which they were added. */
export const listDependents = (context: ScopeContext, studentPeriodId: number) =>
  dependentsOf(context).where('dependents.student_period_id', '=', studentPeriodId).execute()
export type DependentRow = Awaited<ReturnType<typeof listDependents>>[number]

/**
 * Checks that an insurance company exists, and locks it until the transaction ends. Call it before locking
 * records, because a merge locks companies first and then the records that use them.
 */
export const isCompany = async ({ db }: Pick<ScopeContext, 'db'>, id: number): Promise<boolean> => {
  const found = await db
    .selectFrom('insurance_companies')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return found !== undefined
}

/** Returns the encrypted SSN of a dependent. @throws Problem 404 */
export const findSealedSsn = async (context: ScopeContext, id: number): Promise<Sealed> => {
  const row = await scope
    .dependents(context)
    .innerJoin('student_periods', 'student_periods.id', 'dependents.student_period_id')
    .select(['dependents.ssn_cipher', 'dependents.school_id', 'student_periods.student_id'])
    .where('dependents.id', '=', id)
    .where('student_periods.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  const { school_id, student_id } = row
  return {
    cipher: row.ssn_cipher,
    // a dependent is copied from year to year, always of the same student
    place: ssnPlace('dependents', student_id),
    access: { subject_type: 'dependent', subject_id: id, school_id, student_id },
  }
}
