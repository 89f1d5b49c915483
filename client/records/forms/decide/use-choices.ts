import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { outcomes, type Outcome } from '#contract/review/decisions/choices.ts'
import type { NewDecisions, SuggestedDecision } from '#contract/review/decisions/outcome-shapes.ts'
import { reasonsFor, reasonsFound, suggestedLine } from '#contract/review/decisions/reasons.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { useDraftStore } from '#client/platform/ui/form/draft-store.tsx'
import { createDraftKeeper } from '#client/platform/ui/form/draft.ts'

/** What staff have chosen for a coverage type so far. */
const choice = z.object({
  outcome: z.nullable(z.enum(outcomes)),
  reason_codes: z.array(z.string()),
  note: z.string(),
})
export type Choice = z.output<typeof choice>
export type Choices = Readonly<Partial<Record<Coverage, Choice>>>

export const noChoice: Choice = { outcome: null, reason_codes: [], note: '' }

const stored = z.partialRecord(z.enum(coverages), choice)

const parseDraft = (content: string | null): Choices => {
  try {
    const { data } = z.safeParse(stored, JSON.parse(content ?? '{}'))
    return data ?? {}
  } catch {
    return {}
  }
}

/** The choices by user and form, for the lifetime of the page. */
const known = new Map<string, Choices>()

/**
 * Keeps what staff chose for a form until it’s applied: between the steps, on other forms, and as a draft on the server,
 * so that a reload or a sign-out loses nothing.
 */
export const useChoices = (formId: number) => {
  const key = `${useUser().id} ${formId}`
  const store = useDraftStore(true)
  const [keeper] = useState(() => store && createDraftKeeper(store, `review:${formId}`))
  const [choices, setChoices] = useState<Choices>(() => known.get(key) ?? {})
  useEffect(() => {
    if (!keeper || known.has(key)) return
    void keeper
      .read()
      .then((content) => {
        // what was chosen while the draft loaded counts more
        if (!known.has(key)) setChoices(parseDraft(content))
      })
      // without its draft the review still works
      .catch(() => undefined)
  }, [keeper, key])
  useEffect(() => {
    const leave = () => void keeper?.flush(true)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      void keeper?.flush()
    }
  }, [keeper])
  const choose = useCallback(
    (next: Choices) => {
      known.set(key, next)
      setChoices(next)
      keeper?.change(JSON.stringify(next))
    },
    [key, keeper],
  )
  const forget = useCallback(() => {
    known.delete(key)
    setChoices({})
    void keeper?.discard()
  }, [key, keeper])
  return { choices, choose, forget }
}

type DecidableForm = Pick<FormSubmissionDetail, 'form_type' | 'appeal' | 'plan_change_coverages'>

/** Returns the decisions that a coverage type of a form can have. An appeal is approved or declined, a plan change approved. */
export const outcomesFor = (
  { form_type, appeal, plan_change_coverages }: DecidableForm,
  coverage: Coverage,
): readonly Outcome[] => {
  if (plan_change_coverages.includes(coverage)) return ['approve']
  if (form_type === 'enroll') return ['approve', 'utp']
  return appeal?.open_coverages.includes(coverage) ? ['approve', 'decline'] : outcomes
}

/** Returns those of the coverage types of a form that can have a decision. */
export const havingOutcome = (form: DecidableForm, open: readonly Coverage[], outcome: Outcome): Coverage[] =>
  open.filter((coverage) => outcomesFor(form, coverage).includes(outcome))

/**
 * Returns the choices that follow the suggestions; a coverage type that needs judgment, or can’t have what is suggested,
 * has no outcome.
 */
export const asSuggested = (
  form: DecidableForm,
  open: readonly Coverage[],
  suggestions: readonly SuggestedDecision[],
): Choices =>
  Object.fromEntries(
    suggestions
      .filter((one) => open.includes(one.coverage_type))
      .map((one) => {
        const line = suggestedLine(one)
        const chosen =
          line && outcomesFor(form, one.coverage_type).includes(line.outcome)
            ? { outcome: line.outcome, reason_codes: [...line.reason_codes], note: line.note ?? '' }
            : noChoice
        return [one.coverage_type, chosen]
      }),
  )

/** Returns the choice of an outcome with the reasons that the rules found for it. */
export const asFound = (suggestion: SuggestedDecision | undefined, outcome: Outcome): Choice => {
  if (!suggestion) return { ...noChoice, outcome }
  const line = suggestedLine(suggestion)
  const { reason_codes, note } = line?.outcome === outcome ? line : reasonsFound(suggestion.rules, outcome)
  return { outcome, reason_codes: [...reason_codes], note: note ?? '' }
}

/** Returns the choice that all of the coverage types have; null if they differ. */
export const sharedChoice = (choices: Choices, open: readonly Coverage[]): Choice | null => {
  const [first = noChoice, ...others] = open.map((coverage) => choices[coverage] ?? noChoice)
  const text = JSON.stringify(first)
  return others.every((one) => JSON.stringify(one) === text) ? first : null
}

/** Returns why a choice can’t be applied yet, as a sentence; null if it can. */
export const missingIn = ({ outcome, reason_codes, note }: Choice): string | null => {
  if (outcome === null) return 'Choose a decision.'
  if (outcome === 'approve') return null
  if (reason_codes.length === 0) return 'Choose at least one reason.'
  return reason_codes.includes('other') && note.trim() === ''
    ? 'Enter the reason. The student sees it.'
    : null
}

/** Returns the lines to send for the open coverage types that have a decision. */
export const linesOf = (choices: Choices, open: readonly Coverage[]): NewDecisions['lines'] =>
  open.flatMap((coverage_type) => {
    const { outcome, reason_codes, note } = choices[coverage_type] ?? noChoice
    if (outcome === null) return []
    const codes = reason_codes.filter((code) => Object.hasOwn(reasonsFor[outcome], code))
    return [{ coverage_type, outcome, reason_codes: codes, note: note.trim() === '' ? null : note.trim() }]
  })
