import { downloadRefusedRows } from '#contract/imports/endpoints.ts'
import type { ImportRun } from '#contract/imports/shapes.ts'
import { useSaveFile } from '#client/common/use-save-file.ts'
import { call } from '#client/lib/call.ts'

/** Downloads the rejected rows as a file. */
export const useRejectedRows = ({ id, file_name }: Pick<ImportRun, 'id' | 'file_name'>) => {
  const { save, saving } = useSaveFile<'rows'>({
    failed: 'Couldn’t download the rejected rows',
    expired: 'This file has expired. Upload it again.',
  })
  const name = (file_name ?? 'roster').replace(/\.[a-z0-9]{1,5}$/i, '')
  return {
    download: () => save('rows', `${name}-rejected.csv`, () => call(downloadRefusedRows, { params: { id } })),
    isLoading: saving !== null,
  }
}
