import { problem } from '#server/platform/problem.ts'
import { measureMarkup, limitExceeded } from './measure-markup.ts'
import type { cleanSvg } from './clean-svg.ts'
import type { cleanNow, TextPlace } from './sanitize.ts'
import { runInThread } from './thread/run-in-thread.ts'

const sanitizer = { module: new URL('./sanitize.ts', import.meta.url), name: 'cleanNow' }
const drawings = { module: new URL('./clean-svg.ts', import.meta.url), name: 'cleanSvg' }

/** The size up to which a text is cleaned in about 5 ms on the main thread. Larger ones use a worker thread. */
const smallLength = 20_000
const smallTags = 300

/**
 * Cleans rich text for storage; null if nothing remains (`sanitize.ts`). Doesn’t block the event loop.
 * @throws Problem 422 on `field` if it nests too deep or has too many tags; 503 if too many are waiting
 */
export const cleanText = async (
  field: string,
  html: string,
  place: TextPlace = {},
): Promise<string | null> => {
  const size = measureMarkup(html)
  refuse(field, limitExceeded(size))
  const isSmall = size.tags <= smallTags && html.length <= smallLength
  const { kept, why } = isSmall
    ? await cleanInProcess(html, place)
    : await runInThread<typeof cleanNow>(sanitizer, [html, place], problem.invalid({ [field]: tooComplex }))
  refuse(field, why)
  return kept
}

/** Loads the sanitizer with the first text that needs it. */
const cleanInProcess = async (html: string, place: TextPlace) => {
  const loaded = await import('./sanitize.ts')
  return loaded.cleanNow(html, place)
}

/**
 * Cleans a drawing so that it’s safe to publish; null if nothing remains (`clean-svg.ts`).
 * @throws Problem 422 on `field` if it nests too deep or has too many shapes; 503 if too many are waiting
 */
export const cleanDrawing = async (field: string, markup: string): Promise<string | null> => {
  const tooMuch = 'This drawing is too complex to check. Save it as PNG and upload that.'
  if (limitExceeded(measureMarkup(markup, 'xml')) !== null) refuse(field, tooMuch)
  return runInThread<typeof cleanSvg>(drawings, [markup], problem.invalid({ [field]: tooMuch }))
}

const tooComplex = 'This text is too complex to check. Clear the formatting and try again.'

const refuse = (field: string, why: string | null): void => {
  if (why !== null) throw problem.invalid({ [field]: why })
}
