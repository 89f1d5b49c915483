import {
  mayOverride,
  type BulkResult,
  type CoverageStatusesChange,
} from '#contract/records/student-periods/bulk-shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { countWaiverApprovals, queueWaiverApprovals } from '../confirmations.ts'
import { evaluateTargets } from '../evaluate.ts'
import { assertSomeTarget, changeInBulk, statusFields } from './bulk.ts'

/** Changes the coverage statuses of a selection (decisions section 3), in one transaction. */
export const updateCoverageStatuses = async (
  context: Context,
  body: CoverageStatusesChange,
): Promise<BulkResult> => {
  assertSomeTarget(body, statusFields)
  const targets = {
    ...(body.medical_status ? { medical: body.medical_status } : {}),
    ...(body.dental_status ? { dental: body.dental_status } : {}),
    ...(body.vision_status ? { vision: body.vision_status } : {}),
  }
  const options = {
    role: context.caller.permission,
    today: dayIn(context.clock, officeTimeZone),
    mayOverride: mayOverride(body),
  }
  const { result, changed } = await changeInBulk(
    context,
    body,
    (row) => evaluateTargets(row, targets, options),
    { kind: 'coverage_status_changed', reason: body.override_reason, countsOverrides: true },
  )
  if (body.send_email !== true) return result
  if (body.dry_run === true) return { ...result, emails: await countWaiverApprovals(context, changed) }
  await queueWaiverApprovals(context, changed)
  return result
}
