import type { FormSubmissionDetail } from '#contract/form-submissions/review-shapes.ts'
import { formReads } from '#client/common/decide/form-reads.ts'
import { useDecision } from '#client/common/decide/use-decision.ts'
import { useReviewKeys } from '#client/common/decide/use-review-keys.ts'
import { useUndoChange } from '#client/common/use-undo.ts'
import type { ReviewSearch, Step } from './review-search.ts'
import { useNeighbors } from './use-neighbors.ts'

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

/** Keeps the state of a form’s review: the decision, where the form stands in the list, and the keys. */
export const useReview = ({ form, search, onStep, onForm }: ReviewProps) => {
  const neighbors = useNeighbors(form.period_id, form.id, search)
  const decision = useDecision(form, onStep)
  const { canDecide, canUse, suggestions, acceptAll, chooseAll, forget } = decision
  const undo = useUndoChange(formReads, 'record')
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
  return { ...neighbors, decision, finish }
}
