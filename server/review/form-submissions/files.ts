import { drawnSignatureLimits } from '#contract/review/form-submissions/choices.ts'
import { texts, textFor } from '#contract/platform/problem.ts'
import type { SentForm } from '#contract/review/form-submissions/sent-form.ts'
import type { copyDrawing } from '#server/platform/files/open-file.ts'
import { runInThread } from '#server/platform/lib/thread/run-in-thread.ts'
import { problem } from '#server/platform/problem.ts'

const copying = { module: new URL('../../platform/files/open-file.ts', import.meta.url), name: 'copyDrawing' }

const notADrawing = () => problem.invalid({ drawn_signature: textFor(texts.invalid, 'drawn_signature') })

/**
 * Returns a form with the signature that its student drew as it’s kept: decoded and written again, so that nothing else in the
 * file stays. An unfinished form has none, because one is drawn when the form is sent.
 * @throws Problem 422 on `drawn_signature`; 503 if too many files are waiting
 */
export const readDrawing = async (form: SentForm): Promise<SentForm> => {
  const { drawn_signature: sent, ...rest } = form
  if (sent == null || form.progress === 'in_progress') return rest
  // copied, because bytes that share their memory with others can’t be moved to a thread
  const bytes = Uint8Array.from(Buffer.from(sent, 'base64'))
  const { width, height } = drawnSignatureLimits
  const kept = await runInThread<typeof copyDrawing>(copying, [bytes, width, height], notADrawing())
  if (kept === null) throw notADrawing()
  return { ...rest, drawn_signature: Buffer.from(kept).toString('base64') }
}
