import { useState } from 'react'
import { listImportRows } from '#contract/review/imports/endpoints.ts'
import type { ImportRow, ImportRun, RowFinding } from '#contract/review/imports/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { confirmLabel, countFound, findingLabels, personText, settledText } from './finding-text.ts'
import { MoreRows } from './outcome-rows.tsx'
import { useReview } from './use-import.ts'

/** Renders the rows whose student is doubtful: who the file and Shipmate mean, and the choice to confirm them. */
export const DoubtfulRows = ({ run }: { run: ImportRun }) => {
  const [page, setPage] = useState(1)
  const count = countFound(run)
  const doubtful = useAsk(
    listImportRows,
    { params: { id: run.id }, query: { outcome: 'finding', page, per_page: 50 } },
    { enabled: count > 0, keepPrevious: page > 1 },
  )
  const review = useReview(run.id)
  const mayDecide = run.may_apply
  if (count === 0) return null
  return (
    <section aria-labelledby="doubtful-rows" className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="doubtful-rows" className="font-semibold">
          {formatCount(count, 'row')} to check
        </h2>
        {mayDecide && run.findings.to_confirm > 1 && (
          <Button size="sm" busy={review.isSending} onClick={() => void review.confirm(null, true)}>
            Confirm all {formatNumber(run.findings.to_confirm)}
          </Button>
        )}
      </header>
      {review.message !== null && <Banner tone="danger">{review.message}</Banner>}
      <Loaded
        of={doubtful}
        compact
        what="The rows"
        who="Only this school’s admins and Shipmate Admins have access."
        rows={Math.min(count, 4)}
        label="Loading rows to check"
      >
        {(data) => (
          <div aria-busy={doubtful.isPlaceholderData} className="rounded-card shadow-line">
            <ul aria-label="Rows to check">
              {data.data.map((row) => (
                <DoubtfulRow key={row.row} row={row} review={mayDecide ? review : null} />
              ))}
            </ul>
            <MoreRows meta={data.meta} onPage={setPage} />
          </div>
        )}
      </Loaded>
    </section>
  )
}

interface DoubtfulRowProps {
  row: ImportRow
  /** Null if nothing can be decided now. */
  review: ReturnType<typeof useReview> | null
}

const DoubtfulRow = ({ row, review }: DoubtfulRowProps) => {
  const { finding, decision } = row
  if (!finding) return null
  const settled = settledText(row)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-3 py-2 last:border-b-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">
          {findingLabels[finding.kind]} <span className="tabular font-normal text-ink-3">Row {row.row}</span>
        </p>
        <People row={row} finding={finding} />
        {settled !== null && <p className="text-ink-2">{settled}</p>}
      </div>
      {review && decision !== null && (
        <Button
          size="sm"
          busy={review.sending === row.row}
          aria-label={`${decision === 'stopped' ? confirmLabel(finding) : 'Stop again'}: row ${row.row}, ${row.name}`}
          onClick={() => void review.confirm(row.row, decision === 'stopped')}
        >
          {decision === 'stopped' ? confirmLabel(finding) : 'Stop again'}
        </Button>
      )}
    </li>
  )
}

/** Renders the person in the file above the one or those in Shipmate. */
const People = ({ row, finding }: { row: ImportRow; finding: RowFinding }) => {
  const known = [...(finding.student ? [finding.student] : []), ...finding.others].filter(
    (one, index, all) => all.findIndex(({ id }) => id === one.id) === index,
  )
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 [overflow-wrap:anywhere]">
      <dt className="text-ink-3">In the file</dt>
      <dd>
        {personText({ name: row.name || 'No name', dob: finding.dob })}{' '}
        <span className="tabular text-ink-2">ID {row.sid ?? ''}</span>
      </dd>
      {known.map((one) => (
        <Known key={one.id} person={one} />
      ))}
    </dl>
  )
}

const Known = ({ person }: { person: RowFinding['others'][number] }) => (
  <>
    <dt className="text-ink-3">In Shipmate</dt>
    <dd>
      {personText(person)} <span className="tabular text-ink-2">ID {person.sid}</span>
    </dd>
  </>
)
