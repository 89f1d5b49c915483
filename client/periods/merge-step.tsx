import { useState } from 'react'
import { periodAbout, type PeriodAbout } from '#contract/periods/shapes.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { RadioGroup } from '#client/ui/radio-group.tsx'
import { useSaveAbout } from './about-form.tsx'
import {
  differences,
  merged,
  type AboutField,
  type AboutValues,
  type Difference,
  type Side,
} from './merge.ts'

interface Conflict {
  readonly mine: AboutValues
  readonly theirs: PeriodAbout
}

interface MergeStepProps extends Conflict {
  periodId: number
  base: AboutValues
  handle: DialogHandle
  /** It changed once more while this was being chosen. */
  onAgain: (conflict: Conflict) => void
}

type Sides = Readonly<Partial<Record<AboutField, Side>>>

/** Somebody saved the policy year meanwhile: both values side by side, to be chosen field by field. */
export const MergeStep = (props: MergeStepProps) => {
  const { base, mine, theirs, handle } = props
  const differing = differences(base, mine, theirs)
  const [chosen, setChosen] = useState<Sides>({})
  const sides: Sides = Object.fromEntries(
    differing.map(({ field, proposed }) => [field, chosen[field] ?? proposed]),
  )
  const { submit, problem, isSending } = useSaveChosen(props, sides)
  const isDone = differing.length === 0
  return (
    <Dialog
      {...handle.dialog}
      size="md"
      title="Somebody saved this policy year meanwhile"
      description={
        isDone
          ? 'What they saved is what you wanted. Nothing is left to do.'
          : 'Nothing of yours is lost. Choose what is to stand.'
      }
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>{isDone ? 'Close' : 'Leave it as they saved it'}</Button>
          {!isDone && (
            <Button variant="primary" busy={isSending} onClick={() => void submit()}>
              Save what I chose
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        {differing.map((one) => (
          <Choice
            key={one.field}
            difference={one}
            side={sides[one.field] ?? one.proposed}
            onChoose={(side) => setChosen((all) => ({ ...all, [one.field]: side }))}
          />
        ))}
      </div>
    </Dialog>
  )
}

/** Saves the chosen values over the version that they were compared with. */
const useSaveChosen = ({ periodId, mine, theirs, handle, onAgain }: MergeStepProps, sides: Sides) => {
  const [problem, setProblem] = useState<string | null>(null)
  const { save, isSending } = useSaveAbout(periodId)
  const submit = async () => {
    const { version, ...present } = theirs
    const values = merged(mine, present, sides)
    try {
      await save(values, version)
      handle.close()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const next = periodAbout.safeParse(error.data)
      if (error.kind === 'stale' && next.success) onAgain({ mine: values, theirs: next.data })
      else setProblem(Object.values(error.fieldErrors)[0] ?? error.message)
    }
  }
  return { submit, problem, isSending }
}

interface ChoiceProps {
  difference: Difference
  side: Side
  onChoose: (side: Side) => void
}

const Choice = ({ difference, side, onChoose }: ChoiceProps) => (
  <RadioGroup
    label={difference.label}
    value={side}
    onChange={onChoose}
    options={[
      { value: 'mine', label: difference.mine, hint: 'Yours' },
      { value: 'theirs', label: difference.theirs, hint: 'Saved meanwhile' },
    ]}
    className="border-b border-line pb-3 last:border-b-0 last:pb-0 [&>div]:grid [&>div]:grid-cols-2 [&>div]:gap-3"
  />
)
