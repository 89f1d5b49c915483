import { ArrowRight, FileText } from 'lucide-react'
import { useState } from 'react'
import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import type { BatchResults } from '#contract/outputs/reports/waiver-export.ts'
import { eligibilityStatusLabels } from '#contract/review/verifications/choices.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { SkipRejected } from '#client/review/imports/skip-rejected.tsx'
import { formatCount, formatFileSize, formatNumber } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FileDrop } from '#client/platform/ui/controls/file-drop.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'
import { useBatchResults, type PreviewedFile } from './use-waiver-export.ts'

type Flow = ReturnType<typeof useBatchResults>

/** Renders the import of the file of results that the eligibility service sends back. */
export const BatchResultsSection = ({ period }: { period: string }) => {
  const flow = useBatchResults(period)
  return (
    <section aria-labelledby="results" className="flex flex-col gap-3">
      <div>
        <h2 id="results" className="text-section font-semibold">
          Results
        </h2>
        <p className="text-ink-2">
          Results are saved as eligibility checks, and statuses change the same way. Students aren’t emailed.
        </p>
      </div>
      {flow.previewed ? (
        <Preview flow={flow} previewed={flow.previewed} />
      ) : (
        <div aria-busy={flow.isReading}>
          <FileDrop
            label={flow.isReading ? 'Reading the file…' : 'Drop the result file here or choose it'}
            hint="CSV with the columns Patient Account Number and Result, up to 10,000 rows. Nothing is saved until you import it."
            accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
            error={flow.problem ?? undefined}
            disabled={flow.isReading}
            onFile={(file) => void flow.choose(file)}
          />
        </div>
      )}
    </section>
  )
}

interface PreviewProps {
  flow: Flow
  previewed: PreviewedFile
}

const Preview = ({ flow, previewed }: PreviewProps) => {
  const { results } = previewed
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-3 rounded-card bg-sunken px-3 py-2 shadow-line">
        <FileText size={16} aria-hidden className="shrink-0 text-ink-3" />
        <Truncate as="p" className="min-w-0 flex-1">
          <span className="font-medium">{previewed.file.name}</span>{' '}
          <span className="tabular text-ink-3">{formatFileSize(previewed.file.size)}</span>
        </Truncate>
        <Button size="sm" variant="ghost" disabled={flow.isImporting} onClick={flow.forget}>
          Choose a different file
        </Button>
      </div>
      {flow.problem !== null && <Banner tone="danger">{flow.problem}</Banner>}
      {results.results > 0 && <Outcome results={results} />}
      {results.repeated > 0 && (
        <p className="text-ink-2">
          {`${formatCount(results.repeated, 'row was', 'rows were')} already imported and won’t change anything.`}
        </p>
      )}
      <Apply flow={flow} previewed={previewed} />
    </div>
  )
}

const Outcome = ({ results }: { results: BatchResults }) => (
  <div className="grid items-start gap-4 lg:grid-cols-[1fr_2fr] [&>*]:min-w-0">
    <CardTable
      label="Results in the file"
      head={
        <>
          <HeadCell>Result</HeadCell>
          <HeadCell align="end">Rows</HeadCell>
        </>
      }
    >
      {results.by_result.map(({ result, count }) => (
        <tr key={result}>
          <Cell>{eligibilityStatusLabels[result]}</Cell>
          <Cell align="end">{formatNumber(count)}</Cell>
        </tr>
      ))}
    </CardTable>
    <Changes changes={results.changes} />
  </div>
)

const Changes = ({ changes }: Pick<BatchResults, 'changes'>) =>
  changes.length === 0 ? (
    <p className="rounded-card px-4 py-2 text-ink-2 shadow-line">No status changes.</p>
  ) : (
    <CardTable
      label="Status changes"
      head={
        <>
          <HeadCell>Coverage</HeadCell>
          <HeadCell>Status change</HeadCell>
          <HeadCell align="end">Rows</HeadCell>
        </>
      }
    >
      {changes.map(({ coverage_type, from, to, count }) => (
        <tr key={`${coverage_type} ${from} ${to}`}>
          <Cell>{coverageLabels[coverage_type]}</Cell>
          <Cell className="py-1.5">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <CoveragePill status={from} />
              <ArrowRight size={14} aria-hidden className="text-ink-3" />
              <span className="sr-only">to</span>
              <CoveragePill status={to} />
            </span>
          </Cell>
          <Cell align="end">{formatNumber(count)}</Cell>
        </tr>
      ))}
    </CardTable>
  )

const Apply = ({ flow, previewed }: PreviewProps) => {
  const [skips, setSkips] = useState(false)
  const { results } = previewed
  const mustChoose = results.refused_total > 0 && !skips
  return (
    <>
      {results.refused_total > 0 && <RejectedRows results={results} isChosen={skips} onChoose={setSkips} />}
      {results.results === 0 ? (
        <Banner tone="info">There’s nothing to import from this file.</Banner>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            busy={flow.isImporting}
            disabled={mustChoose}
            onClick={() => void flow.importResults(previewed, skips)}
          >
            {`Import ${formatCount(results.results, 'result')}`}
          </Button>
          <span aria-live="polite" className="text-label text-ink-2">
            {mustChoose ? 'Fix or skip the rejected rows first.' : 'Nothing is saved yet.'}
          </span>
        </div>
      )}
    </>
  )
}

interface RejectedRowsProps {
  results: BatchResults
  isChosen: boolean
  onChoose: (on: boolean) => void
}

const RejectedRows = ({ results, isChosen, onChoose }: RejectedRowsProps) => {
  const { refused, refused_total: total } = results
  const them = total === 1 ? 'it' : 'them'
  return (
    <>
      <Banner tone="warning" title={`${formatCount(total, 'row')} can’t be imported`}>
        <p>{`Fix ${them} in the file and choose the file again${results.results > 0 ? `, or skip ${them}` : ''}.`}</p>
        {results.results > 0 && <SkipRejected count={total} isChosen={isChosen} onChoose={onChoose} />}
      </Banner>
      <CardTable
        label="Rejected rows"
        head={
          <>
            <HeadCell align="end" className="w-16">
              Row
            </HeadCell>
            <HeadCell className="max-md:hidden">Column</HeadCell>
            <HeadCell>Reason</HeadCell>
          </>
        }
      >
        {refused.map(({ row, column, message }) => (
          <tr key={row}>
            <Cell align="end">{formatNumber(row)}</Cell>
            <Cell className="whitespace-nowrap text-ink-2 max-md:hidden">{column}</Cell>
            <Cell className="py-2">{message}</Cell>
          </tr>
        ))}
      </CardTable>
      {total > refused.length && (
        <p className="text-label text-ink-2">{`The first ${formatNumber(refused.length)} of ${formatNumber(total)} are listed.`}</p>
      )}
    </>
  )
}
