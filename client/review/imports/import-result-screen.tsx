import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { leftOutReasons, type LeftOutReason } from '#contract/review/imports/choices.ts'
import type { ImportOutcome, ImportRun } from '#contract/review/imports/shapes.ts'
import { getPeriodAbout } from '#contract/setup/periods/endpoints.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { NotFoundState } from '#client/platform/ui/states/not-found-state.tsx'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { ProgressBar } from '#client/platform/ui/states/progress-bar.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { AppliedPanel } from './applied-panel.tsx'
import { DoubtfulRows } from './doubtful-rows.tsx'
import { importName, leftOutLabels, phaseOf } from './import-text.ts'
import { OutcomeRows } from './outcome-rows.tsx'
import { OutcomeTiles } from './outcome-tiles.tsx'
import { PhasePill } from './phase-pill.tsx'
import { ImportLink, ListLink } from './place-links.tsx'
import { PreviewAgain } from './preview-again.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import type { ImportPlace } from './use-file-import.ts'
import { useImport } from './use-import.ts'
import { YearCopySummary } from './year-copy-summary.tsx'
import { CountedChoice } from '#client/platform/ui/controls/counted-choice.tsx'

/** Renders an import: running, a preview to decide on, or its result. */
const Screen = () => {
  const { import: id, ...place } = Route.useParams()
  const imported = useImport(Number(id))
  const { data: period } = useAsk(
    getPeriodAbout,
    { params: { id: Number(place.period) } },
    { staleTime: 60_000 },
  )
  return (
    <>
      <PageHeader
        title={imported.data ? importName(imported.data) : 'Import'}
        breadcrumb={[
          ...(period ? [{ key: 'period', link: <ListLink place={place}>{period.name}</ListLink> }] : []),
          { key: 'import', link: <ImportLink place={place}>Import</ImportLink> },
        ]}
        aside={imported.data && <PhasePill phase={phaseOf(imported.data)} />}
      />
      <PageBody width="lg">
        {imported.data && imported.data.period_id !== Number(place.period) ? (
          <NotFoundState />
        ) : (
          <Loaded
            of={imported}
            what="The import"
            who="Only this school’s admins and Shipmate Admins have access."
            skeleton={<Loading />}
          >
            {(run) => <Result key={run.id} run={run} place={place} />}
          </Loaded>
        )}
      </PageBody>
    </>
  )
}

interface ResultProps {
  run: ImportRun
  place: ImportPlace
}

const Result = ({ run, place }: ResultProps) => {
  const phase = phaseOf(run)
  if (phase === 'reading' || phase === 'writing')
    return <RunningImport run={run} label={phase === 'writing' ? 'Saving students…' : readingLabel(run)} />
  if (phase === 'failed' || phase === 'unreadable')
    return (
      <PreviewAgain
        tone="danger"
        place={place}
        title={failureTitle(run, phase)}
        message={run.message ?? 'Nothing was imported.'}
      />
    )
  return <ImportResult run={run} place={place} />
}

const failureTitle = ({ kind }: ImportRun, phase: 'failed' | 'unreadable'): string => {
  if (phase === 'failed') return 'Import failed'
  return kind === 'csv' ? 'Couldn’t read this file' : 'No one was copied'
}

/** Renders the preview or the result of an import. */
const ImportPanel = ({ run, place, children }: ResultProps & { children: ReactNode }) => {
  const phase = phaseOf(run)
  if (phase === 'preview')
    return (
      <PreviewPanel run={run} place={place}>
        {children}
      </PreviewPanel>
    )
  return (
    <>
      <EndedPanel run={run} place={place} />
      {children}
    </>
  )
}

const EndedPanel = ({ run, place }: ResultProps) => {
  const phase = phaseOf(run)
  if (phase === 'applied' || phase === 'undone') return <AppliedPanel run={run} place={place} />
  return (
    <PreviewAgain
      place={place}
      title="Nothing imported"
      message="This preview has expired. Create a new one."
    />
  )
}

const readingLabel = ({ kind }: ImportRun): string => (kind === 'csv' ? 'Reading file…' : 'Reading students…')

const RunningImport = ({ run, label }: { run: ImportRun; label: string }) => {
  const { done, total } = run.progress
  return (
    <div className="mx-auto max-w-xl py-[10dvh]">
      <ProgressBar
        label={label}
        done={done}
        total={total}
        {...(total > 0
          ? { detail: `${formatNumber(Math.min(done, total))} of ${formatNumber(total)} rows` }
          : {})}
      />
      <p className="mt-3 text-ink-2">
        You can leave this page. The import keeps running, and the result will appear here.
      </p>
    </div>
  )
}

/** The outcome shown first: rejected rows, otherwise added ones. */
const firstOutcome = ({ counts }: ImportRun): ImportOutcome => {
  if (counts.refused > 0) return 'refused'
  if (counts.added > 0) return 'added'
  return counts.changed > 0 ? 'changed' : 'unchanged'
}

/** Renders a preview or result with its rows. */
const ImportResult = ({ run, place }: ResultProps) => {
  const [shown, setShown] = useState<ShownRows>(() => ({ outcome: firstOutcome(run), reason: null }))
  const rows = useRef<HTMLElement>(null)
  const showLeftOut = (reason: LeftOutReason): void => {
    setShown({ outcome: 'unchanged', reason })
    rows.current?.scrollIntoView({ block: 'start' })
  }
  return (
    // hidden texts are placed in it, so that they don’t make the page scroll
    <div className="relative flex flex-col gap-5">
      <ImportPanel run={run} place={place}>
        {run.year_copy && <YearCopySummary copy={run.year_copy} onShow={showLeftOut} />}
        <DoubtfulRows run={run} />
        <section ref={rows} aria-label="Rows" className="flex scroll-mt-16 flex-col gap-4">
          <Rows run={run} shown={shown} onShow={setShown} />
        </section>
      </ImportPanel>
    </div>
  )
}

/** Which rows are listed: of an outcome, or only those a copy leaves out for a reason. */
interface ShownRows {
  readonly outcome: ImportOutcome
  readonly reason: LeftOutReason | null
}

interface RowsProps {
  run: ImportRun
  shown: ShownRows
  onShow: (shown: ShownRows) => void
}

const Rows = ({ run, shown: { outcome, reason }, onShow }: RowsProps) => {
  const leftOut = outcome === 'unchanged' ? (run.year_copy?.left_out ?? []) : []
  return (
    <>
      <OutcomeTiles run={run} value={outcome} onChange={(one) => onShow({ outcome: one, reason: null })} />
      {leftOut.length > 0 && (
        <CountedChoice
          label="Reasons"
          values={leftOutReasons}
          labels={leftOutLabels}
          counts={Object.fromEntries(leftOut.map((one) => [one.reason, one.students]))}
          total={run.counts.unchanged}
          value={reason}
          onChange={(one) => onShow({ outcome, reason: one })}
        />
      )}
      <OutcomeRows key={`${outcome} ${reason}`} run={run} outcome={outcome} leftOutFor={reason} />
    </>
  )
}

const Loading = () => (
  <div aria-busy="true" className="flex flex-col gap-5">
    <output className="sr-only">Loading import</output>
    <Skeleton className="h-10 w-full" />
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {['added', 'changed', 'unchanged', 'refused'].map((tile) => (
        <Skeleton key={tile} className="h-16 w-full" />
      ))}
    </div>
  </div>
)

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period/import/$import')(
  { component: Screen },
)
