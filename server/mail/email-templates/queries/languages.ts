import { sql } from 'kysely'
import { languages } from '#contract/setup/period-documents/waiver-choices.ts'
import type { EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

/** Returns the languages of students’ latest forms by student-period; those without a form aren’t in it. */
export const languagesOfStudents = async (
  context: ScopeContext,
  studentPeriodIds: readonly number[],
): Promise<ReadonlyMap<number, EmailLanguage>> => {
  const { rows } = await sql<{ id: number; language: string | null }>`
    select distinct on (form.student_period_id) form.student_period_id as id, signed.content ->> 'language' as language
    from form_submissions form
    join form_submission_snapshots signed on signed.submission_id = form.id
      and ${scope.within(context, 'signed.school_id')}
    where ${scope.within(context, 'form.school_id')} and form.progress = 'complete'
      and form.student_period_id = any(${[...studentPeriodIds]}::bigint[])
    order by form.student_period_id, form.submitted_at desc, signed.number desc`.execute(context.db)
  return new Map(
    rows.flatMap(({ id, language }) => {
      const known = languages.find((one) => one === language)
      return known ? [[id, known] as const] : []
    }),
  )
}
