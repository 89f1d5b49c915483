export { attachFilesToStudent, deleteUnsentFiles } from './commands/form-files.ts'
export { listFormFiles } from './queries/files.ts'
export { quantityUnseen } from './queries/queues.ts'
export { deleteExpiredForms, deleteExpiredTokens } from './commands/tokens.ts'
