export { issueLink } from './commands/issue-link.ts'
export { requireConfirmation } from './confirmation.ts'
export { limitEmailEvents, limitFormFiles, limitForms, limitOutsideChecks, limitReveals } from './throttle.ts'
export { hashPassword } from './passwords.ts'
