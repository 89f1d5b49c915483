import { Check, TriangleAlert } from 'lucide-react'
import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import type { SignedForm } from '#contract/review/form-submissions/shapes.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import type { EligibilityReport } from '#contract/review/verifications/shapes.ts'
import { fieldFact } from '#client/platform/record/field-fact.tsx'
import { formatCount, formatList, formatNumber } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { CheckNow } from '#client/records/eligibility/check-now.tsx'
import { CheckPill } from '#client/records/eligibility/check-result.tsx'
import { isPending } from '#client/records/eligibility/check-look.ts'
import { useChecks } from '#client/records/eligibility/use-checks.ts'
import { formReads } from '../decide/form-reads.ts'
import { claimsAbout, claimTitle } from './claims.ts'
import { compareClaims, payerFacts, type ComparedRow } from './compared.ts'
import { Missing } from './missing.tsx'
import { useMerge } from './use-merge.ts'

interface ComparisonProps {
  form: FormSubmissionDetail
  content: SignedForm
}

/** Renders what a matched form says about each coverage type next to the record; for a waiver, next to the payer too. */
export const Comparison = (props: ComparisonProps) =>
  props.content.form_type === 'waiver' ? (
    <CheckedComparison {...props} />
  ) : (
    props.content.coverage_types.map((coverage) => (
      <CoverageTable key={coverage} {...props} coverage={coverage} check={null} />
    ))
  )

const CheckedComparison = (props: ComparisonProps) => {
  const studentPeriod = props.form.student_period_id ?? 0
  const { data } = useChecks({
    about: { student_period_id: studentPeriod },
    years: [studentPeriod],
    refreshes: formReads,
  })
  return props.content.coverage_types.map((coverage) => (
    <CoverageTable
      key={coverage}
      {...props}
      coverage={coverage}
      check={data ? (data.find(({ coverage_type }) => coverage_type === coverage) ?? 'none') : 'loading'}
    />
  ))
}

interface CoverageTableProps extends ComparisonProps {
  coverage: Coverage
  /** The latest check; null if other coverage isn’t asked for. */
  check: EligibilityReport | 'none' | 'loading' | null
}

