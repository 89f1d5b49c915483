import { useState } from 'react'
import { downloadCarrierFile, listCarrierFiles } from '#contract/carrier-files/endpoints.ts'
import type { CarrierFileRun } from '#contract/carrier-files/shapes.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { call } from '#client/lib/call.ts'
import { useAsk } from '#client/lib/query.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'

/** The school and the policy year of the URL. */
export interface Place {
  readonly school: string
  readonly period: string
}

/** Milliseconds between two looks at a file that is being prepared. */
const soon = 1000

/** Whether a file is being prepared. */
export const isPreparing = ({ state }: CarrierFileRun): boolean => state === 'queued' || state === 'preparing'

/** Loads a policy year’s carrier files, again and again while one is being prepared. */
export const useFiles = (period: string) => {
  const [isRunning, setIsRunning] = useState(false)
  const files = useAsk(
    listCarrierFiles,
    { params: { id: period } },
    { keepPrevious: true, staleTime: 0, refetchInterval: isRunning ? soon : false },
  )
  const open = files.data?.open ?? null
  const runs = open !== null && isPreparing(open)
  if (runs !== isRunning) setIsRunning(runs)
  return files
}

/** Returns a function that downloads a released file after the password was confirmed, and whether it’s running. */
export const useDownload = (onDone: () => void) => {
  const toast = useToast()
  const [isDownloading, setDownloading] = useState(false)
  const download = async ({ id, file_name: name }: CarrierFileRun): Promise<void> => {
    setDownloading(true)
    try {
      saveFile(await call(downloadCarrierFile, { params: { id } }), name ?? '834.txt')
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.kind !== 'aborted')
        toast.show({ tone: 'danger', title: 'Couldn’t download the file', description: error.message })
    } finally {
      setDownloading(false)
    }
  }
  return { download, isDownloading }
}
