import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import { wordsOf, type DocumentWords } from '#client/platform/history/document-text.ts'

/** Returns the texts for the changes of a kind of document, as on its screen; undefined for other kinds. */
export const textsOfKind = (kind: string): DocumentWords | undefined => {
  const document = periodDocuments.find((one) => one.kind === kind)
  return document && wordsOf(document)
}
