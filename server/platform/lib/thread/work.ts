import type { Unreadable } from '#server/setup/documents/content/unreadable.ts'
import { cleanSvg } from '../clean-svg.ts'
import { measureMarkup, limitExceeded } from '../measure-markup.ts'
import type { Strength } from '../password-strength.ts'
import type { WorkbookTable } from '../read-workbook.ts'
import { cleanRichText, type TextPlace } from '../sanitize.ts'

/** A computation on external input that can take long. */
export type Work =
  | { readonly kind: 'text'; readonly html: string; readonly place: TextPlace }
  | { readonly kind: 'drawing'; readonly markup: string }
  | { readonly kind: 'open-api'; readonly publicUrl: string }
  | { readonly kind: 'email-layout'; readonly mjml: string }
  | { readonly kind: 'plain-text'; readonly html: string }
  | { readonly kind: 'file'; readonly mediaType: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'file-copy'; readonly mediaType: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'workbook'; readonly bytes: Uint8Array<ArrayBuffer>; readonly sheet: string | undefined }
  | { readonly kind: 'password'; readonly password: string; readonly words: readonly string[] }

/** The cleaned text, null if nothing remains, or why it can’t be saved. */
interface CleanText {
  readonly kept: string | null
  readonly why: string | null
}

/** The result of each kind. */
export interface WorkResult {
  readonly text: CleanText
  readonly drawing: string | null
  /** Null if people can open it. */
  readonly file: Unreadable | null
  /** A JPEG; null if it can’t be made. */
  readonly 'file-copy': Uint8Array | null
  readonly password: Strength
  /** The document as JSON. */
  readonly 'open-api': string
  /** The layout as HTML. */
  readonly 'email-layout': string
  readonly 'plain-text': string
  readonly workbook: WorkbookTable
}

/** Cleans a text. Rejects one that cleaning made exceed the limits, because it couldn’t be saved again. */
export const cleanNow = (html: string, place: TextPlace): CleanText => {
  const kept = cleanRichText(html, place)
  return { kept, why: limitExceeded(measureMarkup(kept ?? '')) }
}

/** Runs a computation in the thread. */
export const runWork = async (work: Work): Promise<WorkResult[Work['kind']]> => {
  switch (work.kind) {
    case 'text':
      return cleanNow(work.html, work.place)
    case 'drawing':
      return cleanSvg(work.markup)
    case 'open-api': {
      // loads the whole contract only when it's needed
      const { openApi } = await import('#server/platform/http/open-api/document.ts')
      return JSON.stringify(await openApi(work.publicUrl))
    }
    case 'email-layout': {
      // loads for half a second, and only where a layout isn't saved yet
      const { default: compile } = await import('mjml')
      const { html } = await compile(work.mjml, { validationLevel: 'strict', fonts: {} })
      return html.replaceAll(/\n\s+/g, '\n').trim()
    }
    case 'plain-text': {
      const { textNow } = await import('../plain-text.ts')
      return textNow(work.html)
    }
    case 'file': {
      // its decoders are large, and rarely needed
      const { whyUnreadable } = await import('#server/setup/documents/content/open-file.ts')
      return whyUnreadable(work.mediaType, work.bytes)
    }
    case 'file-copy': {
      const { copyOf } = await import('#server/setup/documents/content/open-file.ts')
      return copyOf(work.mediaType, work.bytes)
    }
    case 'workbook': {
      const { readWorkbook } = await import('../read-workbook.ts')
      return readWorkbook(work.bytes, work.sheet)
    }
    case 'password': {
      // its dictionaries are large and rarely needed
      const { measureStrength } = await import('../password-strength.ts')
      return measureStrength(work.password, work.words)
    }
  }
}
