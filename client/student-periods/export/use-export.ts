import { useCallback } from 'react'
import { downloadExport, getExport, listExports, startExport } from '#contract/exports/endpoints.ts'
import { exportHours, type ExportRun } from '#contract/exports/shapes.ts'
import type { StudentListColumn } from '#contract/student-periods/columns.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { call } from '#client/lib/call.ts'
import { formatCount } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'
import type { Selected } from '../state/selected.ts'

/** The list as it stands when somebody wants it as a file. */
export interface Exportable {
  readonly periodId: number
  /** How many it shows in all, selected or not. */
  readonly total: number
  readonly whole: Selected
  /** What is selected of it. */
  readonly chosen: { readonly count: number; readonly selected: Selected } | null
  /** The columns in sight, in their order. */
  readonly columns: readonly StudentListColumn[]
  readonly sort: string | undefined
}

/** Milliseconds between two looks at an export under way. */
const pause = 700

/** A file that is there so soon is saved at once; later it waits for whoever comes back to it. */
const soon = 10_000

/** Fetches the file of an export and hands it to the browser; says so where it cannot be had. */
export const useDownload = () => {
  const toast = useToast()
  return useCallback(
    async ({ id, file_name }: Pick<ExportRun, 'id' | 'file_name'>): Promise<boolean> => {
      try {
        saveFile(await call(downloadExport, { params: { id } }), file_name)
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const description =
          error.kind === 'not-found' ? 'The file is no longer kept. Export it again.' : error.message
        toast.show({ tone: 'danger', title: 'The file could not be downloaded', description })
        return false
      }
    },
    [toast],
  )
}

/** Starts exports (`send`, of `startExport`), and follows one in a message until its file can be had. */
export const useExport = () => {
  const { send, isSending, error } = useSend(startExport, { quiet: true, refreshes: [listExports] })
  const toast = useToast()
  const download = useDownload()
  const follow = useCallback(
    async (id: number): Promise<void> => {
      const begun = performance.now()
      const waiting = toast.show({
        title: 'The file is being written',
        description: `You can go on working. It is kept under Export for ${exportHours} hours.`,
        timeout: 0,
      })
      const run = await ended(id)
      toast.close(waiting)
      if (run === null) return
      if (run.state === 'failed')
        toast.show({ tone: 'danger', title: 'Nothing was exported', description: run.message ?? '' })
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

/** Waits until an export has ended; null where nobody may look any more, as after signing out. */
const ended = async (id: number): Promise<ExportRun | null> => {
  for (;;) {
    try {
      const run = await call(getExport, { params: { id } }, { background: true })
      if (run.state === 'done' || run.state === 'failed') return run
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // the network and the server come back; all else is an answer
      if (error.kind !== 'network' && error.kind !== 'unavailable') return null
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
