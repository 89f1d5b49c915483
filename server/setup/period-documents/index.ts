export {
  incrementVersions,
  replaceDocument,
  writeDocument,
  writeSharedContent,
  type SideEffects,
} from './commands/replace-document.ts'
export { documentHandlers } from './routes.ts'
export {
  allDocuments,
  contentOf,
  findPublication,
  findPublished,
  isOptionField,
  listDocumentStates,
  listOptions,
  listPublications,
  offeredOptions,
  ownColumnsOf,
  readAllPublished,
  readDocument,
  readDocuments,
  readPublications,
  readPublished,
  readSaved,
  selectKind,
  type AllDocuments,
  type ReadAllPublished,
  type ReadSaved,
} from './queries.ts'
export { documentChanges } from './rules/document-changes.ts'
