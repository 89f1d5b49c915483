import { FlaskConical } from 'lucide-react'
import { useId } from 'react'
import type { PayerHealth } from '#contract/review/verifications/payer-health.ts'
import { formatCount, formatDay, formatNumber, formatPercent } from '#client/platform/lib/format.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { Cell, HeadCell, PlainTable } from '#client/platform/ui/text/plain-table.tsx'
import { conditionLooks, conditionNow, conditionOf, type Condition } from './payer-condition.ts'

interface PayerCardProps {
  payer: PayerHealth
  /** The days shown, oldest first. */
  days: readonly string[]
}

/** Renders how a payer answered: now, day by day as bars and as a table, and in all. */
export const PayerCard = ({ payer: health, days }: PayerCardProps) => {
  const titleId = useId()
  const { label, tone, icon } = conditionLooks[conditionNow(health)]
  const { payer, last_failure: failure } = health
  return (
    <article
      aria-labelledby={titleId}
      className="flex flex-col gap-3 rounded-card px-4 pt-3.5 pb-3 shadow-line"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={titleId} className="font-medium">
          {payer.name}
        </h2>
        <span className="tabular text-label text-ink-3">{payer.id}</span>
        {health.is_simulated && (
          <Pill icon={FlaskConical} quiet>
            Simulated
          </Pill>
        )}
        <span className="ml-auto">
          <Pill tone={tone} icon={icon} quiet={tone === 'success'}>
            {label}
          </Pill>
        </span>
      </div>
      <Bars health={health} days={days} />
      <Figures health={health} />
      {failure && (
        <p className="text-label text-ink-2">
          Last failure <Ago at={failure.sent_at} />
          {failure.message !== null && `: ${failure.message}`}
        </p>
      )}
      <Disclosure summary="By day" className="-mx-2">
        <DayTable health={health} />
      </Disclosure>
    </article>
  )
}

const fills: Readonly<Record<Condition, string>> = {
  answers: 'bg-success-glyph',
  some_fail: 'bg-warning-glyph',
  fails: 'bg-danger-glyph',
}

/** Renders a bar for each day, as high as its inquiries; a day without any is a line. The table below says the same. */
const Bars = ({ health, days }: { health: PayerHealth; days: readonly string[] }) => {
  const most = Math.max(1, ...health.by_day.map(({ inquiries }) => inquiries))
  return (
    <div aria-hidden className="flex h-10 max-w-xl items-end gap-1">
      {days.map((day) => {
        const one = health.by_day.find((counts) => counts.day === day)
        const height = one ? Math.max(12, (one.inquiries / most) * 100) : 5
        return (
          <span
            key={day}
            title={
              one
                ? `${formatDay(day)}: ${formatCount(one.inquiries, 'inquiry', 'inquiries')}, ${formatNumber(one.failed)} failed`
                : `${formatDay(day)}: no inquiries`
            }
            style={{ height: `${height}%` }}
            className={cx('min-w-0 flex-1 rounded-[2px]', one ? fills[conditionOf(one)] : 'bg-line')}
          />
        )
      })}
    </div>
  )
}

const Figures = ({ health }: { health: PayerHealth }) => {
  const {
    inquiries,
    answered,
    not_found: notFound,
    refused,
    failed,
    median_ms: median,
    p95_ms: slow,
  } = health
  const shareOf = (count: number): string => formatPercent(inquiries === 0 ? 0 : count / inquiries)
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4 lg:grid-cols-7">
      <Figure label="Inquiries" value={formatNumber(inquiries)} />
      <Figure label="Answered" value={shareOf(answered)} />
      <Figure label="Not found" value={shareOf(notFound)} />
      <Figure label="Information missing" value={shareOf(refused)} />
      <Figure label="Failed" value={shareOf(failed)} isBad={failed > 0} />
      <Figure label="Median response time" value={formatSeconds(median)} />
      <Figure label="95% respond within" value={formatSeconds(slow)} />
    </dl>
  )
}

const Figure = ({ label, value, isBad = false }: { label: string; value: string; isBad?: boolean }) => (
  <div className="min-w-0">
    <dt className="text-label text-ink-3">{label}</dt>
    <dd className={cx('tabular font-medium', isBad && 'text-danger-text')}>{value}</dd>
  </div>
)

const formatSeconds = (milliseconds: number | null): string =>
  milliseconds === null ? '–' : `${(milliseconds / 1000).toFixed(1)} s`

const DayTable = ({ health }: { health: PayerHealth }) => (
  <div className="overflow-x-auto px-2 pt-1">
    <PlainTable
      label={`${health.payer.name} by day`}
      head={
        <>
          <HeadCell>Day</HeadCell>
          <HeadCell align="end">Inquiries</HeadCell>
          <HeadCell align="end">Responses</HeadCell>
          <HeadCell align="end" className="max-md:hidden">
            Not found
          </HeadCell>
          <HeadCell align="end" className="max-md:hidden">
            Information missing
          </HeadCell>
          <HeadCell align="end">Failed</HeadCell>
          <HeadCell align="end" className="max-md:hidden">
            Median response time
          </HeadCell>
        </>
      }
    >
      {health.by_day.toReversed().map((one) => (
        <tr key={one.day} className="last:border-b-0!">
          <Cell>{formatDay(one.day)}</Cell>
          <Cell align="end">{formatNumber(one.inquiries)}</Cell>
          <Cell align="end">{formatNumber(one.answered)}</Cell>
          <Cell align="end" className="max-md:hidden">
            {formatNumber(one.not_found)}
          </Cell>
          <Cell align="end" className="max-md:hidden">
            {formatNumber(one.refused)}
          </Cell>
          <Cell align="end" {...(one.failed > 0 ? { className: 'text-danger-text' } : {})}>
            {formatNumber(one.failed)}
          </Cell>
          <Cell align="end" className="max-md:hidden">
            {formatSeconds(one.median_ms)}
          </Cell>
        </tr>
      ))}
    </PlainTable>
  </div>
)
