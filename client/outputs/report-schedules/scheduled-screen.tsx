import { createFileRoute } from '@tanstack/react-router'
import { CalendarClock, Plus } from 'lucide-react'
import { type ReactNode } from 'react'
import { scheduledReportLabel } from '#contract/outputs/report-schedules/choices.ts'
import { listReportSchedules } from '#contract/outputs/report-schedules/endpoints.ts'
import type { ReportSchedule } from '#contract/outputs/report-schedules/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { reportsCrumb } from '#client/outputs/reports/reports-crumb.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { DownloadButton, failedText, madeText } from './made-files.tsx'
import { ScheduleCard } from './schedule-card.tsx'

const ScheduleDialog = lazyDialog(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)

const useSchedules = (period: string) =>
  useAsk(
    listReportSchedules,
    { params: { id: period } },
    { follows: (all) => all.some(({ made }) => made.some(({ state }) => state === 'queued')) },
  )

/** Renders the scheduled reports of a policy year with their files, and the file that a reader’s email links to. */
const ScheduledScreen = () => {
  const place = Route.useParams()
  const { report } = Route.useSearch()
  const openDialog = useDialogHost()
  const { id: userId } = useUser()
  const schedules = useSchedules(place.period)
  const edit = (schedule: ReportSchedule | null): void => {
    openDialog(ScheduleDialog, { props: { period: place.period, schedule, userId } })
  }
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => edit(null)}>
      Schedule a report
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Scheduled reports"
        breadcrumb={[reportsCrumb(place)]}
        {...(schedules.data && schedules.data.length > 0 ? { actions: add } : {})}
      />
      <PageBody>
        <Loaded
          of={schedules}
          what="The scheduled reports"
          who="Only Shipmate Admins can see reports."
          rows={6}
          label="Loading scheduled reports"
        >
          {(data) => <Schedules schedules={data} asked={report} add={add} onEdit={edit} />}
        </Loaded>
      </PageBody>
    </>
  )
}

interface SchedulesProps {
  schedules: readonly ReportSchedule[]
  /** The ID of the file that an email links to. */
  asked: number | undefined
  add: ReactNode
  onEdit: (schedule: ReportSchedule) => void
}

const Schedules = ({ schedules, asked, add, onEdit }: SchedulesProps) => (
  <div className="flex flex-col gap-4">
    {asked !== undefined && <AskedFile schedules={schedules} id={asked} />}
    {schedules.length === 0 ? (
      <EmptyState icon={CalendarClock} title="No scheduled reports" actions={add}>
        Scheduled reports appear here, with their files from the last 30 days.
      </EmptyState>
    ) : (
      schedules.map((schedule) => (
        <ScheduleCard key={schedule.id} schedule={schedule} onEdit={() => onEdit(schedule)} />
      ))
    )}
  </div>
)

/** Renders the file that an email links to. */
const AskedFile = ({ schedules, id }: { schedules: readonly ReportSchedule[]; id: number }) => {
  const schedule = schedules.find(({ made }) => made.some((file) => file.id === id))
  const file = schedule?.made.find((one) => one.id === id)
  if (schedule && file?.state === 'failed')
    return (
      <Banner tone="danger" title={scheduledReportLabel(schedule.report)}>
        {failedText(file)}
      </Banner>
    )
  if (!schedule || file?.state !== 'done')
    return (
      <Banner tone="warning">
        This file isn’t available anymore. Files are deleted after 30 days, or the schedule was deleted.
      </Banner>
    )
  return (
    <Banner
      tone="success"
      title={scheduledReportLabel(schedule.report)}
      actions={<DownloadButton file={file} />}
    >
      {madeText(file)}
    </Banner>
  )
}

interface ScheduledSearch {
  /** The ID of a made file. */
  readonly report?: number
}

const readSearch = (search: Readonly<Record<string, unknown>>): ScheduledSearch => {
  const id = Number(search['report'])
  return Number.isSafeInteger(id) && id > 0 ? { report: id } : {}
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/reports/scheduled')({
  validateSearch: screenSearch(readSearch),
  component: ScheduledScreen,
})
