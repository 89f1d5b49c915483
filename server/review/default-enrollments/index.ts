export { defaultEnrollmentTasks } from './jobs.ts'
export { enrollByDefaultNightly } from './schedule/nightly.ts'
export { remindOfDeadlines } from './schedule/reminders.ts'
export { addTo, type Sums } from './queries/overview.ts'
export {
  readCandidates,
  readExpected,
  type Candidate,
  type ExpectedEnrollment,
} from './queries/candidates.ts'
export { dueOnAfter } from './rules.ts'
