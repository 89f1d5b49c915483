export { replaceDocuments } from './several-documents.ts'
export {
  createCustomPage,
  getCustomPage,
  listCustomPages,
  orderCustomPages,
  removeCustomPage,
  replaceCustomPage,
} from './custom-pages.ts'
