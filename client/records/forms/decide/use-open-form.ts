import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  countQueues,
  getFormSubmission,
  markFormSubmissionSeen,
} from '#contract/review/form-submissions/endpoints.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { useFormsChanged } from '#client/platform/common/live-rows.ts'
import { call } from '#client/platform/lib/call.ts'
import { keyOf, refreshAll } from '#client/platform/lib/query.ts'

/** Marks a form as seen by the office when it’s opened first, and reloads it when anyone changes it. */
export const useOpenForm = (form: FormSubmissionDetail): void => {
  useSeen(form)
  const client = useQueryClient()
  useFormsChanged(form.period_id, ({ ids }) => {
    if (ids.includes(form.id))
      void client.invalidateQueries({ queryKey: keyOf(getFormSubmission, { params: { id: form.id } }) })
  })
}

const useSeen = ({ id, seen_at: seen }: FormSubmissionDetail): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (seen !== null) return
    call(markFormSubmissionSeen, { params: { id } })
      .then(() => refreshAll(client, [countQueues]))
      // it stays new for the office; opening it again marks it
      .catch(() => undefined)
  }, [client, id, seen])
}
