import { useEffect, useRef, useState } from 'react'
import { coverageLabels, statusCatalogue, type Coverage } from '#contract/platform/coverage/choices.ts'
import { decidedLabels, outcomeLabels, type Outcome } from '#contract/review/decisions/choices.ts'
import type { SuggestedDecision } from '#contract/review/decisions/outcome-shapes.ts'
import { reasonLabels } from '#contract/review/decisions/reasons.ts'
import type { SecondReview } from '#contract/review/decisions/second-review.ts'
import type { ReviewedAppeal, FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { formatDay, formatInstant, localDay } from '#client/platform/lib/format.ts'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { CloseForm } from './close-form.tsx'
import { Decision, type DecisionProps } from './decision.tsx'
import { ReasonFields } from './reason-fields.tsx'
import { SecondReviewForm, SecondReviewNotice, SecondReviewResult } from './second-review.tsx'
import { Suggestion } from './suggestion.tsx'
import { asFound, noChoice, outcomesFor, sharedChoice, type Choice } from './use-choices.ts'

interface DecideStepProps extends Omit<DecisionProps, 'suggestions' | 'isApart' | 'onApart'> {
  /** The coverage types to decide a second time now. */
  toReview: readonly Coverage[]
  suggestions: readonly SuggestedDecision[] | undefined
  /** Why the suggestions couldn’t be taken as they are. */
  note: string | null
  /** Grows each time that staff are told so. */
  choiceTurn: number
  onReviewed?: ((review: SecondReview) => void) | undefined
}

/** Renders the decision and its reasons, then what the rules recommend for each coverage type. */
export const DecideStep = (props: DecideStepProps) => {
  const { form, open, toReview, suggestions, choices, note, choiceTurn, onChoose } = props
  const [wantsApart, setApart] = useState(false)
  if (!suggestions) return <SkeletonRows rows={4} label="Checking the rules" />
  const isApart = open.length > 1 && (wantsApart || sharedChoice(choices, open) === null)
  return (
    <>
      {form.appeal && <Appealed appeal={form.appeal} />}
      {form.second_review.length > 0 && <SecondReviewNotice />}
      {note !== null && <Note text={note} turn={choiceTurn} />}
      {open.length > 0 && (
        <Decision {...props} suggestions={suggestions} isApart={isApart} onApart={() => setApart(true)} />
      )}
      {form.coverage_types.map((coverage) => (
        <Line
          key={coverage}
          form={form}
          coverage={coverage}
          isOpen={open.includes(coverage)}
          isToReview={toReview.includes(coverage)}
          suggestion={suggestionFor(form, coverage, suggestions)}
          choice={isApart ? (choices[coverage] ?? noChoice) : null}
          onChange={(next) => onChoose({ ...choices, [coverage]: next })}
          onReviewed={props.onReviewed}
        />
      ))}
      {form.open_coverages.length > 0 && open.length > 0 && <CloseForm form={form} />}
    </>
  )
}

/** Takes the focus at each turn, so that the Tab key goes on to the decisions below it. */
const Note = ({ text, turn }: { text: string; turn: number }) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (turn > 0) place.current?.focus()
  }, [turn])
  return (
    <div ref={place} tabIndex={-1}>
      <Banner tone="warning">{text}</Banner>
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

interface LineProps {
  form: FormSubmissionDetail
  coverage: Coverage
  isOpen: boolean
  isToReview: boolean
  suggestion: SuggestedDecision | undefined
  /** The decision about this coverage type alone; null if all have one. */
  choice: Choice | null
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
      {isOpen && <PlanChange form={form} coverage={coverage} />}
      {review && <SecondReviewResult form={form} review={review} />}
      {isToReview && <SecondReviewForm form={form} coverage={coverage} onSaved={onReviewed} />}
      {suggestion && (
        <Suggestion suggestion={suggestion} student={form.student_id} isOpen={isOpen || isToReview} />
      )}
      {isOpen && choice !== null && (
        <Choose
          outcomes={outcomesFor(form, coverage)}
          choice={choice}
          onChoose={(outcome) => onChange(asFound(suggestion, outcome))}
          onChange={onChange}
        />
      )}
    </section>
  )
}

const PlanChange = ({ form, coverage }: Pick<LineProps, 'form' | 'coverage'>) =>
  form.plan_change_coverages.includes(coverage) && (
    <p className="text-ink-2">
      The student is enrolled already. Approve the form to add its dependents and the difference in premium,
      or close it if nothing changes.
    </p>
  )

/** What staff decided last, in words. */
const Decided = ({ form, coverage }: Pick<LineProps, 'form' | 'coverage'>) => {
  const last = form.outcomes.find((one) => one.coverage_type === coverage && one.undone_at === null)
  if (!last || !form.decided_coverages.includes(coverage)) return null
  const reasons = reasonLabels(last)
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

interface ChooseProps {
  outcomes: readonly Outcome[]
  choice: Choice
  onChoose: (outcome: Outcome) => void
  onChange: (choice: Choice) => void
}

const Choose = ({ outcomes, choice, onChoose, onChange }: ChooseProps) => {
  const { outcome } = choice
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <Segmented
        label="Decision"
        options={outcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
        value={outcome}
        onChange={(next) => {
          if (next !== outcome) onChoose(next)
        }}
      />
      {outcome !== null && (
        <ReasonFields
          outcome={outcome}
          value={choice}
          onChange={(reasons) => onChange({ ...reasons, outcome })}
        />
      )}
    </div>
  )
}
