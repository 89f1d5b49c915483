export { reportChunks } from './files.ts'
export { reportScheduleTasks } from './jobs.ts'
export { startDueReports } from './commands/start-reports.ts'
