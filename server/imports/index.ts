export { importTasks } from './jobs.ts'
