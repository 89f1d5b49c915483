export {
  incrementVersions,
  writeDocument,
  writeSharedContent,
  type SideEffects,
} from './commands/replace-document.ts'
export { documentHandlers } from './routes.ts'
export {
  allDocuments,
  contentOf,
  isOptionField,
  listOptions,
  offeredOptions,
  ownColumnsOf,
  readDocument,
  readDocuments,
  readSaved,
  selectKind,
  type AllDocuments,
  type ReadSaved,
} from './queries/documents.ts'
export {
  findPublication,
  findPublished,
  listDocumentStates,
  listPublications,
  personOf,
  readAllPublished,
  readPublications,
  readPublished,
  type ReadAllPublished,
} from './queries/publications.ts'
export { documentChanges } from './rules/document-changes.ts'
