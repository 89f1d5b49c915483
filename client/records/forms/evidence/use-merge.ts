import { useState } from 'react'
import {
  getFormSubmission,
  mergeFromStudentFormSubmission,
} from '#contract/review/form-submissions/endpoints.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'

const refreshes = [getFormSubmission]

/** What a merge needs of a matched form. */
export type MergeableForm = Pick<
  FormSubmissionDetail,
  'id' | 'student_period_id' | 'student_period_version' | 'comparison'
>

/** Saves answers of a form in the record, and offers to undo it. */
export const useMerge = ({ id, student_period_id, student_period_version }: MergeableForm) => {
  const [error, setError] = useState<string | null>(null)
  const offerUndo = useUndo(refreshes)
  const { send, isSending } = useSend(mergeFromStudentFormSubmission, { refreshes, quiet: true })
  const merge = async (fields: readonly string[]): Promise<void> => {
    setError(null)
    try {
      const { changeId } = await send({
        params: { id: student_period_id ?? 0 },
        body: { form_submission_id: id, fields: [...fields], version: student_period_version ?? 0 },
      })
      offerUndo({ changeId, title: `${formatCount(fields.length, 'field')} saved` })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
  }
  return { merge, isSending, error }
}
