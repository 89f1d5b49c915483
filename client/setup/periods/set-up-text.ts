import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import { pageIdOf, pageLabels } from '#contract/setup/website/custom-pages.ts'
import { wordsBy, wordsOf, type DocumentWords } from '#client/platform/history/document-text.ts'

/** Returns the texts for the changes of a kind of document or page, as on its screen; undefined for other kinds. */
export const textsOfKind = (kind: string): DocumentWords | undefined => {
  if (pageIdOf(kind) !== null) return wordsBy({}, pageLabels)
  const document = periodDocuments.find((one) => one.kind === kind)
  return document && wordsOf(document)
}
