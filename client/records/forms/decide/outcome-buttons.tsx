import { CircleCheck } from 'lucide-react'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { outcomeLabels, outcomes, type Outcome } from '#contract/review/decisions/choices.ts'
import type { SuggestedDecision } from '#contract/review/decisions/outcome-shapes.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { keepClear } from '#client/platform/ui/overlays/keep-clear.ts'
import { Button, type ButtonProps } from '#client/platform/ui/controls/button.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { ButtonKey } from '#client/platform/ui/text/kbd.tsx'
import { asSuggested, havingOutcome } from './use-choices.ts'

interface OutcomeButtonsProps {
  form: FormSubmissionDetail
  /** The coverage types that can be decided now. */
  open: readonly Coverage[]
  suggestions: readonly SuggestedDecision[]
  /** The outcome that all of them have now. */
  chosen: Outcome | null
  onAcceptAll: () => void
  onChooseAll: (outcome: Outcome) => void
  /** Whether the letters A, U and D do the same as the buttons. */
  hasKeys?: boolean | undefined
}

/**
 * Renders the decision about all open coverage. The outcome that the rules recommend comes with their reasons; it has
 * the letter A.
 */
export const OutcomeButtons = (props: OutcomeButtonsProps) => {
  const { form, open, suggestions, chosen, onAcceptAll, onChooseAll, hasKeys = false } = props
  const recommended = recommendedFor(form, open, suggestions)
  return (
    <fieldset
      ref={hasKeys ? keepClear : undefined}
      aria-label="Decision"
      className={cx('flex flex-wrap items-center gap-2', hasKeys && inReach)}
    >
      {recommended === 'mixed' && (
        <Button onClick={onAcceptAll}>As recommended {hasKeys && <ButtonKey>A</ButtonKey>}</Button>
      )}
      {outcomes
        .filter((outcome) => havingOutcome(form, open, outcome).length > 0)
        .map((outcome) => (
          <OutcomeButton
            key={outcome}
            outcome={outcome}
            isRecommended={outcome === recommended}
            isChosen={outcome === chosen}
            hasKeys={hasKeys}
            onPress={() => (outcome === recommended ? onAcceptAll() : onChooseAll(outcome))}
          />
        ))}
    </fieldset>
  )
}

/** On a narrow screen the buttons stay at its bottom. */
const inReach =
  'print:hidden max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:order-last max-lg:mt-20 max-lg:-mx-4 max-lg:-mb-message-room max-lg:border-t max-lg:border-line max-lg:bg-sheet max-lg:px-4 max-lg:py-2.5'

/** An approval against the rules has no letter: it’s never one slip away. */
const letters: Readonly<Record<Outcome, string | null>> = { approve: null, utp: 'U', decline: 'D' }

interface OutcomeButtonProps {
  outcome: Outcome
  isRecommended: boolean
  isChosen: boolean
  hasKeys: boolean
  onPress: () => void
}

const OutcomeButton = ({ outcome, isRecommended, isChosen, hasKeys, onPress }: OutcomeButtonProps) => {
  const letter = isRecommended ? 'A' : letters[outcome]
  return (
    <Button {...lookOf(outcome, isRecommended, isChosen)} aria-pressed={isChosen} onClick={onPress}>
      {outcomeLabels[outcome]}
      {isRecommended && <span className="sr-only">, recommended</span>}
      {letter !== null && hasKeys && <ButtonKey>{letter}</ButtonKey>}
    </Button>
  )
}

/** Green is for approvals only. */
const lookOf = (outcome: Outcome, isRecommended: boolean, isChosen: boolean): Partial<ButtonProps> => {
  if (isRecommended && outcome === 'approve') return { variant: 'primary', icon: CircleCheck }
  if (isChosen) return { className: 'bg-pressed! shadow-[0_0_0_1.5px_var(--ink-2)]!' }
  return isRecommended ? { className: 'shadow-[0_0_0_1.5px_var(--ink-3)]!' } : {}
}

/** Returns the outcome that the rules recommend for all of the coverage; null if any needs judgment. */
const recommendedFor = (
  form: FormSubmissionDetail,
  open: readonly Coverage[],
  suggestions: readonly SuggestedDecision[],
): Outcome | 'mixed' | null => {
  const choices = asSuggested(form, open, suggestions)
  const found = new Set(open.map((coverage) => choices[coverage]?.outcome ?? null))
  const [first = null] = found
  if (found.has(null)) return null
  return found.size === 1 ? first : 'mixed'
}
