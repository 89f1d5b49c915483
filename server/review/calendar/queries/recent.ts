import { sql } from 'kysely'
import { isAdmin } from '#contract/platform/access.ts'
import type { FormSubmissionColumn } from '#contract/review/form-submissions/review-shapes.ts'
import type { StudentListColumn } from '#contract/platform/record/columns.ts'
import type { Filters } from '#contract/platform/table-filters.ts'
import type { RecentEvents } from '#contract/review/calendar/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, scope } from '#server/platform/db/scope.ts'
import { lastVisit } from '#server/platform/history/index.ts'
import { countEveryRow } from '#server/records/student-periods/index.ts'
import { countForms } from '#server/review/form-submissions/index.ts'

const only = (field: StudentListColumn | FormSubmissionColumn): { filters: Filters } => ({
  filters: { [field]: { operator: 'and', constraints: [{ match_mode: 'equals', value: true }] } },
})

/** Counts what happened in a policy year since the user’s last change before today. @throws Problem 404 */
export const readRecentEvents = async (context: Context, periodId: number): Promise<RecentEvents> => {
  await getPeriod(context, periodId)
  const { rows } = await sql<{ at: string }>`
    select at from ${lastVisit(context, context.caller.id)} visit`.execute(context.db)
  const since = rows[0]?.at ?? null
  if (since === null) return { since, ...nothing }
  const ofPeriod = { period_id: periodId }
  const forms = async (field: FormSubmissionColumn) =>
    isAdmin(context.caller) ? countForms(context, { ...ofPeriod, ...only(field) }) : 0
  return {
    since,
    forms_received: await forms('received_since_visit'),
    forms_decided: await forms('decided_since_visit'),
    students_not_emailed: await countEveryRow(context, {
      ...ofPeriod,
      ...only('delivery_failed_since_visit'),
    }),
    students_changed: await countEveryRow(context, { ...ofPeriod, ...only('changed_since_visit') }),
    imports: await listOthersImports(context, periodId, since),
  }
}

const nothing = {
  forms_received: 0,
  forms_decided: 0,
  students_not_emailed: 0,
  students_changed: 0,
  imports: [],
}

const mostImports = 5

const listOthersImports = async (
  context: Context,
  periodId: number,
  since: string,
): Promise<RecentEvents['imports']> => {
  const { rows } = await sql<RecentEvents['imports'][number]>`
    select run.id, run.file_name, author.first_name || ' ' || author.last_name as author
    from imports run left join users author on author.id = run.author_id
    where run.period_id = ${periodId} and run.applied_at > ${since}
      and run.author_id is distinct from ${context.caller.id} and ${scope.within(context, 'run.school_id')}
    order by run.id desc limit ${mostImports}`.execute(context.db)
  return rows
}
