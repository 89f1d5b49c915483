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

/** Whether a file is being prepared. */
export const isPreparing = ({ state }: CarrierFileRun): boolean => state === 'queued' || state === 'preparing'

/** Loads a policy year’s carrier files, and follows one that is being prepared. */
export const useFiles = (period: string) =>
  useAsk(
    listCarrierFiles,
    { params: { id: period } },
    { keepPrevious: true, staleTime: 0, follows: ({ open }) => open !== null && isPreparing(open) },
  )

/** Returns a function that downloads a released file after the password was confirmed, and whether it’s running. */
export const useDownload = (onDone: () => void) => {
  const { save, saving } = useSaveFile<'file'>()
  const download = async ({ id, file_name: name }: CarrierFileRun): Promise<void> => {
    if (await save('file', name ?? '834.txt', () => call(downloadCarrierFile, { params: { id } }))) onDone()
  }
  return { download, isDownloading: saving !== null }
}
