import { useEffect, useRef } from 'react'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { Outcome } from '#contract/review/decisions/choices.ts'
import type { SuggestedDecision } from '#contract/review/decisions/outcome-shapes.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useScreenKeys } from '#client/platform/ui/focus/screen-keys.ts'
import { ButtonKey } from '#client/platform/ui/text/kbd.tsx'
import { OutcomeButtons } from './outcome-buttons.tsx'
import { ReasonFields } from './reason-fields.tsx'
import { missingIn, sharedChoice, type Choices } from './use-choices.ts'

export interface DecisionProps {
  form: FormSubmissionDetail
  /** The coverage types that can be decided now. */
  open: readonly Coverage[]
  suggestions: readonly SuggestedDecision[]
  choices: Choices
  onChoose: (choices: Choices) => void
  onAcceptAll: () => void
  onChooseAll: (outcome: Outcome) => void
  /** Called to see what the choices change. */
  onPreview: () => void
  /** Whether the keys of a review work. */
  hasKeys?: boolean | undefined
  /** Grows each time that the reasons are to be given next: they get the focus. */
  reasonsTurn: number
  /** Whether each coverage type is decided apart. */
  isApart: boolean
  onApart: () => void
}

/** Renders the decision about all open coverage with its reasons. Enter goes on to what it changes. */
export const Decision = (props: DecisionProps) => {
  const { open, choices, isApart, onPreview, hasKeys = false, reasonsTurn } = props
  const reasons = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (reasonsTurn > 0) focusFirst(reasons.current)
  }, [reasonsTurn])
  const { isChosen, missing } = stateOf(choices, open)
  const isReady = isChosen && missing === null
  const goOn = isReady ? onPreview : () => focusFirst(reasons.current)
  useScreenKeys('Review', [
    { keys: ['Enter'], label: 'Preview the decision', act: hasKeys && isChosen ? goOn : undefined },
  ])
  return (
    <>
      <OutcomeButtons {...props} chosen={sharedChoice(choices, open)?.outcome ?? null} />
      <div ref={reasons} className="flex scroll-mt-4 flex-col gap-3 empty:hidden">
        {!isApart && <SharedReasons {...props} />}
      </div>
      <PreviewBar {...props} {...{ isChosen, missing, isReady }} />
    </>
  )
}

type PreviewBarProps = DecisionProps & { isChosen: boolean; missing: string | null; isReady: boolean }

const PreviewBar = (props: PreviewBarProps) => {
  const { open, isApart, onApart, onPreview, hasKeys, isChosen, missing, isReady } = props
  return (
    <>
      {missing !== null && <p className="text-label text-warning-text">{missing}</p>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {isChosen && (
          <Button disabled={!isReady} onClick={onPreview}>
            Preview {hasKeys && <ButtonKey>↵</ButtonKey>}
          </Button>
        )}
        {open.length > 1 && !isApart && (
          <Button variant="ghost" onClick={onApart}>
            Decide each coverage
          </Button>
        )}
      </div>
    </>
  )
}

/** Whether anything is chosen, and what the choices lack, as a sentence. */
const stateOf = (choices: Choices, open: readonly Coverage[]) => {
  const chosen = open.flatMap((coverage) => choices[coverage] ?? []).filter(({ outcome }) => outcome !== null)
  return { isChosen: chosen.length > 0, missing: chosen.map(missingIn).find((one) => one !== null) ?? null }
}

/** Renders the reasons that all open coverage shares; nothing before an outcome is chosen. */
const SharedReasons = ({ open, choices, onChoose, hasKeys }: DecisionProps) => {
  const shared = sharedChoice(choices, open)
  if (!shared || shared.outcome === null) return null
  return (
    <ReasonFields
      outcome={shared.outcome}
      value={shared}
      hasKeys={hasKeys}
      onChange={(next) =>
        onChoose(Object.fromEntries(open.map((coverage) => [coverage, { ...shared, ...next }])))
      }
    />
  )
}

const focusFirst = (part: HTMLElement | null): void => {
  part?.querySelector<HTMLInputElement>('input[type=checkbox]')?.focus({ preventScroll: true })
  part?.scrollIntoView({ block: 'nearest' })
}
