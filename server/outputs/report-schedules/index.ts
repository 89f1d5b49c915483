export { reportScheduleTasks } from './jobs.ts'
export { startReportSchedules } from './sweep.ts'
