import type { ReactNode, RefObject } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, type DialogProps } from '#client/ui/dialog.tsx'
import { MovePreview } from './move-preview.tsx'
import type { Move, Moved } from './use-move.ts'

interface MoveDialogProps {
  dialog: Pick<DialogProps, 'open' | 'onClose' | 'onClosed'>
  title: string
  description: string
  /** What the button says: 'Merge into Aetna'. */
  verb: string
  move: Move
  isChosen: boolean
  /** Told once it is made. */
  onMoved: (moved: Moved) => void
  /** Where the focus goes in: the company that is to be chosen. */
  target: RefObject<HTMLInputElement | null>
  children: ReactNode
}

/** A merge or an assignment put together, previewed and made: what both dialogs have in common. */
export const MoveDialog = (props: MoveDialogProps) => {
  const { dialog, title, description, verb, move, isChosen, onMoved, target, children } = props
  const { preview, error, isApplying, apply } = move
  const submit = async () => {
    const moved = await apply()
    if (moved) onMoved(moved)
  }
  return (
    <Dialog
      {...dialog}
      size="md"
      title={title}
      description={description}
      initialFocus={target}
      footer={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isApplying}
            disabled={preview === null}
            onClick={() => void submit()}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {error && <Banner tone="danger">{error.message}</Banner>}
        {isChosen && !preview && !error && <p className="text-ink-3">Counting …</p>}
        {preview && <MovePreview move={preview} />}
      </div>
    </Dialog>
  )
}
