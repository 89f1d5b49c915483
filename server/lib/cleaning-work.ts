import { cleanSvg } from './clean-svg.ts'
import { measureMarkup, whyTooMuch } from './measure-markup.ts'
import { cleanRichText, type TextPlace } from './sanitize.ts'

/** Something that came from outside and is to be cleaned. */
export type CleaningWork =
  | { readonly kind: 'text'; readonly html: string; readonly place: TextPlace }
  | { readonly kind: 'drawing'; readonly markup: string }

/** What is left of it, null for nothing; or why it cannot be kept. */
export interface Cleaned {
  readonly kept: string | null
  readonly why: string | null
}

/** Cleans a text or a drawing, in whichever thread. What grew beyond the limits by it could not be saved again. */
export const cleanNow = (work: CleaningWork): Cleaned => {
  if (work.kind === 'drawing') return { kept: cleanSvg(work.markup), why: null }
  const kept = cleanRichText(work.html, work.place)
  return { kept, why: whyTooMuch(measureMarkup(kept ?? '')) }
}
