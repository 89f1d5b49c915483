import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { cx } from '../styles/cx.ts'
import { keepClear } from './keep-clear.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Modal } from './modal.tsx'

export interface DialogProps {
  open: boolean
  /** Called on Escape, the close button. */
  onClose: () => void
  /** Called after the closing animation. */
  onClosed?: () => void
  title: ReactNode
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'full'
  /** Buttons; the main one last. */
  footer?: ReactNode
  initialFocus?: RefObject<HTMLElement | null>
  children?: ReactNode
}

const widths = {
  sm: 'sm:max-w-md',
  md: 'sm:max-w-xl',
  lg: 'sm:max-w-3xl',
  full: 'h-dvh sm:max-w-7xl',
} as const

/** Renders a modal dialog: it takes, keeps and returns the focus; the page behind doesn't scroll. */
export const Dialog = (props: DialogProps) => {
  const { open, onClose, onClosed, initialFocus } = props
  return (
    <Modal
      open={open}
      onClose={onClose}
      onOpenChangeComplete={(next) => next || onClosed?.()}
      disablePointerDismissal
    >
      <Base.Viewport
        data-layer="modal"
        className="fixed inset-0 flex items-end justify-center overflow-hidden sm:items-start sm:px-6 sm:pt-[12dvh] sm:pb-6 has-data-[size=full]:sm:pt-6"
      >
        <DialogPopup {...props} initialFocus={initialFocus} />
      </Base.Viewport>
    </Modal>
  )
}

type PopupProps = Pick<DialogProps, 'title' | 'description' | 'size' | 'footer' | 'children'> & {
  initialFocus: RefObject<HTMLElement | null> | undefined
}

/** The first field, otherwise the footer's last button, otherwise Base UI's default: the close button. */
const firstControl = (popup: HTMLElement | null): HTMLElement | true =>
  firstField(popup) ?? popup?.querySelector<HTMLElement>('footer button:last-of-type:not([disabled])') ?? true

const fields = ':is(input, select, textarea, [contenteditable=true], button[aria-haspopup]):not([disabled])'

/** In a radio group, the selected option; arrow keys reach the others. */
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
      data-size={size}
      initialFocus={initialFocus ?? (() => firstControl(popup.current))}
      className={cx(
        'rise flex max-h-[92dvh] w-full flex-col rounded-t-dialog bg-raised shadow-modal outline-none sm:max-h-[80dvh] sm:rounded-dialog data-[size=full]:sm:max-h-[calc(100dvh-3rem)]',
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
