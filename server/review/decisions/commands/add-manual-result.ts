import type { NewManualResult } from '#contract/review/decisions/outcome-shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { readForms } from '../forms.ts'
import { suggest } from './suggest.ts'

/** Saves what staff found out about other coverage, and judges the form again. @throws Problem 422 by field */
export const addManualResult = async (context: Context, body: NewManualResult): Promise<void> => {
  const { form_submission_id, coverage_type, ...result } = body
  const [form] = await readForms(context, [form_submission_id])
  if (!form) throw problem.selected('form_submission_id')
  if (form.form_type !== 'waiver' || !form.coverage_types.includes(coverage_type))
    throw problem.invalid({ coverage_type: 'Choose coverage that’s on the waiver form.' })
  const { plan_begins_on: begins, plan_ends_on: ends } = result
  if (begins != null && ends != null && begins > ends)
    throw problem.invalid({ plan_ends_on: 'Enter a date on or after the start date.' })
  await context.db
    .insertInto('manual_results')
    .values({
      ...result,
      school_id: form.school_id,
      submission_id: form.id,
      coverage_type,
      created_by_id: context.caller.id,
      created_at: context.clock.now().toISOString(),
    })
    .execute()
  await recordHistory(context, { kind: 'manual_result_added', schoolId: form.school_id }, [
    {
      kind: 'manual_result_added',
      subject: { type: 'form_submission', id: form.id },
      school_id: form.school_id,
      student_id: form.student_id,
      student_period_id: form.student_period_id,
      reason: result.note ?? null,
      changes: [{ field: `${coverage_type}_result`, before: null, after: result.status }],
    },
  ])
  await suggest(context, [form.id])
}
