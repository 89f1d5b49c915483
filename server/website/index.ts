export { websiteTasks } from './jobs.ts'
export { takeBackOptions, takeBackPages } from './take-back.ts'
