import { useCallback } from 'react'
import { downloadExport, getExport, listExports, startExport } from '#contract/review/exports/endpoints.ts'
import { exportHours, type ExportRun } from '#contract/review/exports/shapes.ts'
import type { StudentListColumn } from '#contract/platform/record/columns.ts'
import { useSaveFile } from '#client/platform/common/use-save-file.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import type { RequestedSelection } from '../state/requested-selection.ts'

/** The list to export. */
export interface Exportable {
  readonly periodId: number
  /** The number of students in the list, selected or not. */
  readonly total: number
  readonly whole: RequestedSelection
  /** The selected students; null if none are. */
  readonly chosen: { readonly count: number; readonly selected: RequestedSelection } | null
  /** The visible columns, in order. */
  readonly columns: readonly StudentListColumn[]
  readonly sort: string | undefined
}

/** Milliseconds between two checks of a running export. */
const pause = 700

/** Milliseconds; a file ready within that time downloads at once, a later one waits for the user. */
const soon = 10_000

/** Downloads an export's file; shows a message if that fails. */
export const useDownload = () => {
  const { save } = useSaveFile<'export'>({ expired: 'This file has expired. Export the list again.' })
  return useCallback(
    ({ id, file_name }: Pick<ExportRun, 'id' | 'file_name'>) =>
      save('export', file_name, () => call(downloadExport, { params: { id } })),
    [save],
  )
}

/** Starts exports (`send`, of `startExport`), and tracks one in a toast until its file is ready. */
export const useExport = () => {
  const { send, isSending, error } = useSend(startExport, { quiet: true, refreshes: [listExports] })
  const toast = useToast()
  const download = useDownload()
  const follow = useCallback(
    async (id: number): Promise<void> => {
      const begun = performance.now()
      const waiting = toast.show({
        title: 'Preparing your export',
        description: `You can keep working. The file is available under Export for ${exportHours} hours.`,
        timeout: 0,
      })
      const run = await ended(id)
      toast.close(waiting)
      if (run === null) return
      if (run.state === 'failed')
        toast.show({ tone: 'danger', title: 'Export failed', description: run.message ?? '' })
      else if (performance.now() - begun > soon)
        toast.show({
          tone: 'success',
          title: `${formatCount(run.rows ?? 0, 'student')} exported`,
          description: run.file_name,
          timeout: 0,
          action: { label: 'Download', onAction: () => void download(run) },
        })
      else if (await download(run))
        toast.show({
          tone: 'success',
          title: `${formatCount(run.rows ?? 0, 'student')} exported`,
          description: run.file_name,
        })
    },
    [toast, download],
  )
  return { send, isSending, error, follow }
}

/** Waits until an export has ended; null if the user may no longer check, for example after signing out. */
const ended = async (id: number): Promise<ExportRun | null> => {
  for (;;) {
    try {
      const run = await call(getExport, { params: { id } }, { background: true })
      if (run.state === 'done' || run.state === 'failed') return run
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.isTemporary) return null
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
