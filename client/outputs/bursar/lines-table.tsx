import { Link } from '@tanstack/react-router'
import { bursarActionLabels, bursarActions, bursarItemText } from '#contract/outputs/bursar/choices.ts'
import type { BursarLine, BursarTotals } from '#contract/outputs/bursar/shapes.ts'
import { CountedChoice } from '#client/platform/ui/controls/counted-choice.tsx'
import { formatDay, formatMoney } from '#client/platform/lib/format.ts'
import { Pager } from '#client/platform/ui/data-table/pager.tsx'
import { Cell, HeadCell, PlainTable } from '#client/platform/ui/text/plain-table.tsx'
import { actionsText } from './bursar-text.ts'
import type { LinesShown } from './use-lines-shown.ts'
import { listedName } from '#contract/platform/person-name.ts'

interface LinesProps {
  title: string
  period: string
  totals: BursarTotals
  lines: readonly BursarLine[]
  total: number
  shown: LinesShown
}

/** Renders the lines of a batch or preview: student, item, amount and reason, by page and action. */
export const Lines = ({ title, period, totals, lines, total, shown }: LinesProps) => {
  const { page, size } = shown
  const from = lines.length === 0 ? null : (page - 1) * size + 1
  const meta = {
    total,
    current_page: page,
    per_page: size,
    last_page: Math.max(1, Math.ceil(total / size)),
    from,
    to: from === null ? null : from + lines.length - 1,
  }
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className="mb-3 text-section font-semibold">
        {title}
      </h2>
      <CountedChoice
        label="Lines by action"
        values={bursarActions}
        labels={actionsText}
        counts={totals.counts}
        total={totals.lines}
        value={shown.action}
        onChange={shown.showAction}
      />
      <div className="rounded-card shadow-line">
        <div className="overflow-x-auto rounded-t-card">
          <LineTable period={period} lines={lines} />
        </div>
        <Pager meta={meta} noun="line" onPage={shown.showPage} onPerPage={shown.showSize} />
      </div>
    </section>
  )
}

const LineTable = ({ period, lines }: Pick<LinesProps, 'period' | 'lines'>) => (
  <PlainTable
    label="Lines"
    head={
      <>
        <HeadCell>Student</HeadCell>
        <HeadCell className="max-lg:hidden">Item</HeadCell>
        <HeadCell className="max-lg:hidden">Action</HeadCell>
        <HeadCell className="max-lg:hidden">Effective</HeadCell>
        <HeadCell className="max-lg:hidden">Reason</HeadCell>
        <HeadCell align="end">Amount</HeadCell>
      </>
    }
  >
    {lines.map((one) => (
      <tr key={one.line} className="align-top last:border-b-0!">
        <Cell className="py-2">
          <Link
            to="/student/$student/policy-years/$period/insurance-details"
            params={{ student: String(one.student_id), period }}
            className="font-medium"
          >
            {listedName(one)}
          </Link>
          <span className="ml-2 text-label text-ink-3">{one.sid}</span>
          <span className="block text-label text-ink-2 lg:hidden">
            {`${bursarItemText(one.item, one.coverage_type)}: ${one.reason}`}
          </span>
        </Cell>
        <Cell className="py-2 whitespace-nowrap max-lg:hidden">
          {bursarItemText(one.item, one.coverage_type)}
        </Cell>
        <Cell className="py-2 max-lg:hidden">{bursarActionLabels[one.action]}</Cell>
        <Cell className="tabular py-2 max-lg:hidden">{formatDay(one.effective_on)}</Cell>
        <Cell className="py-2 text-ink-2 max-lg:hidden">{one.reason}</Cell>
        <Cell align="end" className="py-2 whitespace-nowrap">
          {formatMoney(one.amount)}
        </Cell>
      </tr>
    ))}
  </PlainTable>
)
