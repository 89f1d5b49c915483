import { useParams } from '@tanstack/react-router'
import { Check, ChevronLeft, ChevronRight } from 'lucide-react'
import { formTypeLabels, highRisk } from '#contract/review/form-submissions/choices.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { DecisionPart, FormNotices } from '#client/records/forms/decide/decision-part.tsx'
import { useOpenForm } from '#client/records/forms/decide/use-open-form.ts'
import { EvidencePane } from '#client/records/forms/evidence/evidence-pane.tsx'
import { formatNumber } from '#client/platform/lib/format.ts'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Tooltip } from '#client/platform/ui/overlays/tooltip.tsx'
import { Badge, Pill } from '#client/platform/ui/text/badge.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { FormsLink } from './forms-link.tsx'
import { MatchStep } from './match-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { stepLabels, steps, type ReviewSearch, type Step } from './review-search.ts'
import { useReview, type ReviewProps } from './use-review.ts'
import { VerifyStep } from './verify-step.tsx'

const firstStep = (form: FormSubmissionDetail): Step => (form.student_period_id === null ? 'match' : 'decide')

/** Renders a form’s evidence beside the steps of its review. */
export const Review = (props: ReviewProps) => {
  const { form, search, onStep, onForm } = props
  const review = useReview(props)
  const { next, previous, position, total } = review
  const step = search.step ?? firstStep(form)
  useOpenForm(form)
  return (
    <>
      <ReviewHeader
        form={form}
        search={search}
        place={position === null ? null : `${formatNumber(position)} of ${formatNumber(total)}`}
        onPrevious={previous === null ? null : () => onForm(previous)}
        onNext={next === null ? null : () => onForm(next)}
      />
      <div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <section aria-label="Evidence" className="min-w-0 p-4 lg:overflow-y-auto">
          <EvidencePane form={form} />
        </section>
        <section
          aria-label="Review"
          className="flex min-w-0 flex-col gap-4 border-line p-4 max-lg:order-first max-lg:border-b lg:overflow-y-auto lg:border-l"
        >
          <FormNotices form={form} claim={review.decision.claim} />
          <StepNav form={form} step={step} onStep={onStep} />
          <StepBody form={form} step={step} review={review} onStep={onStep} onForm={onForm} />
        </section>
      </div>
    </>
  )
}

interface StepBodyProps {
  form: FormSubmissionDetail
  step: Step
  review: ReturnType<typeof useReview>
  onStep: (step: Step) => void
  onForm: (id: number) => void
}

const StepBody = ({ form, step, review, onStep, onForm }: StepBodyProps) => {
  const { open, toReview } = review.decision
  const isLastOpen = open.length === 0 && toReview.length <= 1
  switch (step) {
    case 'match':
      return <MatchStep form={form} onStep={onStep} />
    case 'review':
      return <ReviewStep form={form} onStep={onStep} />
    case 'verify':
      return <VerifyStep form={form} onStep={onStep} />
    case 'decide':
    case 'apply':
      return (
        <DecisionPart
          hasKeys
          {...{ form, step, onStep }}
          decision={review.decision}
          goesOn={review.next !== null}
          onDecided={review.finish}
          onReviewed={({ agrees }) => {
            // a disagreement stays on the screen
            if (agrees && isLastOpen && review.next !== null) onForm(review.next)
          }}
        />
      )
  }
}

interface ReviewHeaderProps {
  form: FormSubmissionDetail
  search: ReviewSearch
  /** '2 of 141' */
  place: string | null
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

const ReviewHeader = ({ form, search, place, onPrevious, onNext }: ReviewHeaderProps) => {
  const { school, period } = useParams({
    from: '/_signed-in/_admin/schools/$school/period/$period/student-form-submission/$submission',
  })
  return (
    <PageHeader
      title={form.name ?? 'No name yet'}
      documentTitle="Form submission"
      breadcrumb={[{ key: 'forms', link: <FormsLink school={school} period={period} search={search} /> }]}
      aside={
        <>
          <Pill>{formTypeLabels[form.form_type]}</Pill>
          {form.risk > 0 && (
            <Badge tone={form.risk >= highRisk ? 'danger' : 'warning'}>Risk {form.risk}</Badge>
          )}
        </>
      }
      actions={
        <>
          {place !== null && <span className="tabular text-ink-2">{place}</span>}
          <Turn icon={ChevronLeft} label="Previous form" letter="K" onPress={onPrevious} />
          <Turn icon={ChevronRight} label="Next form" letter="J" onPress={onNext} />
        </>
      }
    />
  )
}

interface TurnProps {
  icon: typeof ChevronLeft
  label: string
  letter: string
  onPress: (() => void) | null
}

const Turn = ({ icon, label, letter, onPress }: TurnProps) => (
  <Tooltip text={`${label} (${letter})`} side="bottom">
    <IconButton icon={icon} label={label} disabled={onPress === null} onClick={() => onPress?.()} />
  </Tooltip>
)

/** Returns whether a step has nothing left to do. */
const isDone = (form: FormSubmissionDetail, step: Step): boolean => {
  if (step === 'match') return form.student_period_id !== null
  return (
    (step === 'decide' || step === 'apply') && form.decision === 'decided' && form.second_review.length === 0
  )
}

interface StepNavProps {
  form: FormSubmissionDetail
  step: Step
  onStep: (step: Step) => void
}

/** Renders the steps of a review in order. Each can be opened at any time. */
const StepNav = ({ form, step, onStep }: StepNavProps) => (
  <nav aria-label="Steps">
    <ol className="flex gap-1 overflow-x-auto">
      {steps.map((one, index) => (
        <li key={one} className="min-w-0 flex-1">
          <button
            type="button"
            aria-current={one === step ? 'step' : undefined}
            onClick={() => onStep(one)}
            className={cx(
              'flex h-8 w-full items-center justify-center gap-1 rounded-control px-1.5 text-label font-medium whitespace-nowrap transition-colors duration-100 coarse:h-10',
              one === step ? 'bg-pressed text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
            )}
          >
            {isDone(form, one) ? (
              <Check size={14} aria-hidden className="shrink-0 text-success-glyph" />
            ) : (
              <span aria-hidden className="tabular text-ink-3">
                {index + 1}
              </span>
            )}
            {stepLabels[one]}
            {isDone(form, one) && <span className="sr-only">, done</span>}
          </button>
        </li>
      ))}
    </ol>
  </nav>
)
