import { fileTypes } from '#contract/setup/documents/choices.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { runInThread } from '#server/platform/lib/thread/run-in-thread.ts'
import { problem } from '#server/platform/problem.ts'
import type { Unreadable } from './content/unreadable.ts'
import { tooManyPixels } from './rules/check-file.ts'
import { readBytes } from '#server/platform/lib/file-pieces.ts'

/** The error of a file that can’t be opened in time. */
const tooLong = () =>
  problem.invalid({
    file: 'This file takes too long to open. Save it as a new PDF or picture and upload that.',
  })

const sentences: Readonly<Record<Unreadable, (label: string) => string>> = {
  locked: (label) =>
    `This ${label} file needs a password to open. Save it without a password and upload it again.`,
  damaged: (label) =>
    `This ${label} file can’t be opened. It may be incomplete. Check that it opens on your device and upload it again.`,
  too_many_pixels: () => tooManyPixels,
}

/** Opens an upload as people would. @throws Problem 422 on `file` if no one can read it; 503 if too many are waiting */
export const assertReadable = async (file: Upload, mediaType: string): Promise<void> => {
  const bytes = await readBytes(file.read(), file.size)
  const why = await runInThread({ kind: 'file', mediaType, bytes }, tooLong())
  const label = fileTypes.find((type) => type.media_type === mediaType)?.label ?? ''
  if (why !== null) throw problem.invalid({ file: sentences[why](label) })
}
