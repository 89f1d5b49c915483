import { ArrowRight } from 'lucide-react'
import { coverageLabels, coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { familyLabels, statusFamilies } from '#contract/platform/coverage/status-groups.ts'
import type { LeftOutReason } from '#contract/review/imports/choices.ts'
import type { YearCopy } from '#contract/review/imports/shapes.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { formatCount, formatList, formatMoney, formatNumber } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'
import { leftOutLabels } from './import-text.ts'

interface YearCopySummaryProps {
  copy: YearCopy
  /** Shows the students who are left out for a reason. */
  onShow: (reason: LeftOutReason) => void
}

/** Renders what a copy does: the dollars that will be due, who is left out, and the statuses before and after. */
export const YearCopySummary = ({ copy, onShow }: YearCopySummaryProps) => (
  <section aria-label="Copied details" className="flex flex-col gap-5">
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Due copy={copy} />
      <LeftOut copy={copy} onShow={onShow} />
    </div>
    <Statuses copy={copy} />
  </section>
)

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

const LeftOut = ({ copy: { left_out, become_returning }, onShow }: YearCopySummaryProps) => (
  <div>
    <h2 className="mb-2 text-section font-semibold">Students left out</h2>
    {left_out.length === 0 ? (
      <p className="text-ink-2">Every student is copied.</p>
    ) : (
      <CardTable
        label="Students left out"
        head={
          <>
            <HeadCell>Reason</HeadCell>
            <HeadCell align="end">Students</HeadCell>
          </>
        }
      >
        {left_out.map(({ reason, students }) => (
          <tr key={reason}>
            <Cell className="py-1">{leftOutLabels[reason]}</Cell>
            <Cell align="end" className="py-1">
              <Button
                size="sm"
                className="-mr-1"
                aria-label={`${formatCount(students, 'student')}: ${leftOutLabels[reason]}`}
                onClick={() => onShow(reason)}
              >
                {formatNumber(students)}
              </Button>
            </Cell>
          </tr>
        ))}
      </CardTable>
    )}
    {become_returning > 0 && <p className="mt-3 text-ink-2">{returningText(become_returning)}</p>}
  </div>
)

const returningText = (students: number): string =>
  students === 1
    ? '1 incoming student becomes returning.'
    : `${formatCount(students, 'incoming student')} become returning.`

type StatusChange = YearCopy['statuses'][number]

/** Coverage that isn't offered in either year says nothing. */
const isShown = ({ before, after }: StatusChange): boolean =>
  before !== 'not_applicable' || after !== 'not_applicable'

const Statuses = ({ copy }: { copy: YearCopy }) => (
  <div className="min-w-0">
    <h2 className="mb-1 text-section font-semibold">Statuses in the new year</h2>
    {coverages.map((coverage) => (
      <CoverageStatuses
        key={coverage}
        coverage={coverage}
        from={copy.from_period_name}
        changes={copy.statuses.filter((one) => one.coverage === coverage && isShown(one))}
      />
    ))}
  </div>
)

interface CoverageStatusesProps {
  coverage: Coverage
  from: string
  changes: readonly StatusChange[]
}

const CoverageStatuses = ({ coverage, from, changes }: CoverageStatusesProps) =>
  changes.length > 0 && (
    <Disclosure
      startsOpen={coverage === 'medical'}
      className="mb-2"
      summary={
        <>
          <span className="font-medium">{coverageLabels[coverage]}:</span> {familiesText(changes)}
        </>
      }
    >
      <CardTable
        label={`${coverageLabels[coverage]} statuses`}
        head={
          <>
            <HeadCell>
              <span className={beforeAndAfter}>
                <span>In {from}</span>
                <span className="max-md:sr-only">New year</span>
              </span>
            </HeadCell>
            <HeadCell align="end">Students</HeadCell>
          </>
        }
      >
        {changes.map((change) => (
          <StatusRow key={`${change.before} ${change.after}`} change={change} />
        ))}
      </CardTable>
    </Disclosure>
  )

/** The statuses are side by side, and below each other on narrow screens. The longest label fits in 15 rem. */
const beforeAndAfter = 'grid justify-items-start gap-1 md:grid-cols-[15rem_1fr] lg:grid-cols-2'

const StatusRow = ({ change: { before, after, students } }: { change: StatusChange }) => (
  <tr>
    <Cell className="py-1.5">
      <span className={beforeAndAfter}>
        <CoveragePill status={before} />
        <span className="inline-flex items-center gap-1.5">
          <ArrowRight size={14} aria-hidden className="shrink-0 text-ink-3" />
          <span className="sr-only">becomes </span>
          <CoveragePill status={after} />
        </span>
      </span>
    </Cell>
    <Cell align="end">{formatNumber(students)}</Cell>
  </tr>
)

/** Returns how many students have which kind of status in the new year: '536 Enrolled and 20 Waived'. */
const familiesText = (changes: readonly StatusChange[]): string =>
  formatList(
    statusFamilies.flatMap(({ family, statuses }) => {
      const students = changes
        .filter(({ after }) => statuses.includes(after))
        .reduce((sum, one) => sum + one.students, 0)
      return students === 0 ? [] : [`${formatNumber(students)} ${familyLabels[family]}`]
    }),
  )
