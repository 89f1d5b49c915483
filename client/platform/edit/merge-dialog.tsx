import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { formatInstant } from '#client/platform/lib/format.ts'
import {
  mergeEdits,
  type Conflict,
  type MergeFields,
  type Side,
  type Sides,
} from '#client/platform/lib/merge.ts'
import { diffWords, nearDifferences } from '#client/platform/lib/word-diff.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { RadioGroup } from '#client/platform/ui/controls/radio-group.tsx'
import { Dialog, type DialogProps } from '#client/platform/ui/overlays/dialog.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { pathInWords, valueInWords } from '#client/platform/history/document-text.ts'
import { WordPieces } from './word-pieces.tsx'

/** Who saved a record last, and when. */
export interface SavedBy {
  readonly id: number
  readonly name: string
  readonly at: string
}

interface MergeDialogProps<V extends object> {
  dialog: Pick<DialogProps, 'open' | 'onClose'>
  /** 'this policy year', as in 'Someone else changed this policy year'. */
  what: string
  fields: MergeFields<V>
  /** The original record, the user's version, and the version someone else saved since. */
  base: V
  mine: V
  theirs: V
  /** Loads who saved it; absent if unknown. */
  readSavedBy?: (() => Promise<SavedBy | null>) | undefined
  /** Saves the merged values over the compared version. Failures are shown in the dialog. */
  onSave: (values: V) => Promise<void>
}

/** Renders the values that two people changed side by side, to choose one of each. Everything else is merged. */
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
            savedBy={savedBy}
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
  const who = savedBy === null ? '' : `${savedBy.name} saved it on ${formatInstant(savedBy.at)} `
  return isSame
    ? `${who}Your changes don’t conflict with theirs. Save to keep both.`
    : `${who}Your changes aren’t lost. Choose which values to keep. All other changes are merged.`
}

/** Loads who saved a record last; null until then, and if that’s unknown. */
export const useSavedBy = (read: MergeDialogProps<object>['readSavedBy']): SavedBy | null => {
  const [savedBy, setSavedBy] = useState<SavedBy | null>(null)
  const ask = useEffectEvent(async () => (await read?.()) ?? null)
  useEffect(() => {
    // the name is optional; the choice works without it
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
      setProblem(error.message)
    } finally {
      setSending(false)
    }
  }
  return { submit, problem, isSending }
}

interface ChoiceProps {
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
        { value: 'mine', label: <WordPieces pieces={nearDifferences(mine)} />, hint: 'Your value' },
        {
          value: 'theirs',
          label: <WordPieces pieces={nearDifferences(theirs)} />,
          hint: savedBy === null ? 'Their value' : `${savedBy.name}’s value`,
        },
      ]}
      className="border-b border-line pb-3 last:border-b-0 last:pb-0 [&>div]:grid [&>div]:grid-cols-2 [&>div]:gap-3"
    />
  )
}

interface ConflictWords {
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

/** Returns a merge conflict as text: in the field's own words, and inside it the path to the value. */
const conflictWords = <V extends object>(
  fields: MergeFields<V>,
  { path, mine, theirs }: Conflict,
  records: { readonly mine: V; readonly theirs: V },
): ConflictWords => {
  const [name = ''] = path.split(/[.[]/)
  const field = Object.entries<MergeFields<V>[keyof V & string]>(fields).find(([one]) => one === name)?.[1]
  if (!field) return { label: pathInWords(path), mine: inWords(mine), theirs: inWords(theirs) }
  if (path === name)
    return { label: field.label, mine: field.words(records.mine), theirs: field.words(records.theirs) }
  const words = field.innerWords ?? valueInWords
  return {
    label: `${field.label} › ${pathInWords(path.slice(name.length))}`,
    mine: mine === undefined ? removed : words(mine),
    theirs: theirs === undefined ? removed : words(theirs),
  }
}

const removed = 'Removed'
const inWords = (value: unknown): string => (value === undefined ? removed : valueInWords(value))
