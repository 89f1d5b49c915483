import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { isAdmin } from '#contract/platform/access.ts'
import { listUntoldJobs } from '#contract/platform/jobs/endpoints.ts'
import type { Job } from '#contract/platform/jobs/shapes.ts'
import { builtInViews } from '#contract/records/views/built-in.ts'
import { countViews } from '#contract/records/views/endpoints.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { jobWords } from '#client/platform/common/job-text.ts'
import { useRowsChanged } from '#client/platform/common/live-rows.ts'
import { useShowOwnChanges } from '#client/platform/history/use-own-changes.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { refreshAll, useAsk } from '#client/platform/lib/query.ts'
import { currentDay } from '#client/platform/lib/today.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { ProgressBar } from '#client/platform/ui/states/progress-bar.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { ComingUp } from './home-coming-up.tsx'
import { HomeForms } from './home-forms.tsx'
import { SinceYouWereHere, YourWork } from './home-since.tsx'
import { minute, Part, Tasks, type Task } from './home-parts.tsx'

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

/** Renders what needs the user now in a policy year: each number is a link to exactly its rows. */
const HomeScreen = () => {
  const params = Route.useParams()
  const period = Number(params.period)
  const user = useUser()
  const showOwnChanges = useShowOwnChanges()
  return (
    <>
      <PageHeader
        title="Home"
        aside={<span className="text-ink-2">{weekday.format(new Date(`${currentDay()}T12:00:00`))}</span>}
        actions={
          <Button variant="ghost" icon={History} onClick={showOwnChanges}>
            Your changes today
          </Button>
        }
      />
      <PageBody width="lg">
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-5">
            {isAdmin(user) ? (
              <HomeForms params={params}>
                <ComingUp params={params} />
              </HomeForms>
            ) : (
              <YourWork params={params} />
            )}
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <Jobs />
            <SinceYouWereHere params={params} />
            <Students period={period} />
          </div>
        </div>
      </PageBody>
    </>
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

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period/home')({
  component: HomeScreen,
})
