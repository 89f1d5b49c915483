import { sql } from 'kysely'
import type { RecordCounts } from '#contract/records/students/shapes.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

/** Counts what the parts of a student’s record hold. */
export const countParts = async (context: ScopeContext, studentId: number): Promise<RecordCounts> => {
  const { rows } = await sql<Omit<RecordCounts, 'years'>>`
    select
      (select count(*)::int from student_notes n
        where n.student_id = ${studentId} and n.deleted_at is null and ${scope.within(context, 'n.school_id')}) as notes,
      (select count(*)::int from student_files f where f.student_id = ${studentId} and f.deleted_at is null
        and f.replaced_by_id is null and ${scope.within(context, 'f.school_id')}) as documents,
      (select count(*)::int from emails e where e.student_id = ${studentId} and ${scope.within(context, 'e.school_id')}) as emails,
      (select count(*)::int from eligibility_reports r
        where r.student_id = ${studentId} and ${scope.within(context, 'r.school_id')}) as verifications`.execute(
    context.db,
  )
  const [counts = { notes: 0, documents: 0, emails: 0, verifications: 0 }] = rows
  return { ...counts, years: await countYears(context, studentId) }
}

const countYears = async (context: ScopeContext, studentId: number): Promise<RecordCounts['years']> => {
  const { rows } = await sql<RecordCounts['years'][number]>`
    select sp.id as student_period_id,
      (select count(*)::int from dependents d where d.student_period_id = sp.id and d.deleted_at is null
        and ${scope.within(context, 'd.school_id')}) as dependents,
      (select count(*)::int from form_submissions s where s.student_period_id = sp.id
        and ${scope.within(context, 's.school_id')}) as forms
    from student_periods sp
    where sp.student_id = ${studentId} and sp.deleted_at is null and ${scope.within(context, 'sp.school_id')}`.execute(
    context.db,
  )
  return rows.filter(({ dependents, forms }) => dependents + forms > 0)
}
