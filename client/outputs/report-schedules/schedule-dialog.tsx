import {
  lastMonthDay,
  monthDays,
  repeatKinds,
  repeatLabels,
  scheduledReportLabel,
  scheduledReports,
  weekdayLabels,
  weekdays,
  type RepeatKind,
  type ScheduledReport,
  type Weekday,
} from '#contract/outputs/report-schedules/choices.ts'
import {
  addReportSchedule,
  changeReportSchedule,
  listReportReaders,
} from '#contract/outputs/report-schedules/endpoints.ts'
import { reportScheduleForm, type ReportSchedule } from '#contract/outputs/report-schedules/shapes.ts'
import { hourText, monthDayText } from '#contract/outputs/report-schedules/when-text.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { scheduleReads } from './schedule-reads.ts'

interface Values {
  report: ScheduledReport
  repeats: RepeatKind
  weekdays: Weekday[]
  month_day: number | null
  hour: number
  reader_ids: string[]
}
const f = fieldsOf<Values>()

const reports = scheduledReports.map((value) => ({ value, label: scheduledReportLabel(value) }))
const repeats = repeatKinds.map((value) => ({ value, label: repeatLabels[value] }))
const days = monthDays.map((value) => ({
  value,
  label: value === lastMonthDay ? 'Last day' : monthDayText(value),
}))
const hours = Array.from({ length: 24 }, (_, value) => ({ value, label: hourText(value) }))

interface ScheduleDialogProps {
  period: string
  /** The schedule to edit; null to add one. */
  schedule: ReportSchedule | null
  /** The user, who is the first reader of a new schedule. */
  userId: number
  handle: DialogHandle
}

/** Renders the dialog that adds or edits a scheduled report. */
export const ScheduleDialog = ({ period, schedule, userId, handle }: ScheduleDialogProps) => {
  const form = useScheduleForm({ period, schedule, userId, handle })
  return (
    <FormDialog
      {...handle.dialog}
      title={schedule ? 'Edit scheduled report' : 'Schedule a report'}
      description="Recipients get an email with a link. They sign in to download the file."
      form={form}
      submitLabel={schedule ? 'Save' : 'Schedule report'}
    >
      <ScheduleFields period={period} schedule={schedule} />
    </FormDialog>
  )
}

const useScheduleForm = ({ period, schedule, userId, handle }: ScheduleDialogProps) => {
  const toast = useToast()
  const options = { refreshes: scheduleReads, quiet: true }
  const add = useSend(addReportSchedule, options)
  const change = useSend(changeReportSchedule, options)
  return useRecordForm<Values, typeof reportScheduleForm>({
    schema: reportScheduleForm,
    defaults: schedule
      ? { ...valuesOf(schedule), reader_ids: currentReaders(schedule) }
      : { ...blank, reader_ids: [String(userId)] },
    onSubmit: async ({ reader_ids, ...values }) => {
      const body = { ...values, reader_ids: reader_ids.map(Number) }
      if (schedule) {
        const { id, is_on, version } = schedule
        await change.send({ params: { id: String(id) }, body: { ...body, is_on, version } })
      } else await add.send({ params: { id: period }, body })
      toast.show({ tone: 'success', title: schedule ? 'Schedule saved' : 'Report scheduled' })
      handle.close()
    },
  })
}

const blank: Omit<Values, 'reader_ids'> = {
  report: 'age_out',
  repeats: 'weekly',
  weekdays: ['mon'],
  month_day: 1,
  hour: 7,
}

const valuesOf = ({ report, repeats: kind, weekdays: chosen, month_day, hour }: ReportSchedule) => ({
  report,
  repeats: kind,
  weekdays: chosen,
  month_day: month_day ?? 1,
  hour,
})

/** Someone who lost access can’t be chosen, so saving the dialog removes them. */
const currentReaders = ({ readers }: ReportSchedule): string[] =>
  readers.filter(({ has_access }) => has_access).map(({ id }) => String(id))

const ScheduleFields = ({ period, schedule }: Pick<ScheduleDialogProps, 'period' | 'schedule'>) => {
  const { data: people = schedule?.readers ?? [] } = useAsk(listReportReaders, { params: { id: period } })
  const isMonthly = f.useForm().watch('repeats') === 'monthly'
  return (
    <>
      <f.Select name="report" label="Report" required options={reports} />
      <div className="grid gap-4 sm:grid-cols-2">
        <f.Select name="repeats" label="Repeats" required options={repeats} />
        <f.Select name="hour" label="Time" required options={hours} hint="In the school’s time zone." />
      </div>
      {isMonthly ? (
        <f.Select name="month_day" label="Day of the month" required options={days} />
      ) : (
        <f.Checks name="weekdays" label="Days" options={weekdays} labels={weekdayLabels} />
      )}
      <f.Choices
        name="reader_ids"
        label="Recipients"
        required
        options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        hint="Shipmate Admins. Anyone who loses access stops getting emails."
      />
    </>
  )
}
