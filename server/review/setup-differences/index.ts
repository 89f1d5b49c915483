export { setupDifferenceTasks } from './jobs.ts'
