export { issueLink } from './commands/issue-link.ts'
export { requireConfirmation } from './confirmation.ts'
export { hashPassword } from './passwords.ts'
