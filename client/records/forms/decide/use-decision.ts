import { useState } from 'react'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { listDecisions } from '#contract/review/decisions/endpoints.ts'
import type { Outcome } from '#contract/review/decisions/choices.ts'
import type { SuggestedDecision } from '#contract/review/decisions/outcome-shapes.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import {
  asFound,
  asSuggested,
  havingOutcome,
  noChoice,
  useChoices,
  type Choice,
  type Choices,
} from './use-choices.ts'
import { useClaim } from './use-claim.ts'

/**
 * The coverage types to decide; after unable to process, staff can decide again. Whoever declined a waiver doesn’t decide
 * its appeal.
 */
export const openIn = (form: FormSubmissionDetail): Coverage[] => {
  if (form.progress !== 'complete' || form.superseded_by !== null) return []
  return form.coverage_types.filter((coverage) => {
    if (form.appeal?.own_declines.includes(coverage)) return false
    if (!form.decided_coverages.includes(coverage)) return form.open_coverages.includes(coverage)
    const last = form.outcomes.find((one) => one.coverage_type === coverage && one.undone_at === null)
    return last?.outcome === 'utp'
  })
}

/** Where a decision is made: choosing it, or seeing what it changes. */
export type DecisionStep = 'decide' | 'apply'

/** Keeps what is decided about a form: its claim, what the rules suggest, and what is chosen. */
export const useDecision = (form: FormSubmissionDetail, onStep: (step: DecisionStep) => void) => {
  const { data: suggestions } = useAsk(listDecisions, { query: { formSubmissionId: String(form.id) } })
  const open = openIn(form)
  const claim = useClaim(form, open.length > 0 || form.second_review.length > 0)
  const { choices, choose, forget } = useChoices(form.id)
  const [note, setNote] = useState<string | null>(null)
  const [choiceTurn, setChoiceTurn] = useState(0)
  const [reasonsTurn, setReasonsTurn] = useState(0)
  const canDecide = open.length > 0 && form.student_period_id !== null && claim.state !== 'busy'

  const canUse = (outcome: Outcome) => canDecide && havingOutcome(form, open, outcome).length > 0
  const acceptAll = () => {
    const chosen = asSuggested(form, open, suggestions ?? [])
    choose(chosen)
    const isClear = open.every((coverage) => (chosen[coverage]?.outcome ?? null) !== null)
    const ofAll = open.length > 1 ? ' for all coverage' : ''
    setNote(isClear ? null : `The rules don’t recommend a decision${ofAll}. Choose one.`)
    if (!isClear) setChoiceTurn((turn) => turn + 1)
    onStep(isClear ? 'apply' : 'decide')
  }
  const chooseAll = (outcome: Outcome) => {
    choose(withOutcome(choices, havingOutcome(form, open, outcome), outcome, suggestions ?? []))
    setNote(null)
    if (outcome !== 'approve') setReasonsTurn((turn) => turn + 1)
    onStep(outcome === 'approve' ? 'apply' : 'decide')
  }
  return {
    suggestions,
    open: canDecide ? open : [],
    /** The coverage types to decide a second time now. */
    toReview: claim.state === 'busy' ? [] : form.second_review,
    canDecide,
    canUse,
    claim,
    choices,
    choose,
    forget,
    note,
    /** Grows each time that the note is given. */
    choiceTurn,
    /** Grows each time that the reasons are to be given next. */
    reasonsTurn,
    acceptAll,
    chooseAll,
  }
}

const hasReasons = ({ reason_codes, note }: Choice): boolean => reason_codes.length > 0 || note !== ''

/** Gives open coverage types an outcome with the reasons that the rules found; those that have it keep what was given. */
const withOutcome = (
  choices: Choices,
  open: readonly Coverage[],
  outcome: Outcome,
  suggestions: readonly SuggestedDecision[],
): Choices =>
  Object.fromEntries(
    open.map((coverage) => {
      const kept = choices[coverage] ?? noChoice
      const suggestion = suggestions.find(({ coverage_type }) => coverage_type === coverage)
      return [coverage, kept.outcome === outcome && hasReasons(kept) ? kept : asFound(suggestion, outcome)]
    }),
  )
