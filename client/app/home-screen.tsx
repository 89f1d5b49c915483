import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, type LinkProps } from '@tanstack/react-router'
import {
  CalendarDays,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import type { QueueName } from '#contract/review/form-submissions/choices.ts'
import { queues } from '#contract/review/form-submissions/queues.ts'
import { countQueues } from '#contract/review/form-submissions/endpoints.ts'
import { listUntoldJobs } from '#contract/platform/jobs/endpoints.ts'
import type { Job } from '#contract/platform/jobs/shapes.ts'
import { builtInViews } from '#contract/records/views/built-in.ts'
import { countViews } from '#contract/records/views/endpoints.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { jobWords } from '#client/platform/common/job-text.ts'
import { useFormsChanged, useRowsChanged } from '#client/platform/common/live-rows.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { refreshAll, useAsk } from '#client/platform/lib/query.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { ProgressBar } from '#client/platform/ui/states/progress-bar.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'

/** Milliseconds between reloads that find what a live update missed. */
const minute = 60_000

/** Renders what needs the user now in a policy year: each number is a link to exactly its rows. */
const HomeScreen = () => {
  const params = Route.useParams()
  const { period } = params
  const user = useUser()
  return (
    <>
      <PageHeader
        title="Home"
        actions={
          isAdmin(user) && (
            <LinkButton
              to="/schools/$school/period/$period/set-up/calendar"
              params={params}
              icon={CalendarDays}
            >
              Calendar
            </LinkButton>
          )
        }
      />
      <PageBody width="lg">
        <div className="gap-6 lg:columns-2">
          {isAdmin(user) && <Forms period={Number(period)} />}
          <Students period={Number(period)} />
          <Jobs />
        </div>
      </PageBody>
    </>
  )
}

type Severity = (typeof queues)[QueueName]['severity']

/** Something to do: how many, and where its rows are. */
interface Task {
  readonly key: string
  readonly label: string
  readonly meaning: string
  readonly count: number
  readonly severity: Severity
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

interface Group {
  readonly title: string
  readonly names: readonly QueueName[]
  /** Whether it’s left out while it’s empty, because not every policy year uses it. */
  readonly ifAny?: true
}

/** The queues by urgency: what runs out, what to review, and what is under way. */
const groups: readonly Group[] = [
  { title: 'Deadlines', names: ['overdue', 'due_soon', 'no_answer'] },
  { title: 'Forms to review', names: ['to_review', 'unseen', 'unmatched', 'appeals', 'high_risk', 'ready'] },
  { title: 'Quality review', names: ['second_review', 'disagreements'], ifAny: true },
  { title: 'Under way', names: ['mine', 'waiting_for_student'] },
]

const Forms = ({ period }: { period: number }) => {
  const client = useQueryClient()
  const params = Route.useParams()
  const counts = useAsk(countQueues, { query: { period_id: String(period) } }, { refetchInterval: minute })
  useFormsChanged(period, () => refreshAll(client, [countQueues]))
  return (
    <Loaded
      of={counts}
      compact
      what="The form submissions"
      who="Only Shipmate Admins can review forms."
      rows={5}
      label="Loading form submissions"
      renderInstead={(state) => <Part title="Forms to review">{state}</Part>}
    >
      {(data) =>
        groups
          .filter(({ names, ifAny }) => !ifAny || names.some((name) => data[name] > 0))
          .map(({ title, names }) => (
            <Part key={title} title={title}>
              <Tasks
                tasks={names.map((queue) => ({
                  key: queue,
                  ...queues[queue],
                  count: data[queue],
                  link: {
                    to: '/schools/$school/period/$period/student-form-submissions',
                    params,
                    search: { queue },
                  },
                }))}
              />
            </Part>
          ))
      }
    </Loaded>
  )
}

const Students = ({ period }: { period: number }) => {
  const client = useQueryClient()
  const params = Route.useParams()
  const counts = useAsk(countViews, { query: { period_id: String(period) } }, { refetchInterval: minute })
  useRowsChanged(period, () => refreshAll(client, [countViews]))
  const tasks = builtInViews.flatMap(({ key, name, about }): Task[] => {
    const found = counts.data?.built_in.find((one) => one.key === key)
    if (!found || key === 'everyone') return []
    const link = { to: '/schools/$school/period/$period', params, search: { view: key } } as const
    return [{ key, label: name, meaning: about, count: found.quantity, severity: 'info', link }]
  })
  return (
    <Part title="Students">
      <Loaded
        of={counts}
        compact
        what="The students"
        who="Only this school’s admins and Shipmate Admins have access."
        rows={5}
        label="Loading students"
      >
        {() => <Tasks tasks={tasks} />}
      </Loaded>
    </Part>
  )
}

const isUnderWay = ({ state }: Job): boolean => state === 'queued' || state === 'running'

/** Renders the user's background jobs; nothing if none is running. */
const Jobs = () => {
  const { data = [] } = useAsk(listUntoldJobs, {}, { refetchInterval: minute / 6 })
  const jobs = data.filter(isUnderWay)
  if (jobs.length === 0) return null
  return (
    <Part title="Running in the background">
      <ul className="divide-y divide-line">
        {jobs.map(({ id, kind, progress: { done, total } }) => (
          <li key={id} className="px-4 py-3">
            <ProgressBar
              label={jobWords[kind].running}
              done={done}
              total={total}
              detail={`${formatNumber(done)} of ${formatNumber(total)}`}
            />
          </li>
        ))}
      </ul>
    </Part>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section
    aria-label={title}
    className="mx-px mb-6 break-inside-avoid overflow-hidden rounded-card bg-raised shadow-line"
  >
    <h2 className="border-b border-line px-4 py-2.5 text-section font-semibold">{title}</h2>
    {children}
  </section>
)

const look: Partial<Record<Severity, { readonly icon: LucideIcon; readonly color: string }>> = {
  danger: { icon: CircleAlert, color: 'text-danger-glyph' },
  warning: { icon: TriangleAlert, color: 'text-warning-glyph' },
  success: { icon: CircleCheck, color: 'text-success-glyph' },
}

const Tasks = ({ tasks }: { tasks: readonly Task[] }) => (
  <ul className="divide-y divide-line">
    {tasks.map((task) => (
      <li key={task.key}>
        <TaskLink task={task} />
      </li>
    ))}
  </ul>
)

const TaskLink = ({ task: { label, meaning, count, severity, link } }: { task: Task }) => {
  const { icon: Icon, color } = look[severity] ?? {}
  const isMuted = count === 0
  return (
    <Link
      {...link}
      className="group flex min-h-11 items-center gap-3 px-4 py-2 text-ink no-underline hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className={cx('block', isMuted ? 'text-ink-2' : 'font-medium')}>{label}</span>
        <span className="block text-label text-ink-2">{meaning}</span>
      </span>
      {Icon && !isMuted && (
        <Icon size={15} strokeWidth={2.25} aria-hidden className={cx('shrink-0', color)} />
      )}
      <span className={cx('tabular text-dialog', isMuted ? 'text-ink-3' : 'font-semibold')}>
        {formatNumber(count)}
      </span>
      <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
    </Link>
  )
}

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period/home')({
  component: HomeScreen,
})
