import {
  changeReportSchedule,
  downloadMadeReport,
  removeReportSchedule,
  restoreReportSchedule,
  runReportSchedule,
} from '#contract/outputs/report-schedules/endpoints.ts'
import { scheduledReportLabel } from '#contract/outputs/report-schedules/choices.ts'
import type { MadeReport, ReportSchedule } from '#contract/outputs/report-schedules/shapes.ts'
import { useSaveFile } from '#client/platform/common/use-save-file.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { call } from '#client/platform/lib/call.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { scheduleReads } from './schedule-reads.ts'

const options = { refreshes: scheduleReads }

/** Returns what can be done with a schedule besides editing it. Failures are shown as toasts. */
export const useScheduleActions = (schedule: ReportSchedule) => {
  const toast = useToast()
  const change = useSend(changeReportSchedule, options)
  const run = useSend(runReportSchedule, options)
  const remove = useSend(removeReportSchedule, options)
  const restore = useSend(restoreReportSchedule, options)
  const ask = { params: { id: String(schedule.id) } }
  const name = scheduledReportLabel(schedule.report)
  return {
    isBusy: change.isSending || remove.isSending,
    isStarting: run.isSending,
    turn: async (is_on: boolean): Promise<void> => {
      const { report, repeats, weekdays, month_day, hour, version } = schedule
      const reader_ids = schedule.readers.map(({ id }) => id)
      const body = { report, repeats, weekdays, month_day, hour, reader_ids, is_on, version }
      await settled(change.send({ ...ask, body }), (error) =>
        toast.show({ tone: 'danger', title: 'Couldn’t save the schedule', description: error.message }),
      )
    },
    run: async (): Promise<void> => {
      await settled(run.send(ask))
    },
    remove: async (): Promise<void> => {
      if (!(await settled(remove.send(ask)))) return
      toast.show({
        title: `${name} is no longer scheduled`,
        action: { label: 'Undo', onAction: () => void settled(restore.send(ask)) },
      })
    },
  }
}

/** Waits for a change. Returns whether it was made; `onRefused` gets failures that no toast shows. */
const settled = async (
  change: Promise<unknown>,
  onRefused: (error: ApiError) => void = () => undefined,
): Promise<boolean> => {
  try {
    await change
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.kind === 'invalid' || error.kind === 'stale') onRefused(error)
    return false
  }
}

/** Returns how to download a made report, under the name that it was saved with. */
export const useMadeFile = ({ id, file_name }: MadeReport) => {
  const { save, saving } = useSaveFile<'file'>()
  const read = () => call(downloadMadeReport, { params: { id: String(id) } })
  return { save: () => void save('file', file_name ?? 'Report.xlsx', read), isSaving: saving !== null }
}
