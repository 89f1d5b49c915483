export { requestForForm } from './commands/request-for-form.ts'
export { verificationTasks } from './jobs.ts'
export { startSweep } from './sweep.ts'
