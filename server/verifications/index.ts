export { verificationTasks } from './jobs.ts'
export { startSweep } from './sweep.ts'
