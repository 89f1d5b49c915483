import { CircleCheck, CirclePause, CircleStop, LoaderCircle, Pause, Play, Square } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import {
  reverificationResultLabels,
  reverificationResults,
  reverifyReasonLabels,
  type ReverificationResult,
  type ReverificationState,
} from '#contract/review/reverifications/choices.ts'
import {
  getLatestReverification,
  pauseReverification,
  resumeReverification,
  stopReverification,
} from '#contract/review/reverifications/endpoints.ts'
import { sourceOfCoverageLabels } from '#contract/platform/record/student-period-choices.ts'
import type { PeriodReverification } from '#contract/review/reverifications/shapes.ts'
import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import { formatCount, formatDay, formatInstant, formatNumber } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { ProgressBar } from '#client/platform/ui/states/progress-bar.tsx'
import { Pill, type Tone } from '#client/platform/ui/text/badge.tsx'
import { CountedChoice } from '#client/platform/ui/controls/counted-choice.tsx'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'
import { centsText } from './due-waivers.tsx'

interface LatestRunProps {
  run: PeriodReverification
  /** The result whose outcomes are listed; null for all. */
  result: ReverificationResult | null
  onResult: (result: ReverificationResult | null) => void
  /** Lists more outcomes; missing if all are listed. */
  onMore?: () => void
}

const looks: Record<
  ReverificationState,
  { tone: Tone; icon: typeof CircleCheck; quiet: boolean; words: string }
> = {
  running: { tone: 'info', icon: LoaderCircle, quiet: false, words: 'Running' },
  paused: { tone: 'warning', icon: CirclePause, quiet: false, words: 'Paused' },
  stopped: { tone: 'neutral', icon: CircleStop, quiet: true, words: 'Stopped' },
  done: { tone: 'success', icon: CircleCheck, quiet: true, words: 'Done' },
}

/** Renders a reverification: its state and progress, the buttons that change it, and the outcome of each student. */
export const LatestRun = ({ run, result, onResult, onMore }: LatestRunProps) => {
  const { words, ...look } = looks[run.state]
  const isOpen = run.state === 'running' || run.state === 'paused'
  return (
    <section aria-labelledby="latest">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="latest" className="text-section font-semibold">
          {isOpen ? 'This reverification' : 'Latest reverification'}
        </h2>
        <Pill {...look}>{words}</Pill>
        {isOpen && <RunButtons run={run} />}
      </div>
      <div className="mb-3 text-label text-ink-2">
        <p>{scopeText(run)}</p>
        <p>{aboutText(run)}</p>
      </div>
      {run.message && (
        <Banner tone="warning" className="mb-3">
          {run.message}
        </Banner>
      )}
      {isOpen && (
        <ProgressBar
          className="mb-4"
          label={run.state === 'running' ? 'Checking…' : 'Checked so far'}
          done={run.done}
          total={run.total}
          detail={`${formatNumber(run.done)} of ${formatNumber(run.total)}`}
        />
      )}
      <CountedChoice
        label="Outcomes by result"
        values={reverificationResults}
        labels={reverificationResultLabels}
        counts={run.by_result}
        total={run.total}
        value={result}
        onChange={onResult}
      />
      <OutcomeTable run={run} />
      {onMore && (
        <Button size="sm" className="mt-3" onClick={onMore}>
          Show more
        </Button>
      )}
    </section>
  )
}

/** Returns which waivers it took: 'Medical, Aetna, due by 12/01/2026'. */
const scopeText = (run: PeriodReverification): string =>
  [
    ...(run.coverage_types.length === coverages.length
      ? ['All coverage types']
      : run.coverage_types.map((coverage) => coverageLabels[coverage])),
    ...(run.sources_of_coverage ?? []).map((source) => sourceOfCoverageLabels[source]),
    ...(run.insurance_company ? [run.insurance_company.name] : []),
    run.due_by === null ? 'due or not due yet' : `due by ${formatDay(run.due_by)}`,
    ...(run.with_ended ? ['with inactive and aged-out waivers'] : []),
  ].join(', ')

