export { issueLink } from './commands/issue-link.ts'
export { requireConfirmation } from './confirmation.ts'
export { limitReveals } from './throttle.ts'
export { hashPassword } from './passwords.ts'
