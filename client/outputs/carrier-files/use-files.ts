import { useState } from 'react'
import { downloadCarrierFile, listCarrierFiles } from '#contract/outputs/carrier-files/endpoints.ts'
import type { CarrierFileRun } from '#contract/outputs/carrier-files/shapes.ts'
import { useSaveFile } from '#client/platform/common/use-save-file.ts'
import { call } from '#client/platform/lib/call.ts'
import { useAsk } from '#client/platform/lib/query.ts'

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
  const { save, saving } = useSaveFile<'file'>()
  const download = async ({ id, file_name: name }: CarrierFileRun): Promise<void> => {
    if (await save('file', name ?? '834.txt', () => call(downloadCarrierFile, { params: { id } }))) onDone()
  }
  return { download, isDownloading: saving !== null }
}
