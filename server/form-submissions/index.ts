export { attachFilesToStudent, deleteUnsentFiles, type MatchedStudent } from './commands/form-files.ts'
export { findAppeal } from './asked.ts'
export { listFormFiles } from './files.ts'
export { deleteExpiredForms } from './tokens.ts'
