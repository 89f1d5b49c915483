export { websiteTasks } from './jobs.ts'
export { takeBackOptions } from './take-back.ts'
