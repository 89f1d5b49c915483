import { Check } from 'lucide-react'
import type { FormSubmissionDetail } from '#contract/form-submissions/review-shapes.ts'
import { cx } from '#client/ui/cx.ts'
import { stepLabels, steps, type Step } from './review-search.ts'

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
export const StepNav = ({ form, step, onStep }: StepNavProps) => (
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
