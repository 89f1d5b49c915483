import { useState } from 'react'
import { downloadRefusedRows } from '#contract/imports/endpoints.ts'
import type { ImportRun } from '#contract/imports/shapes.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { call } from '#client/lib/call.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'

/** Downloads the rejected rows as a file. */
export const useRejectedRows = ({ id, file_name }: Pick<ImportRun, 'id' | 'file_name'>) => {
  const toast = useToast()
  const [isLoading, setLoading] = useState(false)
  const download = async (): Promise<void> => {
    setLoading(true)
    try {
      const name = (file_name ?? 'roster').replace(/\.[a-z0-9]{1,5}$/i, '')
      saveFile(await call(downloadRefusedRows, { params: { id } }), `${name}-rejected.csv`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const description =
        error.kind === 'not-found' ? 'This file has expired. Upload it again.' : error.message
      toast.show({ tone: 'danger', title: 'Couldn’t download the rejected rows', description })
    } finally {
      setLoading(false)
    }
  }
  return { download, isLoading }
}
