import { useCallback, useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { listDecisions } from '#contract/review/decisions/endpoints.ts'
import {
  claimFormSubmission,
  countQueues,
  releaseFormSubmission,
} from '#contract/review/form-submissions/endpoints.ts'
import { claimMinutes } from '#contract/review/form-submissions/choices.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { call } from '#client/platform/lib/call.ts'
import { keyOf, refreshAll } from '#client/platform/lib/query.ts'

/** Whether the form is ours to decide, and who has it otherwise. */
export interface Claim {
  readonly state: 'asking' | 'mine' | 'busy'
  /** Who is reviewing it, as a sentence. */
  readonly message: string | null
  readonly takeOver: () => void
}

/** Milliseconds between renewals: well within the time a claim holds. */
const renewal = (claimMinutes * 60_000) / 3

/**
 * Claims a form while it’s open, so that two people never review the same one. The claim is renewed while the person is
 * active, and ends when they go on. Asking for it also judges the form by the newest evidence.
 */
export const useClaim = (formId: number, isWanted: boolean): Claim => {
  const client = useQueryClient()
  const [found, setFound] = useState<Omit<Claim, 'takeOver'>>({ state: 'asking', message: null })
  const ask = useCallback(
    async (takeOver: boolean) => {
      try {
        await call(claimFormSubmission, {
          params: { id: formId },
          body: takeOver ? { take_over: true } : {},
        })
        setFound({ state: 'mine', message: null })
        const decisions = { queryKey: keyOf(listDecisions, { query: { formSubmissionId: String(formId) } }) }
        // a first load that is still under way would bring what the rules said before the claim
        await client.cancelQueries(decisions)
        void client.invalidateQueries(decisions)
        refreshAll(client, [countQueues])
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'busy') setFound({ state: 'busy', message: error.message })
      }
    },
    [client, formId],
  )
  useEffect(() => {
    if (!isWanted) return
    let isActive = false
    const act = () => {
      isActive = true
    }
    // after the effect: the answer changes the state
    const first = setTimeout(() => void ask(false))
    const timer = setInterval(() => {
      if (isActive) void ask(false)
      isActive = false
    }, renewal)
    window.addEventListener('keydown', act)
    window.addEventListener('pointermove', act)
    const leave = () => release(formId, true)
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      window.removeEventListener('keydown', act)
      window.removeEventListener('pointermove', act)
      window.removeEventListener('pagehide', leave)
      release(formId, false)
    }
  }, [ask, formId, isWanted])
  return { ...found, takeOver: () => void ask(true) }
}

/** Ends a claim. If that fails, the claim runs out after its time. */
const release = (id: number, leaving: boolean): void => {
  call(releaseFormSubmission, { params: { id } }, { leaving }).catch(() => undefined)
}
