import { useState } from 'react'
import type { Coverage } from '#contract/coverage/choices.ts'
import { listDecisions } from '#contract/decisions/endpoints.ts'
import type { Outcome } from '#contract/decisions/outcome-shapes.ts'
import type { FormSubmissionDetail } from '#contract/form-submissions/review-shapes.ts'
import { useUndoChange } from '#client/common/use-undo.ts'
import { useAsk } from '#client/lib/query.ts'
import { formReads } from './form-reads.ts'
import type { ReviewSearch, Step } from './review-search.ts'
import { asSuggested, havingOutcome, noChoice, useChoices, type Choices } from './use-choices.ts'
import { useClaim } from './use-claim.ts'
import { useNeighbors } from './use-neighbors.ts'
import { useReviewKeys } from './use-review-keys.ts'

export interface ReviewProps {
  form: FormSubmissionDetail
  search: ReviewSearch
  onStep: (step: Step) => void
  onForm: (id: number) => void
}

/** The last decision of this page, for Z. */
let lastChange: string | null = null

const undoLast = (undo: (changeId: string) => Promise<boolean>): void => {
  if (lastChange !== null) void undo(lastChange)
  lastChange = null
}

/**
 * The coverage types to decide; after unable to process, staff can decide again. Whoever declined a waiver doesn’t decide
 * its appeal.
 */
const openIn = (form: FormSubmissionDetail): Coverage[] => {
  if (form.progress !== 'complete' || form.superseded_by !== null) return []
  return form.coverage_types.filter((coverage) => {
    if (form.appeal?.own_declines.includes(coverage)) return false
    if (!form.decided_coverages.includes(coverage)) return true
    const last = form.outcomes.find((one) => one.coverage_type === coverage && one.undone_at === null)
    return last?.outcome === 'utp'
  })
}

/** Keeps the state of a form’s review: its claim, what is chosen, where it stands in the list, and its keys. */
export const useReview = ({ form, search, onStep, onForm }: ReviewProps) => {
  const neighbors = useNeighbors(form.period_id, form.id, search)
  const { data: suggestions } = useAsk(listDecisions, { query: { formSubmissionId: String(form.id) } })
  const open = openIn(form)
  const claim = useClaim(form.id, open.length > 0 || form.second_review.length > 0)
  const { choices, choose, forget } = useChoices(form.id)
  const undo = useUndoChange(formReads, 'form')
  const [note, setNote] = useState<string | null>(null)
  const canDecide = open.length > 0 && form.student_period_id !== null && claim.state !== 'busy'

  const canUse = (outcome: Outcome) => canDecide && havingOutcome(form, open, outcome).length > 0
  const acceptAll = () => {
    const chosen = asSuggested(form, open, suggestions ?? [])
    choose(chosen)
    const isClear = open.every((coverage) => (chosen[coverage]?.outcome ?? null) !== null)
    setNote(isClear ? null : 'The rules can’t recommend a decision for all coverage. Choose one.')
    onStep(isClear ? 'apply' : 'decide')
  }
  const chooseAll = (outcome: Outcome) => {
    choose(withOutcome(choices, havingOutcome(form, open, outcome), outcome))
    setNote(null)
    onStep('decide')
  }
  const goTo = (id: number | null) => (id === null ? undefined : () => onForm(id))
  useReviewKeys({
    ...(canUse('utp') ? { u: () => chooseAll('utp') } : {}),
    ...(canDecide && suggestions ? { a: acceptAll } : {}),
    ...(canUse('decline') ? { d: () => chooseAll('decline') } : {}),
    j: goTo(neighbors.next),
    k: goTo(neighbors.previous),
    z: () => undoLast(undo),
  })
  const finish = (changeId: string | null) => {
    lastChange = changeId
    forget()
    if (neighbors.next === null) onStep('decide')
    else onForm(neighbors.next)
  }
  return {
    ...neighbors,
    suggestions,
    open: canDecide ? open : [],
    claim,
    choices,
    choose,
    note,
    acceptAll,
    chooseAll,
    finish,
  }
}

/** Gives open coverage types an outcome; those that have it already keep their reasons. */
const withOutcome = (choices: Choices, open: readonly Coverage[], outcome: Outcome): Choices =>
  Object.fromEntries(
    open.map((coverage) => {
      const kept = choices[coverage] ?? noChoice
      return [coverage, kept.outcome === outcome ? kept : { ...noChoice, outcome }]
    }),
  )
