import { createFileRoute, Link } from '@tanstack/react-router'
import { Download, Hourglass } from 'lucide-react'
import type { AgeOutHorizon } from '#contract/outputs/reports/choices.ts'
import type { AgeOutCounts } from '#contract/outputs/reports/age-out.ts'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { reportsCrumb } from './reports-crumb.tsx'
import { FailedState } from '#client/platform/ui/states/failed-state.tsx'
import { formatCount, formatDay, formatNumber } from '#client/platform/lib/format.ts'
import { usePhone } from '#client/platform/lib/use-media.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { Pager } from '#client/platform/ui/data-table/pager.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { readAgeOutSearch } from './age-out-search.ts'
import { AgeOutCards, AgeOutTable } from './age-out-table.tsx'
import { useAgeOut, useChangeToAgedOut, useReportFile, type AgeOutList } from './use-age-out.ts'

interface Place {
  readonly school: string
  readonly period: string
}

/** Renders who in a policy year loses coverage under a parent’s plan because of age, when, and how to reach them. */
const AgeOutScreen = () => {
  const place = Route.useParams()
  const list = useAgeOut(place.period, Route.useSearch(), Route.useNavigate())
  const { page, counts, error } = list
  const hasFailed = error !== null && (!page || !counts)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Age-out report"
        breadcrumb={[reportsCrumb(place)]}
        {...(page ? { count: formatNumber(page.meta.total) } : {})}
        actions={<Actions list={list} place={place} />}
      />
      {hasFailed ? (
        <FailedState
          error={error}
          what="The age-out report"
          who="Only Shipmate Admins can see reports."
          onRetry={list.retry}
        />
      ) : (
        <>
          <Horizon list={list} />
          <Month list={list} />
          {counts && <NextChange counts={counts} list={list} place={place} />}
          <Rows list={list} period={place.period} />
          <Pager meta={page?.meta} noun="coverage type" onPage={list.onPage} onPerPage={list.onPerPage} />
        </>
      )}
    </div>
  )
}

const Actions = ({ list, place }: { list: AgeOutList; place: Place }) => {
  const { save, saving } = useReportFile(list.asked)
  const isEmpty = (list.page?.meta.total ?? 0) === 0
  return (
    <>
      <LinkButton
        variant="ghost"
        to="/schools/$school/period/$period"
        params={place}
        search={{ view: 'aging_out' }}
      >
        Show 26th birthdays
      </LinkButton>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          icon={Download}
          busy={saving === format}
          disabled={isEmpty || saving !== null}
          onClick={() => void save(format)}
        >
          {format === 'csv' ? 'CSV' : 'Excel'}
        </Button>
      ))}
    </>
  )
}

const horizons: readonly (readonly [AgeOutHorizon, string])[] = [
  ['all', 'All'],
  ['ended', 'Ended'],
  ['30', '30 days'],
  ['60', '60 days'],
  ['90', '90 days'],
]

/** Renders the choice of when coverage ends, with counts. */
const Horizon = ({ list: { horizon, counts, onHorizon } }: { list: AgeOutList }) => {
  const count = (one: AgeOutHorizon) => (counts ? ` (${formatNumber(counts.by_horizon[one])})` : '')
  const shown = horizon === 'to_change' ? [...horizons, ['to_change', 'To change'] as const] : horizons
  return (
    <div className="shrink-0 overflow-x-auto border-b border-line px-4 py-2.5">
      <div className="w-max">
        <Segmented
          label="Coverage ends"
          options={shown.map(([value, label]) => ({ value, label: `${label}${count(value)}` }))}
          value={horizon}
          onChange={onHorizon}
        />
      </div>
    </div>
  )
}

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Renders the month that the report is limited to, with the button that shows all months. */
const Month = ({ list: { month, onEveryMonth } }: { list: AgeOutList }) =>
  month === undefined ? null : (
    <Banner
      className="m-3 mb-0 shrink-0"
      actions={
        <Button size="sm" onClick={onEveryMonth}>
          Show all months
        </Button>
      }
    >
      {`Coverage that ends in ${monthNames.format(new Date(`${month}-01`))}.`}
    </Banner>
  )

interface NextChangeProps {
  counts: AgeOutCounts
  list: AgeOutList
  place: Place
}

/** Renders how many waivers change to aged out tonight, the button that changes them now, and what the last night did. */
const NextChange = ({ counts, list, place }: NextChangeProps) => {
  const { start, isBusy } = useChangeToAgedOut(place.period)
  const waiting = counts.by_horizon.to_change
  if (waiting === 0) return <LastNight counts={counts} place={place} />
  return (
    <Banner
      tone={counts.is_nightly ? 'info' : 'warning'}
      className="m-3 shrink-0"
      actions={
        <>
          {list.horizon !== 'to_change' && (
            <Button size="sm" variant="ghost" onClick={() => list.onHorizon('to_change')}>
              Show these waivers
            </Button>
          )}
          <Button size="sm" busy={isBusy} onClick={start}>
            Change status now
          </Button>
        </>
      }
    >
      {`${waitingText(waiting, counts.is_nightly)} `}
      {!counts.is_nightly && <OptionsLink place={place} />}
    </Banner>
  )
}

const waitingText = (waiting: number, isNightly: boolean): string =>
  isNightly
    ? `${formatCount(waiting, 'waiver changes', 'waivers change')} to Waived – Aged Out tonight, because coverage has likely ended.`
    : `${formatCount(waiting, 'waiver relies', 'waivers rely')} on coverage that has likely ended. The nightly change to Waived – Aged Out is off.`

const OptionsLink = ({ place }: { place: Place }) => (
  <Link to="/schools/$school/period/$period/waiver-options" params={place} className="underline">
    Waiver options
  </Link>
)

const LastNight = ({ counts: { is_nightly, last_night: night }, place }: Omit<NextChangeProps, 'list'>) => (
  <p className="shrink-0 px-4 py-2.5 text-label text-ink-2">
    {is_nightly ? 'Waivers change to Waived – Aged Out at night. ' : 'The nightly change is off. '}
    {night &&
      night.changed > 0 &&
      `${formatCount(night.changed, 'student')} changed on ${formatDay(night.run_on)}. `}
    <OptionsLink place={place} />
  </p>
)

const emptyTitles: Readonly<Record<Exclude<AgeOutHorizon, 'all'>, string>> = {
  ended: 'No coverage has ended',
  '30': 'No coverage ends within 30 days',
  '60': 'No coverage ends within 60 days',
  '90': 'No coverage ends within 90 days',
  to_change: 'No waivers to change',
}

const Rows = ({ list, period }: { list: AgeOutList; period: string }) => {
  const isPhone = usePhone()
  const empty =
    list.horizon === 'all' ? (
      <EmptyState icon={Hourglass} title="No one ages out">
        Students appear here if they waived with a parent’s plan and reach its age limit by the end of the
        policy year.
      </EmptyState>
    ) : (
      <EmptyState
        compact
        icon={Hourglass}
        title={emptyTitles[list.horizon]}
        actions={<Button onClick={() => list.onHorizon('all')}>Show all</Button>}
      />
    )
  const Shown = isPhone ? AgeOutCards : AgeOutTable
  return <Shown list={list} period={period} empty={empty} />
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/reports/age-out')({
  validateSearch: screenSearch(readAgeOutSearch),
  component: AgeOutScreen,
})
