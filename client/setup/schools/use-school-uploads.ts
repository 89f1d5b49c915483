import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { addImage, addSchoolFile, listSchoolFiles } from '#contract/setup/schools/endpoints.ts'
import type { SchoolFile } from '#contract/setup/schools/file-shapes.ts'
import { callWithChange } from '#client/platform/lib/call.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { useUploads, type SendFile } from '#client/platform/common/use-uploads.ts'

/** Uploads images and files to a school, several at once; `onAdded` is called for each. */
export const useSchoolUploads = (schoolId: number, onAdded?: (file: SchoolFile) => void) => {
  const client = useQueryClient()
  const sendFile = useCallback<SendFile<null>>(
    async (file, _, options) => {
      const isPicture = file.type.startsWith('image/')
      const { reply } = await callWithChange(
        isPicture ? addImage : addSchoolFile,
        { body: { school_id: String(schoolId) }, file },
        options,
      )
      await client.invalidateQueries({ queryKey: keyOf(listSchoolFiles) })
      onAdded?.(reply)
    },
    [client, schoolId, onAdded],
  )
  return useUploads(sendFile)
}
