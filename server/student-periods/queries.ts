import { sql } from 'kysely'
import type { StudentPolicyYear } from '#contract/student-periods/shapes.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import { problem } from '../problem.ts'

/** A student-period with its period's name and its companies' names. @throws Problem 404 */
export const getStudentPeriod = async (context: ScopeContext, id: number) => {
  const company = (column: 'medical' | 'dental' | 'vision') =>
    sql<string | null>`(select company.name from insurance_companies company
      where company.id = ${sql.ref(`student_periods.${column}_waive_insurance_company_id`)})`
  const row = await scope
    .studentPeriods(context)
    .innerJoin('periods', 'periods.id', 'student_periods.period_id')
    .selectAll('student_periods')
    .select([
      'periods.name as period_name',
      company('medical').as('medical_waive_insurance_company'),
      company('dental').as('dental_waive_insurance_company'),
      company('vision').as('vision_waive_insurance_company'),
    ])
    .where('student_periods.id', '=', id)
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  return row
}
export type StudentPeriodRow = Awaited<ReturnType<typeof getStudentPeriod>>

/** The dependents of a student-period. */
export const listDependents = (context: ScopeContext, studentPeriodId: number) =>
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
    ])
    .where('dependents.student_period_id', '=', studentPeriodId)
    .orderBy('dependents.id')
    .execute()
export type DependentRow = Awaited<ReturnType<typeof listDependents>>[number]

/** The policy years of a student, the latest first. */
export const listPolicyYears = (context: ScopeContext, studentId: number): Promise<StudentPolicyYear[]> =>
  scope
    .studentPeriods(context)
    .innerJoin('periods', 'periods.id', 'student_periods.period_id')
    .select([
      'student_periods.id',
      'student_periods.period_id',
      'periods.name as period_name',
      'periods.starts_on',
      'periods.ends_on',
      'student_periods.version',
      'student_periods.medical_status',
      'student_periods.dental_status',
      'student_periods.vision_status',
      // CHECKs hold exactly the contract's enumerations
      sql<StudentPolicyYear['status']>`student_periods.status`.as('status'),
      sql<StudentPolicyYear['academic_status']>`student_periods.academic_status`.as('academic_status'),
      'student_periods.program',
      'student_periods.campus',
    ])
    .where('student_periods.student_id', '=', studentId)
    .orderBy('periods.starts_on', 'desc')
    .orderBy('student_periods.id', 'desc')
    .execute()

/**
 * Whether an insurance company is there; it stays until the end of the transaction. Asked before records are locked:
 * a merge locks the companies first, and then who uses them.
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
