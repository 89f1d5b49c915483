import { useState } from 'react'
import { downloadRefusedRows } from '#contract/imports/endpoints.ts'
import type { ImportRun } from '#contract/imports/shapes.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { call } from '#client/lib/call.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'

/** Fetches the refused rows and hands them to the browser as a file. */
export const useRefusedRows = ({ id, file_name }: Pick<ImportRun, 'id' | 'file_name'>) => {
  const toast = useToast()
  const [isLoading, setLoading] = useState(false)
  const download = async (): Promise<void> => {
    setLoading(true)
    try {
      const name = (file_name ?? 'roster').replace(/\.[a-z0-9]{1,5}$/i, '')
      saveFile(await call(downloadRefusedRows, { params: { id } }), `${name}-refused.csv`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const description =
        error.kind === 'not-found' ? 'The file is no longer kept. Preview it again.' : error.message
      toast.show({ tone: 'danger', title: 'The refused rows could not be downloaded', description })
    } finally {
      setLoading(false)
    }
  }
  return { download, isLoading }
}
