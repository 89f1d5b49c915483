import { sql, type RawBuilder } from 'kysely'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import type { MergedYear } from '../rules/lost-lines.ts'

interface Row extends MergedYear {
  readonly id: number
  readonly student_id: number
  readonly period_id: number
  /** Whether the other insurance is being checked. */
  readonly is_checked: boolean
}

/** Returns the student-periods of students who are merged, with what a merge looks at, by ID. */
export const readMergedYears = async (
  context: ScopeContext,
  studentIds: readonly number[],
): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    select sp.id, sp.student_id, sp.period_id, period.name as period_name,
      json_build_object('medical', sp.medical_status, 'dental', sp.dental_status, 'vision', sp.vision_status) as statuses,
      exists (select from eligibility_reports report
        where report.student_period_id = sp.id and report.retrieval_status = 'pending'
          and ${scope.within(context, 'report.school_id')}) as is_checked,
      coalesce((select json_agg(json_build_object('form_type', form.form_type, 'coverage', line.coverage,
          'is_plan_change', line.coverage = any(form.plan_change_coverages)) order by form.id)
        from form_submissions form cross join lateral unnest(form.coverage_types) line(coverage)
        where form.student_period_id = sp.id and form.progress = 'complete' and form.superseded_by_id is null
          and line.coverage <> all(form.decided_coverages) and ${scope.within(context, 'form.school_id')}), '[]')
        as open_lines
    from student_periods sp join periods period on period.id = sp.period_id
    where sp.student_id = any(${[...studentIds]}::bigint[]) and sp.deleted_at is null
      and ${scope.within(context, 'sp.school_id')} and ${scope.within(context, 'period.school_id')}
    order by sp.id`.execute(context.db)
  return rows
}

/** Students who were merged, or into whom one was, and those whom an undo separated again. */
export const mergedStudents = (context: ScopeContext): RawBuilder<unknown> => sql`(
  select kept_id from student_merges merge where ${scope.within(context, 'merge.school_id')}
  union all select merged_id from student_merges merge where ${scope.within(context, 'merge.school_id')})`

/** Why what a change created stays if another student was merged into its student after that. */
export const mergedSince = 'Another student was merged into this one after that. Undo the merge first.'

/** Returns the condition that another student was merged into a student after a change, and still is. */
export const isMergedSince = (
  context: ScopeContext,
  changeId: number,
  studentId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from student_merges merge where merge.kept_id = ${studentId} and merge.change_id > ${changeId}
    and merge.undone_at is null and ${scope.within(context, 'merge.school_id')})`
