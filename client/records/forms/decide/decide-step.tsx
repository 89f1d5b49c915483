import { useState } from 'react'
import { coverageLabels, statusCatalogue, type Coverage } from '#contract/platform/coverage/choices.ts'
import { sendDecisionFeedback } from '#contract/review/decisions/endpoints.ts'
import {
  decidedLabels,
  outcomeLabels,
  type Outcome,
  type SuggestedDecision,
} from '#contract/review/decisions/outcome-shapes.ts'
import { reasonsFor } from '#contract/review/decisions/reasons.ts'
import type { SecondReview } from '#contract/review/decisions/second-review.ts'
import { confidenceLabels } from '#contract/review/decisions/shapes.ts'
import type { ReviewedAppeal, FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { RecommendationPill, RuleList } from '#client/setup/periods/rule-results.tsx'
import { formatDay, formatInstant, localDay } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { CloseForm } from './close-form.tsx'
import { ReasonFields } from './reason-fields.tsx'
import { SecondReviewForm, SecondReviewNotice, SecondReviewResult } from './second-review.tsx'
import { havingOutcome, missingIn, noChoice, outcomesFor, type Choice, type Choices } from './use-choices.ts'

interface DecideStepProps {
  form: FormSubmissionDetail
  /** The coverage types that can be decided now. */
  open: readonly Coverage[]
  /** The coverage types to decide a second time now. */
  toReview: readonly Coverage[]
  suggestions: readonly SuggestedDecision[] | undefined
  choices: Choices
  /** Why the suggestions couldn’t be taken as they are. */
  note: string | null
  onChoose: (choices: Choices) => void
  onAcceptAll: () => void
  onChooseAll: (outcome: Outcome) => void
  onReviewed?: ((review: SecondReview) => void) | undefined
  /** Called to see what the choices change. */
  onPreview: () => void
  /** Whether the letters A, U and D do the same as the buttons. */
  hasKeys?: boolean | undefined
}

/** Renders what the rules recommend for each coverage type, and the choice of staff. */
export const DecideStep = (props: DecideStepProps) => {
  const { form, open, toReview, suggestions, choices, note, onChoose, onPreview } = props
  if (!suggestions) return <SkeletonRows rows={4} label="Checking the rules" />
  const isReady = open.some((coverage) => (choices[coverage]?.outcome ?? null) !== null)
  return (
    <div className="flex flex-col gap-4">
      {form.appeal && <Appealed appeal={form.appeal} />}
      {form.second_review.length > 0 && <SecondReviewNotice />}
      {note !== null && <Banner tone="warning">{note}</Banner>}
      {open.length > 0 && <ForAll {...props} />}
      {form.coverage_types.map((coverage) => (
        <Line
          key={coverage}
          form={form}
          coverage={coverage}
          isOpen={open.includes(coverage)}
          isToReview={toReview.includes(coverage)}
          suggestion={suggestionFor(form, coverage, suggestions)}
          choice={choices[coverage] ?? noChoice}
          onChange={(next) => onChoose({ ...choices, [coverage]: next })}
          onReviewed={props.onReviewed}
        />
      ))}
      {open.length > 0 && (
        <Button disabled={!isReady} className="self-start" onClick={onPreview}>
          Preview
        </Button>
      )}
      {form.open_coverages.length > 0 && open.length > 0 && <CloseForm form={form} />}
    </div>
  )
}

/** Returns what the rules recommend for a coverage type; nothing if it was settled in another way. */
const suggestionFor = (
  { settled }: FormSubmissionDetail,
  coverage: Coverage,
  suggestions: readonly SuggestedDecision[],
): SuggestedDecision | undefined =>
  settled.some(({ coverage_type }) => coverage_type === coverage)
    ? undefined
    : suggestions.find(({ coverage_type }) => coverage_type === coverage)

/** Renders the decisions for all open coverage types at once. */
const ForAll = ({ form, open, onAcceptAll, onChooseAll, hasKeys = false }: DecideStepProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <Button variant="primary" size="sm" onClick={onAcceptAll}>
      As recommended {hasKeys && <Key>A</Key>}
    </Button>
    {havingOutcome(form, open, 'utp').length > 0 && (
      <Button size="sm" onClick={() => onChooseAll('utp')}>
        Unable to process {hasKeys && <Key>U</Key>}
      </Button>
    )}
    {havingOutcome(form, open, 'decline').length > 0 && (
      <Button size="sm" onClick={() => onChooseAll('decline')}>
        Decline {hasKeys && <Key>D</Key>}
      </Button>
    )}
  </div>
)

/** Says that the student appealed, by when it’s to be decided, and whether someone else must. */
const Appealed = ({ appeal }: { appeal: ReviewedAppeal }) => {
  if (appeal.open_coverages.length === 0) return null
  return (
    <Banner tone="info">
      The student appealed on {formatDay(localDay(new Date(appeal.created_at)))}. Decide the appeal by{' '}
      {formatDay(appeal.due_on)}.
      {appeal.own_declines.length > 0 && ' Someone else must decide it, because you declined the waiver.'}
    </Banner>
  )
}

const Key = ({ children }: { children: string }) => (
  <span
    aria-hidden
    className="ml-0.5 rounded-[4px] px-1 text-meta opacity-80 shadow-[0_0_0_1px_currentColor] coarse:hidden"
  >
    {children}
  </span>
)

interface LineProps {
  form: FormSubmissionDetail
  coverage: Coverage
  isOpen: boolean
  isToReview: boolean
  suggestion: SuggestedDecision | undefined
  choice: Choice
  onChange: (choice: Choice) => void
  onReviewed?: ((review: SecondReview) => void) | undefined
}

const Line = (props: LineProps) => {
  const { form, coverage, isOpen, isToReview, suggestion, choice, onChange, onReviewed } = props
  const status = form.statuses?.[coverage]
  const review = form.second_reviews.find(({ coverage_type }) => coverage_type === coverage)
  return (
    <section
      aria-label={coverageLabels[coverage]}
      className="flex flex-col gap-3 rounded-card p-3 shadow-line"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">{coverageLabels[coverage]}</h2>
        {status && <CoveragePill status={status} short />}
      </div>
      <Decided form={form} coverage={coverage} />
      <Settled form={form} coverage={coverage} />
      {isOpen && form.plan_change_coverages.includes(coverage) && (
        <p className="text-ink-2">
          The student is enrolled already. Approve the form to add its dependents and the difference in
          premium, or close it if nothing changes.
        </p>
      )}
      {review && <SecondReviewResult form={form} review={review} />}
      {isToReview && <SecondReviewForm form={form} coverage={coverage} onSaved={onReviewed} />}
      {suggestion && (
        <Suggestion suggestion={suggestion} student={form.student_id} isOpen={isOpen || isToReview} />
      )}
      {isOpen && <Choose outcomes={outcomesFor(form, coverage)} choice={choice} onChange={onChange} />}
    </section>
  )
}

/** What staff decided last, in words. */
const Decided = ({ form, coverage }: Pick<LineProps, 'form' | 'coverage'>) => {
  const last = form.outcomes.find((one) => one.coverage_type === coverage && one.undone_at === null)
  if (!last || !form.decided_coverages.includes(coverage)) return null
  const reasons = last.reason_codes.map((code) => reasonsFor[last.outcome][code]?.label ?? code)
  return (
    <div>
      <p>
        <span className="font-medium">{decidedLabels[last.outcome]}</span>
        <span className="text-ink-2">
          {' '}
          by {last.decided_by?.name ?? 'Shipmate'}, {formatInstant(last.decided_at)}
        </span>
      </p>
      {(reasons.length > 0 || last.note !== null) && (
        <p className="text-ink-2">{[...reasons, last.note ?? []].flat().join('. ')}</p>
      )}
      {last.respond_by !== null && (
        <p className="text-ink-2">The student has until {formatDay(last.respond_by)} to respond.</p>
      )}
    </div>
  )
}

/** What settled a coverage type without a decision, in words. */
const Settled = ({ form, coverage }: Pick<LineProps, 'form' | 'coverage'>) => {
  const settled = form.settled.find(({ coverage_type }) => coverage_type === coverage)
  if (!settled) return null
  const { by, at, reason, status } = settled
  return (
    <p className="text-ink-2">
      Nothing to decide: the status is {statusCatalogue[status].label}
      {at !== null && `, set by ${by?.name ?? 'Shipmate'} on ${formatInstant(at)}`}.
      {reason !== null && ` ${reason}`}
    </p>
  )
}

interface SuggestionProps {
  suggestion: SuggestedDecision
  student: number | null
  isOpen: boolean
}

const Suggestion = ({ suggestion, student, isOpen }: SuggestionProps) => {
  const { recommendation, confidence, rules, suggested_status: status } = suggestion
  const open = rules.filter(({ outcome }) => outcome !== 'pass').length
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-label text-ink-2">Recommended</span>
        <RecommendationPill recommendation={recommendation} />
        <span className="text-label text-ink-2">
          Confidence: {confidenceLabels[confidence].toLowerCase()}
          {status !== null && ` · ${statusCatalogue[status].label}`}
        </span>
      </div>
      {suggestion.mode === 'shadow' && (
        <p className="text-label text-ink-2">Automatic approval would have approved this.</p>
      )}
      {rules.length > 0 && (
        <Disclosure
          startsOpen={isOpen && open > 0}
          summary={`${rules.length - open} of ${rules.length} requirements met`}
        >
          <RuleList rules={rules} student={student} />
        </Disclosure>
      )}
      <Feedback decisionId={suggestion.id} />
    </div>
  )
}

