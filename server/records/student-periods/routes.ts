import type * as endpoints from '#contract/records/student-periods/endpoints.ts'
import type { BulkResult } from '#contract/platform/record/bulk.ts'
import { reverifyDue } from '#contract/records/views/built-in.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, selectPeriod } from '#server/platform/db/scope.ts'
import { logView } from '#server/platform/history/index.ts'
import type { Work } from '#server/platform/jobs/work.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { problem } from '#server/platform/problem.ts'
import { getStudent, revealSsn, listPolicyYears } from '#server/records/students/index.ts'
import { addStudentToPeriod, createStudentPeriod } from './commands/add-to-period.ts'
import type { BulkCall } from './commands/bulk.ts'
import { previewCopy } from './commands/copy-from.ts'
import {
  removeStudentPeriods,
  setPlanPremiums,
  updateCoverageStatuses,
  updateOtherField,
  updateStudentStatus,
} from './commands/bulk-calls.ts'
import {
  cancelPlannedStatus,
  previewDependents,
  updateInsuranceDetails,
  updateStudentPeriod,
} from './commands/update-student-period.ts'
import { sendWaiverConfirmation } from './commands/emails.ts'
import { countByStatus, listColumnValues, offeredFirst } from './queries/value-counts.ts'
import { readLineGroups } from './queries/line-groups.ts'
import { findSealedSsn } from './queries/single.ts'
import { bulkWork } from './jobs.ts'
import { offeredMoves, planPremiumsOf } from './rules/lines.ts'
import { countReachable } from './rules/reachable.ts'
import { listPage, type ListQuery } from './queries/list.ts'
import { readStudentPeriod } from './present.ts'
import { readTierChanges } from './queries/plan-premiums.ts'
import { countRequested, isLongCall, loadRows } from './queries/rows.ts'

/** Runs a bulk call at once, or as a job if it’s long. */
const bulk = async <Body extends BulkCall>(
  context: Context,
  body: Body,
  job: Work<Body>,
  run: (context: Context, body: Body) => Promise<BulkResult>,
): Promise<BulkResult | { job_id: number }> =>
  (await isLongCall(context, body))
    ? { job_id: await job.start(context, body, { total: await countRequested(context, body) }) }
    : run(context, body)

/** Returns a page of a period’s list. @throws Problem 404 */
const readPage = async (context: Context, periodId: number, query: ListQuery) => {
  const { data, total } = await listPage(context, periodId, query)
  // a visible row proves that the period is visible; only an empty page needs the check
  if (total === 0) await getPeriod(context, periodId)
  return { data, meta: pageMetaOf(query, total, data.length) }
}

export const handlers: Handlers<typeof endpoints> = {
  listStudentPeriodsByPeriod: (context, { params, query }) => readPage(context, params.id, query),

  listNeedsReverification: (context, { params, query: { where, ...query } }) =>
    readPage(context, params.id, {
      ...query,
      where: { operator: 'and', rules: [reverifyDue, ...(where ? [where] : [])] },
    }),

  listColumnValues: async (context, { params, query: { field, ...query } }) => {
    await getPeriod(context, params.id)
    return offeredFirst(context, params.id, field, await listColumnValues(context, params.id, field, query))
  },

  listStudentPeriodsByStudent: async (context, { params }) => {
    await getStudent(context, params.id)
    return listPolicyYears(context, params.id)
  },

  countByMedicalStatus: async (context, { query }) => {
    await selectPeriod(context, query.period_id)
    return countByStatus(context, query.period_id, 'medical', {})
  },

  countByStatus: async (context, { query }) => {
    await selectPeriod(context, query.period_id)
    return countByStatus(context, query.period_id, query.coverage_type, query)
  },

  getStudentPeriod: async (context, { params }) => {
    const found = await readStudentPeriod(context, params.id)
    logView(
      context,
      { id: found.student_id, school_id: found.school_id },
      { subject_type: 'student_period', subject_id: found.id },
    )
    return found
  },

  updateStudentPeriod: async (context, { params, body }) => {
    await updateStudentPeriod(context, params.id, body)
    return readStudentPeriod(context, params.id)
  },

  cancelPlannedStatus: async (context, { params }) => {
    await cancelPlannedStatus(context, params.id)
    return readStudentPeriod(context, params.id)
  },

  previewDependents: (context, { params, body }) => previewDependents(context, params.id, body),

  removeStudentPeriod: async (context, { params }) => {
    await removeStudentPeriods(context, { ids: [params.id] }, 'person')
  },

  updateInsuranceDetails: async (context, { params, body }) => {
    await updateInsuranceDetails(context, params.id, body)
    return readStudentPeriod(context, params.id)
  },

  revealDependentSsn: {
    prove: async (context, { params, body }) => {
      const ssn = await revealSsn(context, body.reason, () => findSealedSsn(context, params.id))
      return () => ({ ssn })
    },
  },

  listStatusMoves: async (context, { params }) => {
    const [row] = await loadRows(context, { ids: [params.id] })
    if (!row) throw problem.notFound()
    return offeredMoves(row, {
      role: context.caller.permission,
      today: dayIn(context.clock, officeTimeZone),
    })
  },

  listPlanPremiums: async (context, { params }) => {
    const [row] = await loadRows(context, { ids: [params.id] })
    if (!row) throw problem.notFound()
    return planPremiumsOf(row, await readTierChanges(context, row.id))
  },

  addStudentToPeriod: (context, { body }) => addStudentToPeriod(context, body),

  createStudentPeriod: async (context, { body }) =>
    readStudentPeriod(context, await createStudentPeriod(context, body)),

  previewStudentPeriodCopy: (context, { params, query }) =>
    previewCopy(context, params.id, {
      periodId: query.period_id,
      fields: query.fields_to_carry?.split(',').filter((field) => field !== ''),
    }),

  sendWaiverConfirmation: async (context, { params }) => ({
    email_id: await sendWaiverConfirmation(context, params.id),
  }),

  updateCoverageStatuses: (context, { body }) =>
    bulk(context, body, bulkWork.updateCoverageStatuses, updateCoverageStatuses),

  countReachableStatuses: async (context, { body }) =>
    countReachable(await readLineGroups(context, body), {
      role: context.caller.permission,
      today: dayIn(context.clock, officeTimeZone),
    }),

  updateStudentStatus: (context, { body }) =>
    bulk(context, body, bulkWork.updateStudentStatus, updateStudentStatus),

  updateOtherField: (context, { body }) => bulk(context, body, bulkWork.updateOtherField, updateOtherField),

  setPlanPremiums: (context, { body }) => bulk(context, body, bulkWork.setPlanPremiums, setPlanPremiums),

  removeStudentPeriods: (context, { body }) =>
    bulk(context, body, bulkWork.removeStudentPeriods, (_, ask) => removeStudentPeriods(context, ask)),
}
