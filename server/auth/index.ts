export { issueLink } from './commands/issue-link.ts'
export { requireConfirmation } from './confirmation.ts'
export { limitEmailEvents, limitForms, limitOutsideChecks, limitReveals } from './throttle.ts'
export { hashPassword } from './passwords.ts'
