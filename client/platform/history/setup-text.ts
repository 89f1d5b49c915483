import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import { pageIdOf, pageLabels } from '#contract/setup/website/custom-pages.ts'
import { wordsBy, wordsOf, type DocumentWords } from './document-text.ts'

/** Returns the texts for the changes of a kind of document or page, as on its screen; undefined for other kinds. */
export const textsOfKind = (kind: string): DocumentWords | undefined => {
  if (pageIdOf(kind) !== null) return wordsBy({}, pageLabels)
  const document = periodDocuments.find((one) => one.kind === kind)
  return document && wordsOf(document)
}

/** A changed field of the setup as its screen says it. */
export interface SetupField {
  /** 'FAQs › Questions › Who pays? › Answer' */
  readonly label: string
  readonly value: DocumentWords['value']
}

/** Returns the texts of a field in the history that begins with its document: `faqs.intro`; undefined for any other field. */
export const setupFieldOf = (field: string): SetupField | undefined => {
  const [, kind = '', path = ''] = /^([a-z-]+(?:\/[a-z0-9-]+)?)\.(.+)$/.exec(field) ?? []
  const texts = textsOfKind(kind)
  if (!texts) return undefined
  const label = periodDocuments.find((one) => one.kind === kind)?.label ?? 'Custom page'
  return { label: `${label} › ${texts.path(path)}`, value: texts.value }
}
