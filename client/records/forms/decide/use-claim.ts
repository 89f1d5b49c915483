import { useCallback, useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { listDecisions } from '#contract/review/decisions/endpoints.ts'
import {
  claimFormSubmission,
  countQueues,
  getFormSubmission,
  releaseFormSubmission,
} from '#contract/review/form-submissions/endpoints.ts'
import { claimMinutes } from '#contract/review/form-submissions/choices.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { useFormsChanged } from '#client/platform/common/live-rows.ts'
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

interface Found extends Omit<Claim, 'takeOver'> {
  /** Who has it, while that’s us. */
  readonly us?: number
}

const asking: Found = { state: 'asking', message: null }

/**
 * Claims a form while it’s open, so that two people never review the same one. The claim is renewed while the person is
 * active, and ends when they go on. Asking for it also judges the form by the newest evidence.
 */
export const useClaim = (form: FormSubmissionDetail, isWanted: boolean): Claim => {
  const { id: formId, period_id: period, claimed_by: holder } = form
  const [found, setFound] = useState<Found>(asking)
  const ask = useAskForClaim(formId, setFound)
  useRenewal(formId, isWanted, ask)
  useFormsChanged(period, ({ ids }) => {
    // who reviewed it may have gone on
    if (isWanted && found.state === 'busy' && ids.includes(formId)) void ask(false)
  })
  const takeOver = () => void ask(true)
  // no one reviews a form of which nothing is left to decide
  if (!isWanted) return { ...asking, takeOver }
  const isTaken = found.state === 'mine' && holder !== null && holder.id !== found.us
  return isTaken
    ? { state: 'busy', message: `${holder.name} is reviewing this form.`, takeOver }
    : { ...found, takeOver }
}

/** Returns the function that asks for a claim, or takes it over, and says what was found. */
const useAskForClaim = (formId: number, onFound: (found: Found) => void) => {
  const client = useQueryClient()
  return useCallback(
    async (takeOver: boolean) => {
      try {
        const { claimed_by } = await call(claimFormSubmission, {
          params: { id: formId },
          body: takeOver ? { take_over: true } : {},
        })
        client.setQueryData<FormSubmissionDetail>(
          keyOf(getFormSubmission, { params: { id: formId } }),
          (form) => form && { ...form, claimed_by },
        )
        onFound({ state: 'mine', message: null, us: claimed_by.id })
        const decisions = { queryKey: keyOf(listDecisions, { query: { formSubmissionId: String(formId) } }) }
        // a first load that is still under way would bring what the rules said before the claim
        await client.cancelQueries(decisions)
        void client.invalidateQueries(decisions)
        refreshAll(client, [countQueues])
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'busy') onFound({ state: 'busy', message: error.message })
      }
    },
    [client, formId, onFound],
  )
}

/** Asks for a claim at once, renews it while the person is active, and ends it when they go on. */
const useRenewal = (formId: number, isWanted: boolean, ask: (takeOver: boolean) => Promise<void>): void =>
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

/** Ends a claim. If that fails, the claim runs out after its time. */
const release = (id: number, leaving: boolean): void => {
  call(releaseFormSubmission, { params: { id } }, { leaving }).catch(() => undefined)
}
