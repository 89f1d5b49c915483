import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImportOutcome, ImportRun } from '#contract/imports/shapes.ts'
import { getPeriodAbout } from '#contract/periods/endpoints.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { NotFoundState } from '#client/common/not-found-state.tsx'
import { formatNumber } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { PageBody, PageHeader } from '#client/ui/text/page-header.tsx'
import { ProgressBar } from '#client/ui/states/progress-bar.tsx'
import { Skeleton } from '#client/ui/states/skeleton.tsx'
import { AppliedPanel } from './applied-panel.tsx'
import { importName, phaseOf } from './import-words.ts'
import { OutcomeRows } from './outcome-rows.tsx'
import { OutcomeTiles } from './outcome-tiles.tsx'
import { PhasePill } from './phase-pill.tsx'
import { ImportLink, ListLink } from './place-links.tsx'
import { PreviewAgain } from './preview-again.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import type { ImportPlace } from './use-file-import.ts'
import { useImport } from './use-import.ts'

/** One import: under way, a preview to decide on, or what it did. */
const Screen = () => {
  const { import: id, ...place } = Route.useParams()
  const { data: run, error, refetch } = useImport(Number(id))
  const { data: period } = useAsk(
    getPeriodAbout,
    { params: { id: Number(place.period) } },
    { staleTime: 60_000 },
  )
  return (
    <>
      <PageHeader
        title={run ? importName(run) : 'Import'}
        breadcrumb={[
          ...(period ? [{ key: 'period', link: <ListLink place={place}>{period.name}</ListLink> }] : []),
          { key: 'import', link: <ImportLink place={place}>Import</ImportLink> },
        ]}
        aside={run && <PhasePill phase={phaseOf(run)} />}
      />
      <PageBody width="lg">
        {run && run.period_id !== Number(place.period) ? (
          <NotFoundState />
        ) : run ? (
          <Result key={run.id} run={run} place={place} />
        ) : error ? (
          <FailedState
            error={error}
            what="The import"
            who="Only this school’s own admins and Shipmate Admins see it."
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading />
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
    return <UnderWay run={run} label={phase === 'writing' ? 'Writing the students' : readingLabel(run)} />
  if (phase === 'failed' || phase === 'unreadable')
    return (
      <PreviewAgain
        tone="danger"
        place={place}
        title={phase === 'failed' ? 'The import stopped' : 'This file cannot be read'}
        message={run.message ?? 'Nothing was written.'}
      />
    )
  return (
    <div className="flex flex-col gap-5">
      <Decision run={run} place={place} />
      <Rows run={run} />
    </div>
  )
}

/** What is to be decided about a plan, or was. */
const Decision = ({ run, place }: ResultProps) => {
  const phase = phaseOf(run)
  if (phase === 'preview') return <PreviewPanel run={run} place={place} />
  if (phase === 'applied' || phase === 'undone') return <AppliedPanel run={run} place={place} />
  return (
    <PreviewAgain
      place={place}
      title="Nothing was written"
      message="This preview is over an hour old. A new one shows what would happen now."
    />
  )
}

const readingLabel = ({ kind }: ImportRun): string =>
  kind === 'csv' ? 'Reading the file' : 'Reading the students'

const UnderWay = ({ run, label }: { run: ImportRun; label: string }) => {
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
      <p className="mt-3 text-ink-2">You may leave this page: the work goes on, and the result waits here.</p>
    </div>
  )
}

/** What is looked at first: what went wrong, else what comes in. */
const firstOutcome = ({ counts }: ImportRun): ImportOutcome => {
  if (counts.refused > 0) return 'refused'
  if (counts.added > 0) return 'added'
  return counts.changed > 0 ? 'changed' : 'unchanged'
}

const Rows = ({ run }: { run: ImportRun }) => {
  const [outcome, setOutcome] = useState(() => firstOutcome(run))
  return (
    <section aria-label="Rows" className="flex flex-col gap-4">
      <OutcomeTiles counts={run.counts} value={outcome} onChange={setOutcome} />
      <OutcomeRows key={outcome} run={run} outcome={outcome} />
    </section>
  )
}

const Loading = () => (
  <div aria-busy="true" className="flex flex-col gap-5">
    <output className="sr-only">Loading the import</output>
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
