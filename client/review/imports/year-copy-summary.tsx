import { ArrowRight } from 'lucide-react'
import { coverageLabels, coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { YearCopy } from '#contract/review/imports/shapes.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { formatCount, formatMoney, formatNumber } from '#client/platform/lib/format.ts'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'

/** Renders what a copy does: the dollars that will be due, and the statuses before and after. */
export const YearCopySummary = ({ copy }: { copy: YearCopy }) => {
  const { become_returning } = copy
  return (
    <section aria-label="What is copied" className="flex flex-col gap-5">
      {become_returning > 0 && (
        <p>
          {become_returning === 1
            ? '1 incoming student becomes returning.'
            : `${formatCount(become_returning, 'incoming student')} become returning.`}
        </p>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Statuses copy={copy} />
        <Due copy={copy} />
      </div>
    </section>
  )
}

const Due = ({ copy: { due } }: { copy: YearCopy }) => (
  <div>
    <h2 className="mb-2 text-section font-semibold">Due for the new year</h2>
    <CardTable
      label="Due for the new year"
      head={
        <>
          <HeadCell>Charge</HeadCell>
          <HeadCell align="end">Amount</HeadCell>
        </>
      }
    >
      {coverages.map((coverage) => (
        <Amount key={coverage} label={`${coverageLabels[coverage]} premiums`} amount={due[coverage]} />
      ))}
      <Amount label="Fees" amount={due.fees} />
      <Amount label="Total" amount={due.total} isTotal />
    </CardTable>
  </div>
)

const Amount = ({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) => (
  <tr className={isTotal ? 'font-semibold' : ''}>
    <Cell>{label}</Cell>
    <Cell align="end">{formatMoney(amount)}</Cell>
  </tr>
)

type StatusChange = YearCopy['statuses'][number]

/** Coverage that isn't offered in either year says nothing. */
const isShown = ({ before, after }: StatusChange): boolean =>
  before !== 'not_applicable' || after !== 'not_applicable'

const Statuses = ({ copy }: { copy: YearCopy }) => (
  <div className="min-w-0">
    <h2 className="mb-2 text-section font-semibold">Statuses</h2>
    <div className="flex flex-col gap-3">
      {coverages.map((coverage) => (
        <CoverageStatuses
          key={coverage}
          coverage={coverage}
          from={copy.from_period_name}
          changes={copy.statuses.filter((one) => one.coverage === coverage && isShown(one))}
        />
      ))}
    </div>
  </div>
)

interface CoverageStatusesProps {
  coverage: Coverage
  from: string
  changes: readonly StatusChange[]
}

const CoverageStatuses = ({ coverage, from, changes }: CoverageStatusesProps) =>
  changes.length > 0 && (
    <CardTable
      label={`${coverageLabels[coverage]} statuses`}
      head={
        <>
          <HeadCell>
            {coverageLabels[coverage]} in {from}
          </HeadCell>
          <HeadCell>New year</HeadCell>
          <HeadCell align="end">Students</HeadCell>
        </>
      }
    >
      {changes.map(({ before, after, students }) => (
        <tr key={`${before} ${after}`}>
          <Cell className="py-1.5">
            <CoveragePill status={before} />
          </Cell>
          <Cell className="py-1.5">
            <span className="inline-flex items-center gap-2">
              <ArrowRight size={14} aria-hidden className="shrink-0 text-ink-3 max-md:hidden" />
              <CoveragePill status={after} />
            </span>
          </Cell>
          <Cell align="end">{formatNumber(students)}</Cell>
        </tr>
      ))}
    </CardTable>
  )
