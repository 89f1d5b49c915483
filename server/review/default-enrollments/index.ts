export { defaultEnrollmentTasks } from './jobs.ts'
export { enrollByDefaultNightly } from './schedule.ts'
