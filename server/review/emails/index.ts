export { cancelEmailsOf } from './commands/change-email.ts'
export { emailTasks } from './jobs.ts'
