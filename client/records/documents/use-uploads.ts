import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { FileKind } from '#contract/platform/record/file-kinds.ts'
import { addFile, listFiles } from '#contract/records/documents/endpoints.ts'
import { listHistoryEntries } from '#contract/platform/history/endpoints.ts'
import { getStudentOverview } from '#contract/records/students/endpoints.ts'
import { useUploads, type SendFile } from '#client/platform/common/use-uploads.ts'
import { callWithChange } from '#client/platform/lib/call.ts'
import { keyOf } from '#client/platform/lib/query.ts'

/** Endpoints to reload after a document was added, changed or removed. */
export const documentReads = [listFiles, listHistoryEntries, getStudentOverview] as const

interface UploadAsk {
  readonly kind: FileKind
  /** The document that it replaces. */
  readonly replaces?: number
}

/** Uploads documents of a student, several at once. */
export const useDocumentUploads = (studentId: number) => {
  const client = useQueryClient()
  const sendFile = useCallback<SendFile<UploadAsk>>(
    async (file, { kind, replaces }, options) => {
      const body = { kind, ...(replaces === undefined ? {} : { replaces_id: String(replaces) }) }
      await callWithChange(addFile, { params: { id: studentId }, body, file }, options)
      for (const endpoint of documentReads) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
    },
    [client, studentId],
  )
  return useUploads(sendFile)
}
