import { cleanSvg } from '../clean-svg.ts'
import { measureMarkup, whyTooMuch } from '../measure-markup.ts'
import type { Strength } from '../password-strength.ts'
import { cleanRichText, type TextPlace } from '../sanitize.ts'

/** Something that comes from outside, and may be long to work on. */
export type Work =
  | { readonly kind: 'text'; readonly html: string; readonly place: TextPlace }
  | { readonly kind: 'drawing'; readonly markup: string }
  | { readonly kind: 'open-api'; readonly publicUrl: string }
  | { readonly kind: 'password'; readonly password: string; readonly words: readonly string[] }

/** What is left of a text, null for nothing; or why it cannot be kept. */
export interface CleanText {
  readonly kept: string | null
  readonly why: string | null
}

/** What becomes of each. */
export interface Done {
  readonly text: CleanText
  readonly drawing: string | null
  readonly password: Strength
  /** The document as JSON. */
  readonly 'open-api': string
}

/** A cleaned text. What grew beyond the limits by it could not be saved again. */
export const cleanNow = (html: string, place: TextPlace): CleanText => {
  const kept = cleanRichText(html, place)
  return { kept, why: whyTooMuch(measureMarkup(kept ?? '')) }
}

/** Does a piece of work, in the thread. */
export const doWork = async (work: Work): Promise<Done[Work['kind']]> => {
  switch (work.kind) {
    case 'text':
      return cleanNow(work.html, work.place)
    case 'drawing':
      return cleanSvg(work.markup)
    case 'open-api': {
      // the whole contract, for whoever asks for it
      const { openApi } = await import('../../http/open-api/document.ts')
      return JSON.stringify(await openApi(work.publicUrl))
    }
    case 'password': {
      // its dictionaries are large, and seldom needed
      const { measureStrength } = await import('../password-strength.ts')
      return measureStrength(work.password, work.words)
    }
  }
}
