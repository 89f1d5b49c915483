export { copyPages } from './commands/copy-pages.ts'
export { sharesOptions } from './commands/replace-documents.ts'
export { listUses } from './queries/option-uses.ts'
export { listFullPages, listPages } from './queries/pages.ts'
export {
  findSameAddress,
  findSection,
  listSectionStates,
  listSeenPages,
  readSection,
  selectSection,
} from './queries/sections.ts'
export { isMerging, renamedAudiences, renamedOptions, type Renaming } from './rules/options.ts'
export { writeSetup, type SetupWrite } from './commands/write-setup.ts'
export { undoPages, undoSetup } from './undo.ts'
