import { Link } from '@tanstack/react-router'
import { coverageLabels } from '#contract/coverage/choices.ts'
import {
  reverificationResultLabels,
  reverifyReasonLabels,
  type ReverificationResult,
} from '#contract/reverifications/choices.ts'
import type { PeriodReverification } from '#contract/reverifications/shapes.ts'
import { CoveragePill } from '#client/common/coverage-pill.tsx'
import { Cell, HeadCell, PlainTable } from '#client/ui/text/plain-table.tsx'

/** Results that nobody has to look at. */
const quiet: ReadonlySet<ReverificationResult> = new Set(['active', 'waiting', 'not_checked'])

/** Renders what came out for each student: the result, what it means and the status now. */
export const OutcomeTable = ({ run }: { run: PeriodReverification }) => (
  <div className="overflow-x-auto rounded-card shadow-line">
    <PlainTable
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
        <tr key={`${one.student_period_id} ${one.coverage_type}`} className="align-top last:border-b-0!">
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
    </PlainTable>
  </div>
)
