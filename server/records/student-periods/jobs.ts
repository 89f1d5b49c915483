import {
  coverageStatusesChange,
  otherFieldChange,
  planPremiumsChange,
  studentPeriodRemoval,
  studentStatusChange,
} from '#contract/records/student-periods/bulk-shapes.ts'
import { work } from '#server/platform/jobs/index.ts'
import {
  removeStudentPeriods,
  setPlanPremiums,
  updateCoverageStatuses,
  updateOtherField,
  updateStudentStatus,
} from './commands/bulk-calls.ts'

/** The bulk calls as jobs, for too many records for one request. */
export const bulkWork = {
  updateCoverageStatuses: work({
    kind: 'update-coverage-statuses',
    ask: coverageStatusesChange,
    change: updateCoverageStatuses,
  }),
  updateStudentStatus: work({
    kind: 'update-student-status',
    ask: studentStatusChange,
    change: updateStudentStatus,
  }),
  updateOtherField: work({ kind: 'update-other-field', ask: otherFieldChange, change: updateOtherField }),
  setPlanPremiums: work({ kind: 'set-plan-premiums', ask: planPremiumsChange, change: setPlanPremiums }),
  removeStudentPeriods: work({
    kind: 'delete',
    ask: studentPeriodRemoval,
    change: (context, ask) => removeStudentPeriods(context, ask),
  }),
}

export const studentPeriodTasks = Object.values(bulkWork).map(({ task }) => task)
