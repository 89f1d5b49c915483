export { writeSharedContent, writeDocument, type SideEffects } from './commands/replace-document.ts'
export { orderPeriods } from './commands/periods.ts'
export { currentPeriodId } from './current.ts'
export {
  periodsWithRules,
  selectPeriodWithRules,
  toPeriodWithRules,
  type PeriodWithRules,
} from './line-rules.ts'
export { documentHandlers } from './document-handlers.ts'
export { readDocument, readPublished } from './documents.ts'
export { isOptionField, listOptions, offeredOptions } from './documents.ts'
export { listPeriods } from './queries.ts'
export { documentChanges } from './rules/document-changes.ts'
