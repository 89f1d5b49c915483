import { problem } from '../problem.ts'
import { measureMarkup, whyTooMuch } from './measure-markup.ts'
import type { TextPlace } from './sanitize.ts'
import { workApart } from './thread/work-apart.ts'

/** What is cleaned in passing, in some five milliseconds; all else goes to a thread of its own. */
const smallLength = 20_000
const smallTags = 300

/**
 * Rich text as it may be stored, null where nothing is left (`sanitize.ts`). The event loop is not held by it.
 * @throws Problem 422 on `field` where it nests too deep or has too many tags; 503 while too many wait
 */
export const cleanText = async (
  field: string,
  html: string,
  place: TextPlace = {},
): Promise<string | null> => {
  const size = measureMarkup(html)
  refuse(field, whyTooMuch(size))
  const isSmall = size.tags <= smallTags && html.length <= smallLength
  const { kept, why } = isSmall
    ? await cleanHere(html, place)
    : await workApart({ kind: 'text', html, place }, problem.invalid({ [field]: tooComplex }))
  refuse(field, why)
  return kept
}

/** The sanitizer is loaded by the first text that needs it. */
const cleanHere = async (html: string, place: TextPlace) => {
  const { cleanNow } = await import('./thread/work.ts')
  return cleanNow(html, place)
}

/**
 * A drawing as it may be shown to everybody, null where nothing is left (`clean-svg.ts`).
 * @throws Problem 422 on `field` where it nests too deep or has too many shapes; 503 while too many wait
 */
export const cleanDrawing = async (field: string, markup: string): Promise<string | null> => {
  const tooMuch = 'The drawing is too complex to be checked. Save it as PNG and bring that.'
  if (whyTooMuch(measureMarkup(markup, 'xml')) !== null) refuse(field, tooMuch)
  return workApart({ kind: 'drawing', markup }, problem.invalid({ [field]: tooMuch }))
}

const tooComplex = 'The text is too complex to be checked. Clear the formatting and try again.'

const refuse = (field: string, why: string | null): void => {
  if (why !== null) throw problem.invalid({ [field]: why })
}
