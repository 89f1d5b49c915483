export { startOf } from './commands/add-to-period.ts'
export { studentPeriodTasks } from './jobs.ts'
export { listPolicyYears } from './queries.ts'
export { judgeStudentPeriods, revertStudentPeriods } from './revert.ts'
