export { sharesOptions } from './commands/replace-documents.ts'
export { listFullPages, listPages, listUses } from './queries.ts'
export { isMerging, renamedAudiences, renamedOptions, type Renaming } from './rules/options.ts'
export { undoPages } from './undo.ts'
