export { defaultEnrollmentTasks } from './jobs.ts'
export { enrollByDefaultNightly } from './schedule/nightly.ts'
export { remindOfDeadlines } from './schedule/reminders.ts'
