import { useState } from 'react'
import {
  getFormSubmission,
  mergeFromStudentFormSubmission,
} from '#contract/review/form-submissions/endpoints.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { MergeFields } from '#client/platform/record/merge-fields.tsx'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import type { Step } from './review-search.ts'

const refreshes = [getFormSubmission]

interface ReviewStepProps {
  form: FormSubmissionDetail
  onStep: (step: Step) => void
}

/** Saves chosen answers in the record, and offers to undo it. */
const useMerge = (form: FormSubmissionDetail) => {
  const [error, setError] = useState<string | null>(null)
  const offerUndo = useUndo(refreshes)
  const { send, isSending } = useSend(mergeFromStudentFormSubmission, { refreshes, quiet: true })
  const merge = async (fields: string[]): Promise<boolean> => {
    setError(null)
    try {
      const { changeId } = await send({
        params: { id: form.student_period_id ?? 0 },
        body: { form_submission_id: form.id, fields, version: form.student_period_version ?? 0 },
      })
      offerUndo({ changeId, title: fields.length === 1 ? '1 field saved' : `${fields.length} fields saved` })
      return true
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
      return false
    }
  }
  return { merge, isSending, error }
}

/** Renders the answers beside the record. Chosen ones are saved in the record, with undo. */
export const ReviewStep = ({ form, onStep }: ReviewStepProps) => {
  const { merge, isSending, error } = useMerge(form)
  if (form.student_period_id === null)
    return <p className="text-ink-2">Match the form with a student first.</p>
  return (
    <MergeFields
      fields={form.comparison}
      noun="answer"
      source="Answer"
      isSaving={isSending}
      error={error}
      onSave={merge}
    >
      <Button onClick={() => onStep(form.form_type === 'waiver' ? 'verify' : 'decide')}>Continue</Button>
    </MergeFields>
  )
}
