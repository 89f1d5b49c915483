import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { scheduledReportLabel } from '#contract/outputs/report-schedules/choices.ts'
import type { ReportReader, ReportSchedule } from '#contract/outputs/report-schedules/shapes.ts'
import { whenText } from '#contract/outputs/report-schedules/when-text.ts'
import { formatInstant } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Switch } from '#client/platform/ui/controls/switch.tsx'
import { Menu, MenuItem } from '#client/platform/ui/overlays/menu.tsx'
import { MadeFiles } from './made-files.tsx'
import { useScheduleActions } from './use-schedule-actions.ts'

interface ScheduleCardProps {
  schedule: ReportSchedule
  onEdit: () => void
}

/** Renders a scheduled report: when it’s made, for whom, its files, and what can be done with it. */
export const ScheduleCard = ({ schedule, onEdit }: ScheduleCardProps) => {
  const { turn, run, remove, isBusy, isStarting } = useScheduleActions(schedule)
  const { id, report, is_on, made } = schedule
  const name = scheduledReportLabel(report)
  const isBeingMade = made.some(({ state }) => state === 'queued')
  return (
    <article aria-labelledby={`schedule-${id}`} className="rounded-card bg-raised shadow-line">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5">
        <h2 id={`schedule-${id}`} className="min-w-0 flex-1 font-semibold">
          {name}
        </h2>
        <Switch
          label="On"
          className="gap-2"
          checked={is_on}
          disabled={isBusy}
          onChange={(on) => void turn(on)}
        />
        <Button size="sm" busy={isStarting} disabled={isBeingMade} onClick={() => void run()}>
          Run now
        </Button>
        <Menu
          align="end"
          trigger={<IconButton size="sm" icon={Ellipsis} label={`More actions for ${name}`} />}
        >
          <MenuItem icon={Pencil} onSelect={onEdit}>
            Edit
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
            Delete
          </MenuItem>
        </Menu>
      </header>
      <dl className="grid gap-x-4 gap-y-2.5 px-4 py-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <Fact label="When">{whenOf(schedule)}</Fact>
        <Fact label="Recipients">{readersText(schedule.readers)}</Fact>
        <Fact label="Next">{is_on ? nextOf(schedule) : 'Off'}</Fact>
        <Fact label="Files">
          <MadeFiles made={made} />
        </Fact>
      </dl>
    </article>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-label text-ink-2 sm:leading-[inherit]">{label}</dt>
    <dd className="min-w-0 max-sm:-mt-2">{children}</dd>
  </div>
)

/** Returns 'Mondays at 7:00 a.m., New York time'. */
const whenOf = (schedule: ReportSchedule): string =>
  `${whenText(schedule)}, ${zoneName(schedule.time_zone)} time`

/** The card shows the schedule’s time of day next to it: an instant in another time zone says so. */
const nextOf = ({ next_run_at, time_zone }: ReportSchedule): string => {
  const isSameZone = time_zone === new Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${formatInstant(next_run_at)}${isSameZone ? '' : ', your time'}`
}

const zoneName = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

const readersText = (readers: readonly ReportReader[]): string =>
  readers
    .map(({ name, has_access }) => (has_access ? name : `${name} (no access; won’t be emailed)`))
    .join(', ')
