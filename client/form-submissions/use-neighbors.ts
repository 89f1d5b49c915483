import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listDecisions } from '#contract/decisions/endpoints.ts'
import { getFormSubmission, listFormSubmissionIds } from '#contract/form-submissions/endpoints.ts'
import { askOptions, useAsk } from '#client/lib/query.ts'
import { formsQuery, type FormsSearch } from './review-search.ts'

/** Where a form stands in the list it was opened from. */
export interface Neighbors {
  readonly next: number | null
  readonly previous: number | null
  /** From 1; null if the form isn’t in the list (anymore). */
  readonly position: number | null
  readonly total: number
}

/**
 * Returns the forms before and after a form, in the order of the list it was opened from. The order stays as it was when
 * the review began, so that decided forms don’t shift it. The next form is already loaded.
 */
export const useNeighbors = (periodId: number, formId: number, search: FormsSearch): Neighbors => {
  const client = useQueryClient()
  const { data: ids = [] } = useAsk(
    listFormSubmissionIds,
    { query: formsQuery(periodId, search) },
    { staleTime: Infinity },
  )
  const index = ids.indexOf(formId)
  const next = (index < 0 ? ids[0] : ids[index + 1]) ?? null
  useEffect(() => {
    if (next === null) return
    const params = { id: next }
    void client.prefetchQuery(askOptions(client, getFormSubmission, { params }))
    void client.prefetchQuery(
      askOptions(client, listDecisions, { query: { formSubmissionId: String(next) } }),
    )
  }, [client, next])
  return {
    next,
    previous: index > 0 ? (ids[index - 1] ?? null) : null,
    position: index < 0 ? null : index + 1,
    total: ids.length,
  }
}
