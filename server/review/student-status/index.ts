export { deleteEndedStatuses } from './commands/sessions.ts'
export { findSession } from './queries/sessions.ts'
