export { attachFilesToStudent, deleteUnsentFiles } from './commands/form-files.ts'
export { listFormFiles } from './files.ts'
export { quantityUnseen } from './queues.ts'
export { deleteExpiredForms } from './tokens.ts'
