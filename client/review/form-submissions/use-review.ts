import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import { decidedLabels, outcomes } from '#contract/review/decisions/choices.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { listDecisions } from '#contract/review/decisions/endpoints.ts'
import {
  countQueues,
  getFormSubmission,
  listFormSubmissionIds,
} from '#contract/review/form-submissions/endpoints.ts'
import { useWriteNote } from '#client/records/notes/use-write-note.ts'
import { linesOf } from '#client/records/forms/decide/use-choices.ts'
import { openIn, useDecision } from '#client/records/forms/decide/use-decision.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useFormsChanged } from '#client/platform/common/live-rows.ts'
import { formatList } from '#client/platform/lib/format.ts'
import { askOptions, keyOf, refreshAll, useAsk } from '#client/platform/lib/query.ts'
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
  /** How many forms of a session still need a review; null outside of one. */
  readonly left: number | null
}

/**
 * Returns the forms before and after a form, in the order of the list it was opened from. The order stays as it was when
 * the review began, so that decided forms don’t shift it. A session passes over forms that colleagues decided or are
 * reviewing. The next form is already loaded.
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
  const following = ids.slice(index + 1)
  const free = useFirstFree(periodId, following, isSession)
  const next = (isSession ? free.first : following[0]) ?? null
  const left = useLeft(periodId, isSession)
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
    left: left === null ? null : Math.min(left, ids.length),
  }
}

/**
 * Returns the first of the forms that the user can decide and that no one else is reviewing; undefined if there is none.
 * Until it’s loaded, which is `isKnown`, it’s the first that may be one.
 */
export const useFirstFree = (periodId: number, ids: readonly number[], isOn = true) => {
  const client = useQueryClient()
  const me = useUser().id
  const [taken, setTaken] = useState<readonly number[]>([])
  const first = ids.find((id) => !taken.includes(id))
  const ask = { params: { id: first ?? 0 } }
  const { data: form, error } = useAsk(getFormSubmission, ask, { enabled: isOn && first !== undefined })
  useFormsChanged(periodId, (change) => {
    if (first !== undefined && change.ids.includes(first))
      void client.invalidateQueries({ queryKey: keyOf(getFormSubmission, ask) })
  })
  if (form !== undefined && form.id === first && !isFree(form, me)) setTaken([...taken, first])
  return { first, isKnown: first === undefined || form?.id === first || error !== null }
}

const isFree = (form: FormSubmissionDetail, me: number): boolean =>
  openIn(form).length > 0 && (form.claimed_by === null || form.claimed_by.id === me)

/** Returns how many forms need a review, as others decide them too; null while that loads, or if it isn’t asked. */
const useLeft = (periodId: number, isOn: boolean): number | null => {
  const client = useQueryClient()
  const counts = useAsk(countQueues, { query: { period_id: String(periodId) } }, { enabled: isOn })
  useFormsChanged(periodId, () => {
    if (isOn) refreshAll(client, [countQueues])
  })
  return (isOn ? counts.data?.to_review : undefined) ?? null
}
