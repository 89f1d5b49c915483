export { websiteTasks } from './jobs.ts'
export { listWholePages } from './pages.ts'
export { takeBackOptions, takeBackPages } from './take-back.ts'
