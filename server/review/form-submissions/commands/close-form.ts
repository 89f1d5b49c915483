import type { formClosing } from '#contract/review/form-submissions/review-shapes.ts'
import type * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { ownDeclines, readForms, suggest } from '#server/review/decisions/index.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { closeLines, lineOf, lockRow } from '#server/records/student-periods/index.ts'
import { readForm } from '../queries/review-detail.ts'

/**
 * Closes coverage types of a form without a decision, with a reason. No status changes.
 * @throws Problem 403 if the caller declined what is appealed; 404, 409; 422 if a coverage type isn’t open
 */
export const closeForm = async (
  context: Context,
  id: number,
  { coverage_types, reason, version }: z.output<typeof formClosing>,
): Promise<void> => {
  const [seen] = await readForms(context, [id])
  if (!seen) throw problem.notFound()
  // records are locked before forms, as decisions do
  const recordId = seen.student_period_id
  const row = await lockRow(context, recordId)
  const [form] = await readForms(context, [id], true)
  if (!form || form.version !== version || form.student_period_id !== recordId)
    throw problem.stale(await readForm(context, id))
  if (!coverage_types.every((coverage) => form.open_coverages.includes(coverage)))
    throw problem.invalid({ coverage_types: 'Choose coverage that’s still open on the form.' })
  if (ownDeclines(form.reopened, context.caller.id).some((one) => coverage_types.includes(one)))
    throw problem.forbidden('Someone else must decide this appeal.')
  const owner = { id: recordId, school_id: form.school_id, student_id: form.student_id }
  const act = { kind: 'form_decided', schoolId: form.school_id, undoable: true } as const
  const entries = await closeLines({ context, system: context }, act, {
    form,
    owner,
    lines: coverage_types.map((coverage) => {
      const status = row ? lineOf(row, coverage).status : null
      return { coverage, from: status, to: status }
    }),
    note: reason,
  })
  await recordHistory(context, act, entries)
  await suggest(context, [id])
}
