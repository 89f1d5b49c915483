import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import { listImportRows } from '#contract/review/imports/endpoints.ts'
import type { LeftOutReason } from '#contract/review/imports/choices.ts'
import type { ImportOutcome, ImportRow, ImportRun } from '#contract/review/imports/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { RowDetails } from './row-details.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

interface OutcomeRowsProps {
  run: ImportRun
  outcome: ImportOutcome
  /** Only students whom a copy leaves out for this reason; null for all. */
  leftOutFor: LeftOutReason | null
}

const emptyTexts: Record<ImportOutcome, string> = {
  added: 'No students are added.',
  changed: 'No existing students change.',
  unchanged: 'No rows match saved data exactly.',
  refused: 'No rows are rejected.',
}

const emptyText = (kind: ImportRun['kind'], outcome: ImportOutcome): string =>
  kind === 'from_period' && outcome === 'unchanged' ? 'No students are left out.' : emptyTexts[outcome]

/** Renders the rows of one outcome, 50 at a time. */
export const OutcomeRows = ({ run, outcome, leftOutFor }: OutcomeRowsProps) => {
  const [page, setPage] = useState(1)
  const rows = useAsk(
    listImportRows,
    { params: { id: run.id }, query: { outcome: leftOutFor ?? outcome, page, per_page: 50 } },
    { enabled: run.counts[outcome] > 0, keepPrevious: page > 1 },
  )
  if (run.counts[outcome] === 0) return <p className="px-1 py-6 text-ink-2">{emptyText(run.kind, outcome)}</p>
  return (
    <Loaded
      of={rows}
      compact
      what="The rows"
      who="Only this school’s admins and Shipmate Admins have access."
      rows={6}
      label="Loading rows"
    >
      {(data) => (
        <div aria-busy={rows.isPlaceholderData} className="rounded-card shadow-line">
          <Rows rows={data.data} kind={run.kind} outcome={outcome} />
          <MoreRows meta={data.meta} onPage={setPage} />
        </div>
      )}
    </Loaded>
  )
}

const grid =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 px-3 md:grid-cols-[3.5rem_minmax(0,14rem)_7rem_minmax(0,1fr)]'

interface RowsProps {
  rows: readonly ImportRow[]
  kind: ImportRun['kind']
  outcome: ImportOutcome
}

const columnTitle = (kind: ImportRun['kind'], outcome: ImportOutcome): string => {
  if (outcome === 'changed') return 'Changes'
  return outcome === 'refused' || (kind === 'from_period' && outcome === 'unchanged')
    ? 'Reason'
    : 'New values'
}

const Rows = ({ rows, kind, outcome }: RowsProps) => (
  <>
    <div
      aria-hidden
      className={cx(
        grid,
        'min-h-8.5 items-center rounded-t-card border-b border-line bg-sunken text-label font-medium text-ink-2 max-md:hidden',
      )}
    >
      <span>Row</span>
      <span>Student</span>
      <span>Student ID</span>
      <span>{columnTitle(kind, outcome)}</span>
    </div>
    <ul aria-label="Rows">
      {rows.map((row) => (
        <li key={row.row} className={cx(grid, 'min-h-9 border-b border-line py-2 last:border-b-0')}>
          <span className="tabular text-ink-3 max-md:order-2">
            <span className={kind === 'csv' ? 'md:sr-only' : 'sr-only'}>Row </span>
            {formatNumber(row.row)}
          </span>
          <Truncate className="min-w-0 font-medium max-md:order-1">{row.name || 'No name'}</Truncate>
          <Truncate className="tabular text-ink-2 max-md:order-3 max-md:col-span-2 max-md:text-label">
            {row.sid ?? 'No student ID'}
          </Truncate>
          <div className="min-w-0 max-md:order-4 max-md:col-span-2">
            <RowDetails row={row} outcome={outcome} />
          </div>
        </li>
      ))}
    </ul>
  </>
)

/** Renders the number of rows, and the buttons between pages of them. */
export const MoreRows = ({ meta, onPage }: { meta: PageMeta; onPage: (page: number) => void }) => (
  <footer className="tabular flex min-h-9 items-center justify-between gap-4 border-t border-line px-3 text-label text-ink-2">
    <span aria-live="polite">
      {meta.last_page > 1
        ? `${formatNumber(meta.from)}–${formatNumber(meta.to)} of ${formatCount(meta.total, 'row')}`
        : formatCount(meta.total, 'row')}
    </span>
    {meta.last_page > 1 && (
      <span className="flex items-center gap-1">
        <IconButton
          icon={ChevronLeft}
          label="Previous rows"
          size="sm"
          disabled={meta.current_page <= 1}
          onClick={() => onPage(meta.current_page - 1)}
        />
        <IconButton
          icon={ChevronRight}
          label="Next rows"
          size="sm"
          disabled={meta.current_page >= meta.last_page}
          onClick={() => onPage(meta.current_page + 1)}
        />
      </span>
    )}
  </footer>
)
