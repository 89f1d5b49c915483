import { useCallback, useState } from 'react'
import { maxFileSize } from '#contract/platform/record/file-kinds.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import type { CallOptions } from '#client/platform/lib/outgoing.ts'
import { newKey } from '#client/platform/lib/new-key.ts'

/** A file being uploaded. */
export interface Upload {
  readonly id: string
  readonly name: string
  /** Bytes sent, of the total. */
  readonly sent: number
  readonly size: number
  readonly error: string | null
  /** Cancels it, or dismisses a failed one. */
  readonly stop: () => void
}

/** Sends a file with its other form fields; failures reject with an `ApiError`. */
export type SendFile<A> = (file: File, ask: A, options: CallOptions) => Promise<void>

/** Uploads several files at once; one that fails shows why and doesn't stop the others. */
export const useUploads = <A>(sendFile: SendFile<A>) => {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const send = useCallback(
    async (file: File, ask: A): Promise<void> => {
      const id = newKey()
      const change = (next: Partial<Upload>) =>
        setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...next } : one)))
      const drop = () => setUploads((all) => all.filter((one) => one.id !== id))
      const leaving = new AbortController()
      const stop = () => {
        leaving.abort()
        drop()
      }
      setUploads((all) => [...all, { id, name: file.name, sent: 0, size: file.size, error: null, stop }])
      if (file.size > maxFileSize)
        return change({ error: 'This file is larger than 20 MB. Choose a smaller file.' })
      try {
        await sendFile(file, ask, {
          signal: leaving.signal,
          idempotencyKey: id,
          onProgress: (sent, size) => change({ sent, size }),
        })
        drop()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.kind !== 'aborted') change({ error: error.fieldErrors['file'] ?? error.message })
      }
    },
    [sendFile],
  )
  return { uploads, send }
}
