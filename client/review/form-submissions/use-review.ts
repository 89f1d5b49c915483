import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import { decidedLabels, outcomes } from '#contract/review/decisions/choices.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { listDecisions } from '#contract/review/decisions/endpoints.ts'
import { getFormSubmission, listFormSubmissionIds } from '#contract/review/form-submissions/endpoints.ts'
import { useWriteNote } from '#client/records/notes/use-write-note.ts'
import { linesOf } from '#client/records/forms/decide/use-choices.ts'
import { useDecision } from '#client/records/forms/decide/use-decision.ts'
import { formatList } from '#client/platform/lib/format.ts'
import { askOptions, useAsk } from '#client/platform/lib/query.ts'
import { useUndoLatest } from '#client/platform/common/use-undo.ts'
import { useScreenKeys } from '#client/platform/ui/focus/screen-keys.ts'
import { formsQuery, type ReviewSearch, type Step } from './review-search.ts'
import { noteDecision, useSessionIds, type SessionDecision } from './session.ts'

export interface ReviewProps {
  form: FormSubmissionDetail
  search: ReviewSearch
  onStep: (step: Step) => void
  onForm: (id: number) => void
  /** Called when a session has no form after this one. */
  onEnd: () => void
  /** Called to see the student’s record. */
  onStudent: () => void
}

/** Keeps the state of a form’s review: the decision, where the form stands in the list, and the keys. */
export const useReview = ({ form, search, onStep, onForm, onEnd, onStudent }: ReviewProps) => {
  const neighbors = useNeighbors(form.period_id, form.id, search)
  const decision = useDecision(form, onStep)
  const { canDecide, canUse, suggestions, acceptAll, chooseAll, forget } = decision
  const undoLatest = useUndoLatest()
  const writeNote = useWriteNote()
  const { student_id: studentId } = form
  const goTo = (id: number | null) => (id === null ? undefined : () => onForm(id))
  useScreenKeys('Review', [
    {
      keys: ['a'],
      label: 'Decide as recommended',
      act: canDecide && suggestions ? acceptAll : undefined,
    },
    { keys: ['u'], label: 'Unable to process', act: canUse('utp') ? () => chooseAll('utp') : undefined },
    { keys: ['d'], label: 'Decline', act: canUse('decline') ? () => chooseAll('decline') : undefined },
    { keys: ['j'], label: 'Next form', act: goTo(neighbors.next) },
    { keys: ['k'], label: 'Previous form', act: goTo(neighbors.previous) },
    { keys: ['z'], label: 'Undo your last change', act: () => void undoLatest() },
    {
      keys: ['o'],
      label: 'See the student’s record',
      act: form.student_period_id === null ? undefined : onStudent,
    },
    {
      keys: ['n'],
      label: 'Write a note about the student',
      act: studentId === null ? undefined : () => writeNote(studentId, form.name ?? 'the student'),
    },
  ])
  const finish = (changeId: string | null) => {
    if (search.session) noteDecision({ ...decisionOf(decision, form), changeId })
    forget()
    if (neighbors.next !== null) onForm(neighbors.next)
    else if (search.session) onEnd()
    else onStep('decide')
  }
  return { ...neighbors, decision, finish }
}

/** What a session keeps of a decision: ‘Medical and dental approved’. */
const decisionOf = (
  { choices, open }: ReturnType<typeof useDecision>,
  form: FormSubmissionDetail,
): Omit<SessionDecision, 'changeId'> => {
  const lines = linesOf(choices, open)
  const text = outcomes.flatMap((outcome) => {
    const names = lines.filter((line) => line.outcome === outcome)
    if (names.length === 0) return []
    const listed = formatList(names.map(({ coverage_type }) => coverageLabels[coverage_type]))
    return `${decidedLabels[outcome]}: ${withinSentence(listed)}`
  })
  return { formId: form.id, name: form.name ?? 'A form', text: text.join('. ') }
}

/** The place of a form in the list it was opened from. */
interface Neighbors {
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
const useNeighbors = (periodId: number, formId: number, search: ReviewSearch): Neighbors => {
  const client = useQueryClient()
  const isSession = search.session ?? false
  const listed = useAsk(
    listFormSubmissionIds,
    { query: formsQuery(periodId, search) },
    { staleTime: Infinity, enabled: !isSession },
  )
  const session = useSessionIds(periodId, { isOn: isSession })
  const ids = (isSession ? session.ids : listed.data) ?? []
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
