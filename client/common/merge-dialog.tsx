import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#client/lib/api-error.ts'
import { formatInstant } from '#client/lib/format.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { Dialog, type DialogProps } from '#client/ui/overlays/dialog.tsx'
import { RadioGroup } from '#client/ui/controls/radio-group.tsx'
import { conflictWords } from './conflict-words.ts'
import { mergeEdits, type Conflict, type MergeFields, type Side, type Sides } from '#client/lib/merge.ts'
import { diffWords, type Piece } from '#client/lib/word-diff.ts'

/** Who saved a record last, and when. */
export interface SavedBy {
  readonly name: string
  readonly at: string
}

interface MergeDialogProps<V extends object> {
  dialog: Pick<DialogProps, 'open' | 'onClose'>
  /** 'this policy year', as in 'Someone else changed this policy year'. */
  what: string
  fields: MergeFields<V>
  /** What was read, what is wanted, and what someone else saved since. */
  base: V
  mine: V
  theirs: V
  /** Asks who saved it; absent where nothing says so. */
  readSavedBy?: (() => Promise<SavedBy | null>) | undefined
  /** Saves the merged values over the version that they were compared with. Failures are shown here. */
  onSave: (values: V) => Promise<void>
}

/** Someone else changed the same values: both side by side, to choose one of each. Everything else is merged. */
export const MergeDialog = <V extends object>(props: MergeDialogProps<V>) => {
  const { dialog, what, fields, base, mine, theirs, readSavedBy } = props
  const [sides, setSides] = useState<Sides>({})
  const { value, conflicts } = mergeEdits(base, mine, theirs, sides)
  const { submit, problem, isSending } = useSaveChosen(props, value)
  const savedBy = useSavedBy(readSavedBy)
  const isSame = conflicts.length === 0
  return (
    <Dialog
      {...dialog}
      size="md"
      title={`Someone else changed ${what}`}
      description={descriptionOf(savedBy, isSame)}
      footer={
        <>
          <Button onClick={dialog.onClose}>Keep editing</Button>
          <Button variant="primary" busy={isSending} onClick={() => void submit()}>
            {isSame ? 'Save' : 'Save choices'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.id}
            {...{ conflict, savedBy }}
            words={conflictWords(fields, conflict, { mine, theirs })}
            side={sides[conflict.id] ?? 'mine'}
            onChoose={(side) => setSides((all) => ({ ...all, [conflict.id]: side }))}
          />
        ))}
      </div>
    </Dialog>
  )
}

const descriptionOf = (savedBy: SavedBy | null, isSame: boolean): string => {
  const who = savedBy === null ? '' : `${savedBy.name} saved it on ${formatInstant(savedBy.at)}. `
  return isSame
    ? `${who}Their changes and yours go together.`
    : `${who}Your changes aren’t lost. Choose which values to keep; all other changes are merged.`
}

const useSavedBy = (read: MergeDialogProps<object>['readSavedBy']): SavedBy | null => {
  const [savedBy, setSavedBy] = useState<SavedBy | null>(null)
  const ask = useEffectEvent(async () => (await read?.()) ?? null)
  useEffect(() => {
    // who it was is a help, and the choice is offered without it
    ask().then(setSavedBy, () => undefined)
  }, [])
  return savedBy
}

const useSaveChosen = <V extends object>({ onSave }: MergeDialogProps<V>, value: V) => {
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const submit = async (): Promise<void> => {
    setSending(true)
    try {
      await onSave(value)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(Object.values(error.fieldErrors)[0] ?? error.message)
    } finally {
      setSending(false)
    }
  }
  return { submit, problem, isSending }
}

interface ChoiceProps {
  conflict: Conflict
  savedBy: SavedBy | null
  words: ReturnType<typeof conflictWords>
  side: Side
  onChoose: (side: Side) => void
}

const Choice = ({ words, savedBy, side, onChoose }: ChoiceProps) => {
  const [mine, theirs] = diffWords(words.mine, words.theirs)
  return (
    <RadioGroup
      label={words.label}
      value={side}
      onChange={onChoose}
      options={[
        { value: 'mine', label: <Pieces pieces={mine} />, hint: 'Your value' },
        {
          value: 'theirs',
          label: <Pieces pieces={theirs} />,
          hint: savedBy === null ? 'Their value' : `${savedBy.name}’s value`,
        },
      ]}
      className="border-b border-line pb-3 last:border-b-0 last:pb-0 [&>div]:grid [&>div]:grid-cols-2 [&>div]:gap-3"
    />
  )
}

/** A text with the words marked that the other one doesn’t have. */
const Pieces = ({ pieces }: { pieces: readonly Piece[] }) => (
  <span className="line-clamp-10 break-words whitespace-pre-line">
    {[...pieces.entries()].map(([index, { text, isOnly }]) =>
      isOnly ? (
        <mark key={index} className="rounded-[3px] bg-warning-soft text-warning-text">
          {text}
        </mark>
      ) : (
        text
      ),
    )}
  </span>
)
