export { exportTasks } from './jobs.ts'
export { writeCsv } from './commands/write-export.ts'
export { nameOfSchool } from './queries.ts'
export { fileNameOf, mediaTypes } from './rules.ts'
