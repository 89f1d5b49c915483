import {
  mayOverride,
  type BulkResult,
  type CoverageStatusesChange,
} from '#contract/student-periods/bulk-shapes.ts'
import type { Context } from '../../context.ts'
import { dayIn, officeTimeZone } from '../../lib/clock.ts'
import { queueWaiverApprovals } from '../confirmations.ts'
import { judgeTargets } from '../judge.ts'
import { assertSomeTarget, changeInBulk, statusFields } from './bulk.ts'

/** Moves the coverage statuses of a selection (decisions section 3); all together or not at all. */
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
  const judging = {
    role: context.caller.permission,
    today: dayIn(context.clock, officeTimeZone),
    mayOverride: mayOverride(body),
  }
  const { result, changed } = await changeInBulk(
    context,
    body,
    (row) => judgeTargets(row, targets, judging),
    { kind: 'coverage_status_changed', reason: body.override_reason, countsOverrides: true },
  )
  if (body.send_email === true) await queueWaiverApprovals(context, changed)
  return result
}
