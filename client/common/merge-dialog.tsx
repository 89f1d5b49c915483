import { useState } from 'react'
import { ApiError } from '#client/lib/api-error.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, type DialogProps } from '#client/ui/dialog.tsx'
import { RadioGroup } from '#client/ui/radio-group.tsx'
import { differences, merged, type Difference, type MergeFields, type Side, type Sides } from './merge.ts'

interface MergeDialogProps<V extends object> {
  dialog: Pick<DialogProps, 'open' | 'onClose'>
  /** 'this policy year', as in 'Somebody saved this policy year meanwhile'. */
  what: string
  fields: MergeFields<V>
  /** What was read, what is wanted, and what somebody saved since. */
  base: V
  mine: V
  theirs: V
  /** Saves the chosen values over the version that they were compared with. Failures are shown here. */
  onSave: (values: V) => Promise<void>
}

/** Somebody saved the record meanwhile: both values side by side, to be chosen field by field. */
export const MergeDialog = <V extends object>(props: MergeDialogProps<V>) => {
  const { dialog, what, fields, base, mine, theirs } = props
  const differing = differences(fields, base, mine, theirs)
  const [chosen, setChosen] = useState<Sides>({})
  const sideOf = (one: Difference<V>): Side => chosen[one.field] ?? one.proposed
  const sides = Object.fromEntries(differing.map((one) => [one.field, sideOf(one)]))
  const { submit, problem, isSending } = useSaveChosen(props, sides)
  const isDone = differing.length === 0
  return (
    <Dialog
      {...dialog}
      size="md"
      title={`Somebody saved ${what} meanwhile`}
      description={
        isDone
          ? 'What they saved is what you wanted. Nothing is left to do.'
          : 'Nothing of yours is lost. Choose what is to stand.'
      }
      footer={
        <>
          <Button onClick={dialog.onClose}>{isDone ? 'Close' : 'Leave it as they saved it'}</Button>
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
            side={sideOf(one)}
            onChoose={(side) => setChosen((all) => ({ ...all, [one.field]: side }))}
          />
        ))}
      </div>
    </Dialog>
  )
}

const useSaveChosen = <V extends object>({ mine, theirs, onSave }: MergeDialogProps<V>, sides: Sides) => {
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const submit = async (): Promise<void> => {
    setSending(true)
    try {
      await onSave(merged(mine, theirs, sides))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(Object.values(error.fieldErrors)[0] ?? error.message)
    } finally {
      setSending(false)
    }
  }
  return { submit, problem, isSending }
}

interface ChoiceProps<V> {
  difference: Difference<V>
  side: Side
  onChoose: (side: Side) => void
}

const Choice = <V extends object>({ difference, side, onChoose }: ChoiceProps<V>) => (
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
