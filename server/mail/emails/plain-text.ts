import { runInThread } from '#server/platform/lib/thread/run-in-thread.ts'

/** The length up to which a text is converted in about 15 ms. Longer ones use the worker thread. */
const smallLength = 20_000

/** Returns clean rich text as the plain-text part of an email. Doesn’t block the event loop. @throws Problem 503 */
export const textOfHtml = async (html: string): Promise<string> => {
  if (html.length > smallLength)
    return runInThread({ kind: 'plain-text', html }, new Error('An email’s text took too long to convert.'))
  const { textNow } = await import('#server/platform/lib/plain-text.ts')
  return textNow(html)
}