const CoverageTable = (props: CoverageTableProps) => {
  const { form, content, coverage, check } = props
  const claims = claimsAbout(content, coverage)
  const answered = check !== null && typeof check === 'object' && !isPending(check) ? check : undefined
  const rows = compareClaims(claims, form.comparison, answered)
  if (claims.length === 0 && check === null) return null
  return (
    <section aria-label={claimTitle(content, coverage)} className="flex min-w-0 flex-col gap-2">
      <TableTitle {...props} rows={rows} />
      <div className="overflow-hidden rounded-card shadow-line">
        <table className="w-full table-fixed border-collapse text-left [&_td]:px-2.5 [&_td]:py-1 [&_td]:align-top [&_th]:px-2.5 [&_th]:py-1 [&_th]:align-top [&_th]:font-normal">
          <TableHead {...props} />
          <tbody>
            {rows.map((row) => (
              <Row key={row.claim.name} row={row} hasPayer={check !== null} />
            ))}
            {payerFacts(answered).map(([label, text]) => (
              <tr key={label} className={cx('border-t border-line', narrowRow)}>
                <th scope="row" className="text-ink-2">
                  {label}
                </th>
                <Value text={null} />
                <Value text={null} />
                <Value column="Eligibility check" text={text} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const TableTitle = ({
  form,
  content,
  coverage,
  rows,
}: CoverageTableProps & { rows: readonly ComparedRow[] }) => {
  const { merge, isSending, error } = useMerge(form)
  const mergeable = rows.flatMap((row) => row.mergeable)
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold">{claimTitle(content, coverage)}</h2>
        <p className="min-w-0 flex-1 basis-48 text-label text-ink-2">
          {summaryOf(rows, form.open_coverages.includes(coverage))}
        </p>
        {mergeable.length > 0 && (
          <Button
            size="sm"
            busy={isSending}
            aria-label={`Take all answers about ${withinSentence(coverageLabels[coverage])}`}
            onClick={() => void merge(mergeable)}
          >
            Take all
          </Button>
        )}
      </div>
      {error !== null && <Banner tone="danger">{error}</Banner>}
    </>
  )
}

const TableHead = ({ form, coverage, check }: CoverageTableProps) => (
  <thead className="bg-sunken text-label text-ink-2 [&_th]:align-middle">
    <tr className={narrowRow}>
      <th scope="col" className="@max-lg:sr-only">
        <span className="sr-only">Answer</span>
      </th>
      <th scope="col" className="@max-lg:sr-only">
        Form
      </th>
      <th scope="col" className="@max-lg:sr-only">
        Record
      </th>
      {check !== null && (
        <th scope="col" className="@max-lg:col-span-2">
          <PayerHead check={check} coverage={coverage} studentPeriod={form.student_period_id ?? 0} />
        </th>
      )}
    </tr>
  </thead>
)

const summaryOf = (rows: readonly ComparedRow[], isOpen: boolean): string => {
  if (rows.length === 0) return 'The form has no answers about it.'
  const differing = rows.filter(({ differs }) => differs).length
  const added = rows.filter(({ isNew }) => isNew).length
  if (differing + added === 0) return 'The record has the same values.'
  const found = [
    ...(differing > 0 ? [`${formatCount(differing, 'difference')} from the record`] : []),
    ...(added > 0 ? [`${formatNumber(added)} not in the record yet`] : []),
  ]
  return `${formatList(found)}.${isOpen ? ' Approving writes the form’s answers.' : ''}`
}

interface PayerHeadProps {
  check: EligibilityReport | 'none' | 'loading'
  coverage: Coverage
  studentPeriod: number
}

/** Says when the payer was asked and what it answered, and asks it. */
const PayerHead = ({ check, coverage, studentPeriod }: PayerHeadProps) => (
  <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <span>Eligibility check</span>
    {check === 'none' && <span>Not checked</span>}
    {typeof check === 'object' && (
      <>
        <CheckPill check={check} />
        {check.retrieved_at !== null && <Ago at={check.retrieved_at} />}
      </>
    )}
    {check !== 'loading' && (
      <CheckNow
        studentPeriod={studentPeriod}
        coverage={coverage}
        latest={typeof check === 'object' ? check : undefined}
      />
    )}
  </div>
)

/** In a narrow part each row is a label with its values below one another. */
const narrowRow = '@max-lg:grid @max-lg:grid-cols-[8rem_minmax(0,1fr)]'

const Row = ({ row, hasPayer }: { row: ComparedRow; hasPayer: boolean }) => {
  const { claim, recorded, payer, isConfirmed, isDenied, differs, doubt } = row
  return (
    <tr className={cx('border-t border-line', narrowRow, differs && 'bg-warning-soft')}>
      <th scope="row" className="text-ink-2 @max-lg:row-span-3">
        {claim.label}
        {differs && <span className="sr-only">, differs from the record</span>}
      </th>
      <td className="font-medium wrap-anywhere whitespace-pre-line">
        {claim.value === null ? <Missing /> : fieldFact(claim.name, claim.value)}
        {doubt !== null && (
          <p className="mt-0.5 flex items-start gap-1 text-label font-normal text-warning-text">
            <TriangleAlert size={14} aria-hidden className="mt-px shrink-0" />
            <span className="min-w-0">{doubt}</span>
          </p>
        )}
      </td>
      <Value column="Record" text={recorded} />
      {hasPayer && <Value column="Eligibility check" text={payer} {...{ isConfirmed, isDenied }} />}
    </tr>
  )
}

interface ValueProps {
  /** Named in a narrow part, which has no column headers. */
  column?: 'Record' | 'Eligibility check'
  text: string | null
  /** Whether the form says the same. */
  isConfirmed?: boolean
  /** Whether the form says something else, which can’t be. */
  isDenied?: boolean
}

const Value = ({ column, text, isConfirmed = false, isDenied = false }: ValueProps) => (
  <td
    className={cx(
      'wrap-anywhere whitespace-pre-line @max-lg:col-start-2',
      text === null && '@max-lg:hidden',
      isDenied && 'bg-warning-soft',
    )}
  >
    {text === null ? (
      <span className="text-ink-3">—</span>
    ) : (
      <>
        {column && <span className="text-ink-2 @lg:hidden">{column}: </span>}
        {text}
        {isDenied && (
          <>
            <TriangleAlert size={14} aria-hidden className="ml-1 inline text-warning-glyph" />
            <span className="sr-only">, not as on the form</span>
          </>
        )}
        {isConfirmed && (
          <>
            <Check size={14} aria-hidden className="ml-1 inline text-success-glyph" />
            <span className="sr-only">, as on the form</span>
          </>
        )}
      </>
    )}
  </td>
)
