export { cancelEmailsOf } from './commands/change-email.ts'
export { emailTasks } from './jobs.ts'
export { composeEmail } from './commands/compose.ts'
export { queueAutomatic } from './commands/automatic.ts'
