export { issueLink } from './commands/issue-link.ts'
export { requireConfirmation } from './confirmation.ts'
export { limitOutsideChecks, limitEmailEvents, limitReveals } from './throttle.ts'
export { hashPassword } from './passwords.ts'
