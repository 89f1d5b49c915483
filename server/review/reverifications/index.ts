export { reverificationTasks } from './jobs.ts'
export { reverifyNightly } from './schedule.ts'
