import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Agreement } from '#contract/review/decisions/agreement.ts'
import { decidedLabels, type Outcome } from '#contract/review/decisions/choices.ts'
import { reasonsFor } from '#contract/review/decisions/reasons.ts'
import { recommendationLabels } from '#contract/review/decisions/shapes.ts'
import { waiverRules } from '#contract/setup/period-documents/waiver-rules.ts'
import { formatCount, formatInstant, formatNumber, formatPercent } from '#client/platform/lib/format.ts'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'
import { nameOf } from './form-text.ts'
import { reviewLink } from './review-link.ts'

interface AgreementReportProps {
  report: Agreement
  /** The school and the policy year of the URL. */
  place: { readonly school: string; readonly period: string }
}

/** Renders the comparison of decisions and recommendations: totals, overrides, second reviews, rules and comments. */
export const AgreementReport = ({ report, place }: AgreementReportProps) => (
  <div className="flex flex-col gap-8">
    <Totals report={report} />
    {report.overrides.length > 0 && <Overrides overrides={report.overrides} />}
    {report.second_reviews.length > 0 && <SecondReviews reviews={report.second_reviews} />}
    {report.by_rule.length > 0 && <Rules rules={report.by_rule} />}
    <Comments feedback={report.feedback} place={place} />
  </div>
)

const Totals = ({ report }: { report: Agreement }) => {
  const { decided, agreed, undecided_by_rules: undecided } = report
  return (
    <Section title="Decisions">
      <CardTable label="Decisions" head={<Heads first="Coverage types" others={['Count']} />}>
        <Row name="Decided">
          <Figure>{formatNumber(decided)}</Figure>
        </Row>
        <Row name="As recommended">
          <Figure>{shareText(agreed, decided - undecided)}</Figure>
        </Row>
        <Row name="No recommendation: staff decided">
          <Figure>{formatNumber(undecided)}</Figure>
        </Row>
        <Row name="Time to decision, median">
          <Figure>{timeText(report.median_hours)}</Figure>
        </Row>
        <Row name="90% decided within">
          <Figure>{timeText(report.p90_hours)}</Figure>
        </Row>
      </CardTable>
    </Section>
  )
}

/** Returns '6 of 8 (75%)'. */
const shareText = (part: number, all: number): string =>
  all === 0 ? '—' : `${formatNumber(part)} of ${formatNumber(all)} (${formatPercent(part / all)})`

/** Returns '5.5 hours', from 2 days on '3.2 days'; a dash for none. */
const timeText = (hours: number | null): string => {
  if (hours === null) return '—'
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.round(hours / 2.4) / 10, 'day')
}

const Overrides = ({ overrides }: { overrides: Agreement['overrides'] }) => (
  <Section title="Decisions against the recommendation">
    <CardTable
      label="Decisions against the recommendation"
      head={
        <>
          <HeadCell>Recommended</HeadCell>
          <HeadCell>Decided</HeadCell>
          <HeadCell>Reasons</HeadCell>
          <HeadCell align="end">Count</HeadCell>
        </>
      }
    >
      {overrides.map(({ recommendation, outcome, quantity, reasons }) => (
        <tr key={recommendation + outcome}>
          <Cell>{recommendationLabels[recommendation]}</Cell>
          <Cell>{decidedLabels[outcome]}</Cell>
          <Cell className="py-1.5">
            {reasons.length === 0 ? (
              '—'
            ) : (
              <ul>
                {reasons.map(({ code, quantity: times }) => (
                  <li key={code}>{`${reasonLabel(outcome, code)}: ${formatNumber(times)}`}</li>
                ))}
              </ul>
            )}
          </Cell>
          <Cell align="end">{formatNumber(quantity)}</Cell>
        </tr>
      ))}
    </CardTable>
  </Section>
)

const reasonLabel = (outcome: Outcome, code: string): string => reasonsFor[outcome][code]?.label ?? code

const SecondReviews = ({ reviews }: { reviews: Agreement['second_reviews'] }) => (
  <Section title="Second reviews">
    <CardTable
      label="Second reviews"
      head={<Heads first="First decision" others={['Reviewed', 'Agreed', 'Disagreed']} />}
    >
      {reviews.map(({ outcome, reviewed, agreed }) => (
        <Row key={outcome} name={decidedLabels[outcome]}>
          <Figure>{formatNumber(reviewed)}</Figure>
          <Figure>{`${formatNumber(agreed)} (${formatPercent(agreed / reviewed)})`}</Figure>
          <Figure>{formatNumber(reviewed - agreed)}</Figure>
        </Row>
      ))}
    </CardTable>
  </Section>
)

const Rules = ({ rules }: { rules: Agreement['by_rule'] }) => (
  <Section title="Requirements">
    <CardTable
      label="Requirements"
      head={<Heads first="Requirement" others={['Not met or unknown', 'Approved anyway']} />}
    >
      {rules.map(({ key, open, approved_anyway: anyway }) => (
        <Row key={key} name={waiverRules[key].label}>
          <Figure>{formatNumber(open)}</Figure>
          <Figure>{formatNumber(anyway)}</Figure>
        </Row>
      ))}
    </CardTable>
  </Section>
)

const Comments = ({
  feedback: { agree, disagree, comments },
  place,
}: Pick<Agreement, 'feedback'> & Pick<AgreementReportProps, 'place'>) => (
  <section aria-labelledby="feedback">
    <h2 id="feedback" className="mb-1 text-section font-semibold">
      Feedback
    </h2>
    <p className="text-ink-2">{`${formatNumber(agree)} agreed, ${formatNumber(disagree)} disagreed.`}</p>
    {comments.length > 0 && (
      <ul aria-label="Newest comments" className="mt-3 rounded-card shadow-line">
        {comments.map(({ id, comment, by, at, submission_id: form, student_name: name, ...said }) => (
          <li key={id} className="border-b border-line px-4 py-3 last:border-b-0">
            <p className="flex flex-wrap gap-x-2">
              <Link {...reviewLink(place, form, {})} className="font-medium">
                {nameOf({ name })}
              </Link>
              <span>{verdictText(said)}</span>
            </p>
            <p className="whitespace-pre-line">{comment}</p>
            <p className="text-label text-ink-3">{`${by}, ${formatInstant(at)}`}</p>
          </li>
        ))}
      </ul>
    )}
  </section>
)

type Said = Pick<Agreement['feedback']['comments'][number], 'verdict' | 'correct_outcome'>

const verdictText = ({ verdict, correct_outcome: correct }: Said): string => {
  if (verdict === 'agree') return 'Agreed'
  return correct === null ? 'Disagreed' : `Disagreed; correct: ${recommendationLabels[correct]}`
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className="mb-3 text-section font-semibold">{title}</h2>
    {children}
  </section>
)

const Heads = ({ first, others }: { first: string; others: readonly string[] }) => (
  <>
    <HeadCell>{first}</HeadCell>
    {others.map((text) => (
      <HeadCell key={text} align="end">
        {text}
      </HeadCell>
    ))}
  </>
)

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <tr>
    <Cell>{name}</Cell>
    {children}
  </tr>
)

const Figure = ({ children }: { children: string }) => <Cell align="end">{children}</Cell>
