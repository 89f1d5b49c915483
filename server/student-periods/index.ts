export { startOf } from './commands/add-to-period.ts'
export { studentPeriodTasks } from './jobs.ts'
export { listPolicyYears } from './queries.ts'
export { revertStudentPeriods, type Done, type Left, type Reverted } from './revert.ts'
