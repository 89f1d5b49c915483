import type { ReactNode } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'
import { Preview } from './preview.tsx'
import { recordWords, type ChangeWords } from './change-words.ts'
import type { Applied, BulkChange } from './use-bulk-change.ts'

interface BulkDialogFrameProps {
  title: string
  description: string
  /** What the button says while nothing would change. */
  verb: string
  /** Said until something is chosen. */
  hint: string
  change: BulkChange
  isChosen: boolean
  /** How the change is spoken of; of records that change unless said. */
  words?: ChangeWords
  /** Something is still missing beside the preview. */
  isHeld?: boolean
  handle: DialogHandle<Applied>
  /** Below the preview: what it gives rise to. */
  afterPreview?: ReactNode
  children: ReactNode
}

/** A bulk change put together, previewed and applied: what all of these dialogs have in common. */
export const BulkDialogFrame = (props: BulkDialogFrameProps) => {
  const { title, description, hint, change, isChosen, words = recordWords, handle, children } = props
  return (
    <Dialog
      {...handle.dialog}
      title={title}
      description={description}
      size="md"
      footer={<Footer {...props} words={words} />}
    >
      <div className="flex flex-col gap-4">
        {children}
        {change.error && <Banner tone="danger">{change.error.message}</Banner>}
        {!isChosen && <p className="text-ink-3">{hint}</p>}
        {isChosen && !change.preview && !change.error && <p className="text-ink-3">Counting …</p>}
        {change.preview && <Preview result={change.preview} outcome={words.outcome} />}
        {props.afterPreview}
      </div>
    </Dialog>
  )
}

const Footer = ({
  verb,
  change,
  words,
  isHeld = false,
  handle,
}: BulkDialogFrameProps & { words: ChangeWords }) => {
  const changed = change.preview?.changed ?? 0
  const submit = async () => {
    const applied = await change.apply()
    if (applied) handle.close(applied)
  }
  return (
    <>
      <Button onClick={handle.dialog.onClose}>Cancel</Button>
      <Button
        variant={words.isDanger ? 'danger' : 'primary'}
        busy={change.isApplying}
        disabled={changed === 0 || isHeld}
        onClick={() => void submit()}
      >
        {changed === 0 ? verb : words.act(changed, change.preview?.overrides?.total ?? 0)}
      </Button>
    </>
  )
}

interface NativeChoiceProps<V extends string> {
  label: string
  values: readonly V[]
  words: (value: V) => string
  value: V | undefined
  onChange: (value: V | undefined) => void
  className: string
}

/** A choice that may be left alone; the browser's own select, so that it works the same on a phone. */
export const NativeChoice = <V extends string>(props: NativeChoiceProps<V>) => (
  <label className="flex min-w-0 flex-col">
    <span className="mb-1 text-label font-medium text-ink-2">{props.label}</span>
    <select
      value={props.value ?? ''}
      className={props.className}
      onChange={(event) => props.onChange(props.values.find((one) => one === event.target.value))}
    >
      <option value="">Leave as it is</option>
      {props.values.map((one) => (
        <option key={one} value={one}>
          {props.words(one)}
        </option>
      ))}
    </select>
  </label>
)