/** Returns 'Started 11/20/2026, 10:00 AM by Rosa Diaz · 312 coverage types · $4.20'. */
const aboutText = (run: PeriodReverification): string =>
  [
    `Started ${formatInstant(run.started_at)}${starterText(run)}`,
    ...(run.ended_at === null ? [] : [`Ended ${formatInstant(run.ended_at)}`]),
    formatCount(run.total, 'coverage type'),
    ...(run.cost_cents === 0 ? [] : [centsText(run.cost_cents)]),
  ].join(' · ')

const starterText = ({ is_scheduled, started_by }: PeriodReverification): string => {
  if (is_scheduled) return ' by the nightly schedule'
  return started_by ? ` by ${started_by.name}` : ''
}

const RunButtons = ({ run: { id, state, total, done } }: { run: PeriodReverification }) => {
  const refreshes = [getLatestReverification]
  const pause = useSend(pauseReverification, { refreshes })
  const resume = useSend(resumeReverification, { refreshes })
  const stop = useSend(stopReverification, { refreshes })
  const confirm = useConfirm()
  const ask = { params: { id: String(id) } }
  const end = async () => {
    const left = total - done
    const accepted = await confirm({
      title: `Stop the reverification with ${formatCount(left, 'check')} left?`,
      message:
        'Students who weren’t checked keep their status. You can start another reverification, but you can’t resume this one.',
      acceptLabel: 'Stop',
      danger: true,
    })
    if (accepted) await stop.send(ask)
  }
  return (
    <div className="ml-auto flex gap-2">
      {state === 'running' ? (
        <Button size="sm" icon={Pause} busy={pause.isSending} onClick={() => void pause.send(ask)}>
          Pause
        </Button>
      ) : (
        <Button
          size="sm"
          variant="primary"
          icon={Play}
          busy={resume.isSending}
          onClick={() => void resume.send(ask)}
        >
          Resume
        </Button>
      )}
      <Button size="sm" icon={Square} busy={stop.isSending} onClick={() => void end()}>
        Stop
      </Button>
    </div>
  )
}

/** Results that no one has to look at. */
const quiet: ReadonlySet<ReverificationResult> = new Set(['active', 'waiting', 'not_checked'])

/** Renders what came out for each student: the result, what it means and the status now. */
const OutcomeTable = ({ run }: { run: PeriodReverification }) => (
  <CardTable
    label="Outcomes"
    head={
      <>
        <HeadCell>Student</HeadCell>
        <HeadCell className="max-md:hidden">Coverage</HeadCell>
        <HeadCell className="max-lg:hidden">Reason</HeadCell>
        <HeadCell>Result</HeadCell>
        <HeadCell>Status now</HeadCell>
      </>
    }
  >
    {run.outcomes.map((one) => (
      <tr key={`${one.student_period_id} ${one.coverage_type}`} className="align-top">
        <Cell className="py-2">
          <Link
            to="/student/$student/inovalon-verifications"
            params={{ student: String(one.student_id) }}
            className="font-medium"
          >
            {one.name}
          </Link>
          <span className="ml-2 text-label text-ink-3 max-md:hidden">{one.sid}</span>
          <span className="block text-label text-ink-3 md:hidden">
            {`${one.sid}, ${coverageLabels[one.coverage_type]}`}
          </span>
        </Cell>
        <Cell className="py-2 max-md:hidden">{coverageLabels[one.coverage_type]}</Cell>
        <Cell className="py-2 max-lg:hidden">{reverifyReasonLabels[one.reason]}</Cell>
        <Cell className="py-2">
          <span className="font-medium">{reverificationResultLabels[one.result]}</span>
          {one.message !== null && !quiet.has(one.result) && (
            <span className="block text-label text-ink-2">{one.message}</span>
          )}
        </Cell>
        <Cell className="py-2">
          <CoveragePill status={one.status} short />
        </Cell>
      </tr>
    ))}
  </CardTable>
)
