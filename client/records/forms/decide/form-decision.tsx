import { useRef, useState, type ReactNode } from 'react'
import type { DecisionOutcome } from '#contract/review/decisions/outcome-shapes.ts'
import { getFormSubmission } from '#contract/review/form-submissions/endpoints.ts'
import type {
  FormSubmissionDetail,
  StudentFormSubmission,
} from '#contract/review/form-submissions/review-shapes.ts'
import { EvidencePane } from '../evidence/evidence-pane.tsx'
import { OutcomesList } from '../evidence/outcomes-list.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { DecisionPart, FormNotices } from './decision-part.tsx'
import { useDecision, type DecisionStep } from './use-decision.ts'
import { useOpenForm } from './use-open-form.ts'

interface FormDecisionProps {
  form: StudentFormSubmission
  /** Shown above the decision: the link to the review. */
  actions: ReactNode
}

/** Renders a form’s evidence beside its decision, outside of the review; on a narrow screen the decision comes first. */
export const FormDecision = ({ form, actions }: FormDecisionProps) => {
  const details = useAsk(getFormSubmission, { params: { id: form.id } })
  return (
    <div className="@container">
      <div className="grid gap-x-8 gap-y-6 @3xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <EvidencePane form={details.data ?? form} matched={matchedIn(details.data)} />
        </div>
        <section
          aria-label="Decision"
          className="flex min-w-0 flex-col gap-4 @max-3xl:order-first @max-3xl:border-b @max-3xl:border-line @max-3xl:pb-6"
        >
          <div className="flex items-center justify-between gap-3">
            <h3 className="font-medium">Decision</h3>
            {actions}
          </div>
          <Loaded
            of={details}
            compact
            what="The decision"
            who="Only Shipmate Admins can decide forms."
            rows={4}
            label="Loading the decision"
          >
            {(detail) => <Decision form={detail} />}
          </Loaded>
        </section>
      </div>
    </div>
  )
}

const matchedIn = (form: FormSubmissionDetail | undefined): FormSubmissionDetail | undefined =>
  form?.student_period_version === null ? undefined : form

const Decision = ({ form }: { form: FormSubmissionDetail }) => {
  const [step, setStep] = useState<DecisionStep>('decide')
  const part = useRef<HTMLDivElement>(null)
  const goTo = (next: DecisionStep) => {
    setStep(next)
    if (next === step) return
    // the button that was pressed is removed, and the preview is shorter than the choice
    part.current?.focus({ preventScroll: true })
    part.current?.scrollIntoView({ block: 'start' })
  }
  const decision = useDecision(form, goTo)
  useOpenForm(form)
  const finish = () => {
    decision.forget()
    goTo('decide')
  }
  return (
    <div
      ref={part}
      tabIndex={-1}
      className="flex scroll-mt-[calc(var(--record-head,0px)+4rem)] flex-col gap-4 outline-none"
    >
      <FormNotices form={form} claim={decision.claim} />
      <DecisionPart {...{ form, step, decision }} onStep={goTo} onDecided={finish} />
      <OutcomesList title="Earlier decisions" outcomes={form.outcomes.filter((one) => !isLast(form, one))} />
    </div>
  )
}

/** Whether a decision is the one that counts, which is shown with its coverage type. */
const isLast = (
  { outcomes, decided_coverages }: FormSubmissionDetail,
  { id, coverage_type }: DecisionOutcome,
): boolean =>
  decided_coverages.includes(coverage_type) &&
  outcomes.find((one) => one.coverage_type === coverage_type && one.undone_at === null)?.id === id
