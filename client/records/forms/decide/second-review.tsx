import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import { keepDecision, reviewDecision } from '#contract/review/decisions/endpoints.ts'
import { decidedLabels, outcomeLabels, outcomes, type Outcome } from '#contract/review/decisions/choices.ts'
import type { SecondReview } from '#contract/review/decisions/second-review.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import { useUndoChange } from '#client/platform/common/use-undo.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { formatInstant } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { Textarea } from '#client/platform/ui/controls/textarea.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { formReads } from './form-reads.ts'

/** Says that the first decision is hidden, and what the answer does. */
export const SecondReviewNotice = () => (
  <Banner tone="info" title="Second review">
    Decide again. The first decision appears after you save. Your review doesn’t change the status.
  </Banner>
)

interface SecondReviewFormProps {
  form: FormSubmissionDetail
  coverage: Coverage
  onSaved?: ((review: SecondReview) => void) | undefined
}

/** Runs a call and keeps why it was refused, as a sentence. */
const useAct = () => {
  const [error, setError] = useState<string | null>(null)
  const act = async (run: () => Promise<void>): Promise<void> => {
    setError(null)
    try {
      await run()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
  }
  return { error, act }
}

/** Saves the answer and says whether both decided the same. */
const useReviewDecision = ({ form, coverage, onSaved }: SecondReviewFormProps) => {
  const toast = useToast()
  const { error, act } = useAct()
  const { send, isSending } = useSend(reviewDecision, { refreshes: formReads, quiet: true })
  const save = (outcome: Outcome, comment: string) =>
    act(async () => {
      const about = { form_submission_id: form.id, coverage_type: coverage, version: form.version }
      const { reply } = await send({ body: { ...about, outcome, comment: comment === '' ? null : comment } })
      toast.show({
        tone: reply.agrees ? 'success' : 'neutral',
        title: 'Second review saved',
        description: reply.agrees ? 'You agreed.' : 'You decided differently.',
      })
      onSaved?.(reply)
    })
  return { error, isSending, save }
}

/** Renders the choice of the second person, who doesn’t see the first decision. */
export const SecondReviewForm = (props: SecondReviewFormProps) => {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [comment, setComment] = useState('')
  const { error, isSending, save } = useReviewDecision(props)
  return (
    <div className="flex flex-col gap-3 border-b border-line pb-4">
      <Segmented
        label="Decision"
        options={outcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
        value={outcome}
        onChange={setOutcome}
      />
      <Field label="Comment" hint="For the office. The student doesn’t see it.">
        <Textarea
          rows={2}
          maxLength={2000}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
      </Field>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Button
        variant="primary"
        className="self-start"
        busy={isSending}
        disabled={outcome === null}
        onClick={() => outcome && void save(outcome, comment.trim())}
      >
        Save second review
      </Button>
    </div>
  )
}

interface SecondReviewResultProps {
  form: FormSubmissionDetail
  review: SecondReview
}

/** Renders what the second person decided. A disagreement can be resolved. */
export const SecondReviewResult = ({ form, review }: SecondReviewResultProps) => {
  const { agrees, outcome, comment, reviewed_by: by, reviewed_at: at, kept } = review
  return (
    <div className="flex flex-col gap-3 border-b border-line pb-4">
      <div>
        <p>
          <span className="font-medium">Second review: {withinSentence(decidedLabels[outcome])}</span>
          <span className="text-ink-2">
            {' '}
            by {by.name}, {formatInstant(at)}
          </span>
        </p>
        {comment !== null && <p className="wrap-anywhere whitespace-pre-line text-ink-2">{comment}</p>}
      </div>
      {agrees ? (
        <Pill quiet tone="success" icon={CircleCheck}>
          Same decision
        </Pill>
      ) : kept ? (
        <div>
          <p>
            <span className="font-medium">Decision kept</span>
            <span className="text-ink-2">
              {' '}
              by {kept.by.name}, {formatInstant(kept.at)}
            </span>
          </p>
          <p className="wrap-anywhere whitespace-pre-line text-ink-2">{kept.reason}</p>
        </div>
      ) : (
        <Disagreement form={form} review={review} />
      )}
    </div>
  )
}

/** Says how a disagreement is resolved. */
const WaysToResolve = ({ form, review: { is_bulk } }: SecondReviewResultProps) => (
  <p className="text-ink-2">
    {is_bulk ? (
      <>
        Keep the decision and give a reason, or override the status in{' '}
        <Link to="/student/$student" params={{ student: String(form.student_id) }}>
          the student’s record
        </Link>
        . The decision was made in bulk: an undo would undo the other forms too.
      </>
    ) : (
      'Keep the decision and give a reason, or undo it and decide again.'
    )}
  </p>
)

/** Lets anyone keep the decision for a reason, or undo it to decide again. */
const Disagreement = ({ form, review }: SecondReviewResultProps) => {
  const [reason, setReason] = useState('')
  const { error, act } = useAct()
  const { send, isSending } = useSend(keepDecision, { refreshes: formReads, quiet: true })
  const keep = () =>
    act(async () => {
      await send({ params: { id: review.id }, body: { reason: reason.trim() } })
    })
  return (
    <section
      aria-label={`Disagreement, ${coverageLabels[review.coverage_type]}`}
      className="flex flex-col gap-3"
    >
      <Pill tone="warning" icon={TriangleAlert} className="self-start">
        Disagreement
      </Pill>
      <WaysToResolve form={form} review={review} />
      <Field label="Reason to keep it" hint="For the office. The student doesn’t see it.">
        <Textarea
          rows={2}
          maxLength={2000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button busy={isSending} disabled={reason.trim() === ''} onClick={() => void keep()}>
          Keep the decision
        </Button>
        <UndoButton form={form} review={review} />
      </div>
    </section>
  )
}

/** Undoes the reviewed decision; nothing if that would undo those of other forms too. */
const UndoButton = ({ form, review: { outcome_id: id, is_bulk: isBulk } }: SecondReviewResultProps) => {
  const [isUndoing, setUndoing] = useState(false)
  const undo = useUndoChange(formReads, null)
  const decision = form.outcomes.find((one) => one.id === id)
  if (isBulk || !decision) return null
  const undoDecision = async () => {
    setUndoing(true)
    await undo(String(decision.change_id))
    setUndoing(false)
  }
  return (
    <Button busy={isUndoing} onClick={() => void undoDecision()}>
      Undo the decision
    </Button>
  )
}
