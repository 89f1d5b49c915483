import type { SecondReview } from '#contract/review/decisions/second-review.ts'
import { isClosed, type FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { formatList } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { ApplyStep } from './apply-step.tsx'
import { DecideStep } from './decide-step.tsx'
import type { Claim } from './use-claim.ts'
import type { DecisionStep, useDecision } from './use-decision.ts'

interface DecisionPartProps {
  form: FormSubmissionDetail
  step: DecisionStep
  decision: ReturnType<typeof useDecision>
  /** Whether another form follows this one. */
  goesOn?: boolean | undefined
  /** Whether the single keys of a review work. */
  hasKeys?: boolean | undefined
  onStep: (step: DecisionStep) => void
  /** Called after the decision is saved, with the change to undo. */
  onDecided: (changeId: string | null) => void
  /** Called after a second review is saved. */
  onReviewed?: ((review: SecondReview) => void) | undefined
}

/** Renders the choice of decisions about a form, or what they change and send. */
export const DecisionPart = (props: DecisionPartProps) => {
  const { form, step, decision, goesOn, hasKeys, onStep, onDecided, onReviewed } = props
  const { open, choices } = decision
  return step === 'decide' ? (
    <DecideStep
      {...{ form, open, choices, hasKeys }}
      toReview={decision.toReview}
      suggestions={decision.suggestions}
      note={decision.note}
      choiceTurn={decision.choiceTurn}
      reasonsTurn={decision.reasonsTurn}
      onChoose={decision.choose}
      onAcceptAll={decision.acceptAll}
      onChooseAll={decision.chooseAll}
      onPreview={() => onStep('apply')}
      onReviewed={onReviewed}
    />
  ) : (
    <ApplyStep
      {...{ form, open, choices, goesOn, hasKeys, onDecided }}
      suggestions={decision.suggestions ?? []}
      onBack={() => onStep('decide')}
    />
  )
}

/** Renders why a form can’t be decided now: someone else has it, a later one replaced it, it was settled in another way, or it isn’t finished. */
export const FormNotices = ({ form, claim }: { form: FormSubmissionDetail; claim: Claim }) => (
  <>
    {claim.state === 'busy' && (
      <Banner tone="warning" actions={<Button onClick={claim.takeOver}>Take over</Button>}>
        {claim.message}
      </Banner>
    )}
    {form.superseded_by !== null && (
      <Banner tone="info">
        The student sent a later form, {form.superseded_by_number}. Decide that one instead.
      </Banner>
    )}
    {form.supersedes.length > 0 && (
      <Banner tone="info">This form replaces {formatList(form.supersedes)}.</Banner>
    )}
    {isClosed(form) && (
      <Banner tone="info">Nothing on this form is left to decide. See below how it was settled.</Banner>
    )}
    {form.progress === 'in_progress' && (
      <Banner tone="info">The student is still filling in this form. It can’t be decided yet.</Banner>
    )}
  </>
)
