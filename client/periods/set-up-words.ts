import { periodDocuments } from '#contract/periods/documents.ts'
import { wordsOf, type DocumentWords } from '#client/common/set-up/document-words.ts'

/** How the changes of a kind of document are told, as on its own screen; undefined for what is no such document. */
export const wordsOfKind = (kind: string): DocumentWords | undefined => {
  const document = periodDocuments.find((one) => one.kind === kind)
  return document && wordsOf(document)
}
