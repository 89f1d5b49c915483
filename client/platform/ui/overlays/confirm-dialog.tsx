import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '../controls/button.tsx'
import { useModalChange } from './modal-stack.ts'
import { Field } from '../controls/field.tsx'
import { keepClear } from './keep-clear.ts'
import { TextInput } from '../controls/text-input.tsx'

export interface ConfirmOptions {
  /** The question, with a count: 'Remove 312 students from 2026–27?' */
  title: string
  /** The consequence. */
  message?: ReactNode
  /** The button's verb: 'Remove 312 students'. */
  acceptLabel?: string
  cancelLabel?: string
  /** Destructive: a red button, and the focus starts on Cancel. */
  danger?: boolean
  /** Text or number to type before the button is enabled, for deletes of many. */
  mustType?: string
}

/** An open confirmation. */
export interface PendingConfirm extends ConfirmOptions {
  readonly settle: (accepted: boolean) => void
}

/** Renders the dialog of `useConfirm`; its code loads with the first question. Cancel is to the left of the action. */
export const ConfirmDialog = ({ pending, open }: { pending: PendingConfirm; open: boolean }) => {
  const cancel = useRef<HTMLButtonElement>(null)
  const accept = useRef<HTMLButtonElement>(null)
  const onOpenChange = useModalChange(open, () => pending.settle(false))
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender data-layer="modal" className="scrim fixed inset-0 bg-scrim" />
        <AlertDialog.Viewport
          data-layer="modal"
          className="fixed inset-0 flex items-end justify-center p-3 sm:items-start sm:pt-[18dvh]"
        >
          <AlertDialog.Popup
            ref={keepClear}
            initialFocus={pending.danger ? cancel : accept}
            className="rise max-h-full w-full max-w-md overflow-y-auto rounded-dialog bg-raised p-5 shadow-modal outline-none"
          >
            <AlertDialog.Title className="text-dialog font-semibold tracking-[-0.011em] text-balance">
              {pending.title}
            </AlertDialog.Title>
            {pending.message && (
              <AlertDialog.Description render={<div />} className="mt-1.5 text-ink-2">
                {pending.message}
              </AlertDialog.Description>
            )}
            <Answers key={pending.title} pending={pending} cancel={cancel} accept={accept} />
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

interface AnswersProps {
  pending: PendingConfirm
  cancel: RefObject<HTMLButtonElement | null>
  accept: RefObject<HTMLButtonElement | null>
}

const Answers = ({ pending, cancel, accept }: AnswersProps) => {
  const { mustType, danger, acceptLabel = 'Continue', cancelLabel = 'Cancel', settle } = pending
  const [typed, setTyped] = useState('')
  const bare = (text: string) => text.replaceAll(/[\s,]/g, '').toLowerCase()
  const ready = mustType === undefined || bare(typed) === bare(mustType)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) settle(true)
      }}
    >
      {mustType !== undefined && (
        <Field label={`Type ${mustType} to continue`} className="mt-4">
          <TextInput value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
        </Field>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button ref={cancel} onClick={() => settle(false)}>
          {cancelLabel}
        </Button>
        <Button ref={accept} type="submit" variant={danger ? 'danger' : 'primary'} disabled={!ready}>
          {acceptLabel}
        </Button>
      </div>
    </form>
  )
}