/** Lets staff say whether the recommendation is right. */
const Feedback = ({ decisionId }: { decisionId: number }) => {
  const [sent, setSent] = useState<'agree' | 'disagree' | null>(null)
  const { send, isSending } = useSend(sendDecisionFeedback)
  if (sent !== null) return <p className="text-label text-ink-3">Thanks. Your feedback is saved.</p>
  const say = async (verdict: 'agree' | 'disagree') => {
    await send({ body: { decision_id: decisionId, verdict } })
    setSent(verdict)
  }
  return (
    <div className="flex flex-wrap items-center gap-2 text-label text-ink-3">
      Is this right?
      <Button variant="ghost" size="sm" busy={isSending} onClick={() => void say('agree')}>
        Yes
      </Button>
      <Button variant="ghost" size="sm" busy={isSending} onClick={() => void say('disagree')}>
        No
      </Button>
    </div>
  )
}

interface ChooseProps {
  outcomes: readonly Outcome[]
  choice: Choice
  onChange: (choice: Choice) => void
}

const Choose = ({ outcomes, choice, onChange }: ChooseProps) => {
  const { outcome } = choice
  const missing = outcome === null ? null : missingIn(choice)
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <Segmented
        label="Decision"
        options={outcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
        value={outcome}
        onChange={(next) => onChange(next === outcome ? choice : { ...noChoice, outcome: next })}
      />
      {outcome !== null && (
        <ReasonFields
          outcome={outcome}
          value={choice}
          onChange={(reasons) => onChange({ ...reasons, outcome })}
        />
      )}
      {missing !== null && <p className="text-label text-warning-text">{missing}</p>}
    </div>
  )
}
