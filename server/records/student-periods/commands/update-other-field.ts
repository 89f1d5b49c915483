import { fieldOf } from '#contract/platform/known-fields.ts'
import type { OtherFieldChange, BulkResult } from '#contract/records/student-periods/bulk-shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { problem } from '#server/platform/problem.ts'
import { evaluateField } from '../evaluate.ts'
import { isCompany } from '../queries.ts'
import { assertMayWrite, datePartners } from '../rules.ts'
import { changeInBulk } from './bulk.ts'

/**
 * Sets one field of a selection to one value. Skips rows whose dates would be out of order.
 * @throws Problem 403, 422
 */
export const updateOtherField = async (context: Context, body: OtherFieldChange): Promise<BulkResult> => {
  const { field, value } = body
  assertMayWrite([field], context.caller.permission)
  const isCompanyField = fieldOf(field)?.format === 'company'
  if (isCompanyField && value !== null && !(await isCompany(context, Number(value))))
    throw problem.selected('value')
  const { result } = await changeInBulk(context, body, (row) => evaluateField(row, field, value), {
    kind: 'student_period_changed',
    columns: [field, ...datePartners(field)],
  })
  return result
}
