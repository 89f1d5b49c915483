import type { z } from 'zod/mini'
import type { BulkResult } from '#contract/platform/record/bulk.ts'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import {
  mayOverride,
  type CoverageStatusesChange,
  type OtherFieldChange,
  type PlanPremiumsChange,
  type StudentPeriodRemoval,
  type studentStatusChange,
} from '#contract/records/student-periods/bulk-shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { assertSomeTarget, changeInBulk, statusFields } from './bulk.ts'
import { countWaiverApprovals, queueWaiverApprovals } from './emails.ts'
import { isCompany } from '../queries/single.ts'
import { readDifferingPremiums } from '../queries/plan-premiums.ts'
import { assertMadeInYear, assertMayWrite, assertStartsWithin, datePartners } from '../rules/fields.ts'
import { planPremiumValues, premiumSums } from '../rules/lines.ts'
import type { MovableRow } from '../rules/movable-row.ts'
import {
  kindOf,
  plansStatus,
  recordFieldsStep,
  recordKindOf,
  statusSteps,
  targetSteps,
  waits,
} from '../rules/steps.ts'

/** Changes the coverage statuses of a selection, in one transaction. */
export const updateCoverageStatuses = async (
  context: Context,
  body: CoverageStatusesChange,
): Promise<BulkResult> => {
  assertSomeTarget(body, statusFields)
  const startsOn = body.coverage_starts_on
  const steps = targetSteps(body, {
    role: context.caller.permission,
    mayOverride: mayOverride(body),
    startsOn,
  })
  const stepsOf = ({ period }: MovableRow) => {
    assertStartsWithin(period, startsOn)
    return steps
  }
  const { result, changed } = await changeInBulk(context, body, () => stepsOf, {
    kind: 'coverage_status_changed',
    entry: (plan) => kindOf(plan, 'coverage_status_changed'),
    reason: body.override_reason,
    countsOverrides: true,
  })
  if (body.send_email !== true) return result
  if (body.dry_run === true) return { ...result, emails: await countWaiverApprovals(context, changed) }
  await queueWaiverApprovals(context, changed, { kind: 'coverage_status_changed', cause: 'bulk' })
  return result
}

/**
 * Sets the academic status or the record status of a selection and makes the coverage status changes that
 * follow.
 */
export const updateStudentStatus = async (
  context: Context,
  body: z.output<typeof studentStatusChange>,
): Promise<BulkResult> => {
  assertSomeTarget(body, ['academic_status', 'status'])
  const today = dayIn(context.clock, officeTimeZone)
  const { result, changed } = await changeInBulk(
    context,
    body,
    () => (row) => {
      if (waits(row, body, today)) assertMadeInYear(row.period, body.effective_on, 'effective_on')
      return statusSteps(row, body, today)
    },
    {
      kind: 'student_status_changed',
      entry: recordKindOf,
    },
  )
  return { ...result, planned: changed.filter(plansStatus).length }
}

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
  const { result } = await changeInBulk(
    context,
    body,
    () => (row) => [recordFieldsStep(row, { [field]: value })],
    {
      kind: 'student_period_changed',
      columns: [field, ...datePartners(field)],
    },
  )
  return result
}

/**
 * Sets the premiums of a selection that aren’t the plan’s to the plan’s, or to what a change of the tier during the year
 * made of them.
 */
export const setPlanPremiums = async (context: Context, body: PlanPremiumsChange): Promise<BulkResult> => {
  const stepsFor = async (rows: readonly MovableRow[]) => {
    const differing = Map.groupBy(
      await readDifferingPremiums(
        context,
        rows.map(({ id }) => id),
      ),
      ({ id }) => id,
    )
    return (row: MovableRow) => [{ values: planPremiumValues(row, differing.get(row.id) ?? []) }]
  }
  const { result, changed } = await changeInBulk(context, body, stepsFor, {
    // not typed: a later change of the plan changes it again
    kind: 'setup_applied',
    reason: 'Set to the plan’s premium.',
  })
  return { ...result, premiums: premiumSums(changed) }
}

/**
 * Removes student-periods from their periods. They’re marked as deleted and otherwise unchanged, so that undo
 * restores them completely.
 * @throws Problem 404, 409
 */
export const removeStudentPeriods = async (
  context: Context,
  body: StudentPeriodRemoval,
  cause: 'bulk' | 'person' = 'bulk',
): Promise<BulkResult> => {
  const removed = { values: { deleted_at: context.clock.now().toISOString() } }
  const { result } = await changeInBulk(context, body, () => () => [removed], {
    kind: 'student_period_removed',
    cause,
  })
  return result
}
