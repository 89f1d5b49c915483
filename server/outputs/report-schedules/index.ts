export { reportScheduleTasks } from './jobs.ts'
export { startReportSchedules } from './schedule.ts'
