export { replaceDocument } from './commands/replace-document.ts'
export { currentPeriodId } from './current.ts'
export { readDocument, readPublished } from './documents.ts'
export { listPeriods } from './queries.ts'
