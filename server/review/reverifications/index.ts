export { reverificationTasks } from './jobs.ts'
export { reverifyNightly } from './nightly.ts'
