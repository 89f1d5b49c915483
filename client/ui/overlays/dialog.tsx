import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { cx } from '../cx.ts'
import { focusContent } from '../focus-content.ts'
import { keepClear } from './keep-clear.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { useModalChange } from './modal-stack.ts'

export interface DialogProps {
  open: boolean
  /** Escape, the cross, or a press on the mask where `maskCloses`. */
  onClose: () => void
  /** After the leaving animation. */
  onClosed?: () => void
  title: ReactNode
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** Buttons; the main one last. */
  footer?: ReactNode
  /** A press beside the dialog closes it; off, so that nothing typed is lost by a slip. */
  maskCloses?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  children?: ReactNode
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' } as const

/** A modal dialog: focus goes in, stays in, and returns; the page behind does not scroll. */
export const Dialog = (props: DialogProps) => {
  const { open, onClose, onClosed, maskCloses = false, initialFocus } = props
  const onOpenChange = useModalChange(open, onClose)
  return (
    <Base.Root
      open={open}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(next) => {
        if (next) return
        onClosed?.()
        // once it is gone: what opened it may have gone with its screen
        window.requestAnimationFrame(focusContent)
      }}
      disablePointerDismissal={!maskCloses}
    >
      <Base.Portal>
        <Base.Backdrop forceRender data-layer="modal" className="scrim fixed inset-0 bg-scrim" />
        <Base.Viewport
          data-layer="modal"
          className="fixed inset-0 flex items-end justify-center overflow-hidden sm:items-start sm:px-6 sm:pt-[12dvh] sm:pb-6"
        >
          <DialogPopup {...props} initialFocus={initialFocus} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

type PopupProps = Pick<DialogProps, 'title' | 'description' | 'size' | 'footer' | 'children'> & {
  initialFocus: RefObject<HTMLElement | null> | undefined
}

/** The first field, else the last button of the footer, else Base UI's choice: the cross. */
const firstControl = (popup: HTMLElement | null): HTMLElement | true =>
  firstField(popup) ?? popup?.querySelector<HTMLElement>('footer button:last-of-type:not([disabled])') ?? true

const fields = ':is(input, select, textarea, [contenteditable=true], button[aria-haspopup]):not([disabled])'

/** Of choices that exclude each other the one that is made: the keyboard's way to the others. */
const firstField = (popup: HTMLElement | null): HTMLElement | null | undefined => {
  const field = popup?.querySelector<HTMLElement>(`[data-dialog-body] ${fields}`)
  const chosen = field
    ?.closest('fieldset, [role=radiogroup]')
    ?.querySelector<HTMLElement>('[type=radio]:checked')
  return chosen ?? field
}

const DialogPopup = ({ title, description, size = 'sm', footer, initialFocus, children }: PopupProps) => {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Popup
      ref={popup}
      initialFocus={initialFocus ?? (() => firstControl(popup.current))}
      className={cx(
        'rise flex max-h-[92dvh] w-full flex-col rounded-t-dialog bg-raised shadow-modal outline-none sm:max-h-[80dvh] sm:rounded-dialog',
        widths[size],
      )}
    >
      <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-1">
        <div className="min-w-0">
          <Base.Title className="text-dialog font-semibold tracking-[-0.011em]">{title}</Base.Title>
          {description && <Base.Description className="mt-0.5 text-ink-2">{description}</Base.Description>}
        </div>
        <Base.Close render={<IconButton icon={X} label="Close" className="-mr-1.5" />} />
      </header>
      <div data-dialog-body className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-3 pb-5">
        {children}
      </div>
      {footer && (
        <footer
          ref={keepClear}
          className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
        >
          {footer}
        </footer>
      )}
    </Base.Popup>
  )
}
