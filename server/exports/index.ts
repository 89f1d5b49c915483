export { exportTasks } from './jobs.ts'
