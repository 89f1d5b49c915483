export { replaceDocuments } from './several-documents.ts'
export { listOptionUses, renameOption } from './option-calls.ts'
export {
  createCustomPage,
  getCustomPage,
  listCustomPages,
  orderCustomPages,
  removeCustomPage,
  replaceCustomPage,
} from './custom-pages.ts'
