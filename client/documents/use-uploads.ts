import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { maxFileSize, type FileKind } from '#contract/documents/choices.ts'
import { addFile, listFiles } from '#contract/documents/endpoints.ts'
import { listHistoryEntries } from '#contract/history/endpoints.ts'
import { getStudentOverview } from '#contract/students/endpoints.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { callWithChange } from '#client/lib/call.ts'
import { keyOf } from '#client/lib/query.ts'

/** What is read again after a document came, changed or went. */
export const documentReads = [listFiles, listHistoryEntries, getStudentOverview] as const

/** One file on its way up. */
export interface Upload {
  readonly id: string
  readonly name: string
  /** Bytes that have gone out, of how many. */
  readonly sent: number
  readonly size: number
  readonly error: string | null
  /** Stops it, or takes a failed one out of sight. */
  readonly stop: () => void
}

export interface UploadAsk {
  readonly kind: FileKind
  /** The document that it takes the place of. */
  readonly replaces?: number
}

/** Uploads several files at once, each by itself: one that is refused says why and hinders no other. */
export const useUploads = (studentId: number) => {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])

  const send = useCallback(
    async (file: File, { kind, replaces }: UploadAsk): Promise<void> => {
      const id = crypto.randomUUID()
      const change = (next: Partial<Upload>) =>
        setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...next } : one)))
      const drop = () => setUploads((all) => all.filter((one) => one.id !== id))
      const leaving = new AbortController()
      const stop = () => {
        leaving.abort()
        drop()
      }
      setUploads((all) => [...all, { id, name: file.name, sent: 0, size: file.size, error: null, stop }])
      if (file.size > maxFileSize) return change({ error: 'The file is larger than 20 MB.' })
      try {
        await callWithChange(
          addFile,
          {
            params: { id: studentId },
            body: { kind, ...(replaces === undefined ? {} : { replaces_id: String(replaces) }) },
            file,
          },
          {
            signal: leaving.signal,
            idempotencyKey: id,
            onProgress: (sent, size) => change({ sent, size }),
          },
        )
        drop()
        for (const endpoint of documentReads) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.kind !== 'aborted') change({ error: error.fieldErrors['file'] ?? error.message })
      }
    },
    [client, studentId],
  )
  return { uploads, send }
}
