import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../styles/cx.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Modal } from './modal.tsx'

interface SheetProps {
  open: boolean
  onClose: () => void
  /** Called after the closing animation. */
  onClosed?: () => void
  /** The title of the panel; shown unless `hideTitle`. */
  title: ReactNode
  hideTitle?: boolean
  side?: 'left' | 'right'
  /** Whether a panel from the right has room for a form. */
  isWide?: boolean
  className?: string
  children: ReactNode
}

const places = {
  left: 'inset-y-0 left-0 w-72 max-w-[85vw] sm:rounded-r-dialog',
  right:
    'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-dialog md:inset-y-2 md:right-2 md:left-auto md:max-h-none md:rounded-dialog',
} as const

/** Renders a side panel; from the right, it's a bottom sheet on a phone. A press outside closes it. */
export const Sheet = (props: SheetProps) => {
  const { open, onClose, onClosed, title, hideTitle = false, isWide = false } = props
  const { side = 'right', className, children } = props
  return (
    <Modal open={open} onClose={onClose} onOpenChangeComplete={(next) => next || onClosed?.()}>
      <Base.Popup
        data-layer="modal"
        data-side={side}
        className={cx(
          'slide fixed flex flex-col bg-raised shadow-modal outline-none',
          places[side],
          side === 'right' && (isWide ? 'md:w-[40rem]' : 'md:w-[26rem]'),
          className,
        )}
      >
        <header className={hideTitle ? 'sr-only' : 'flex items-center justify-between gap-4 px-5 pt-4 pb-2'}>
          <Base.Title className="text-dialog font-semibold tracking-[-0.011em]">{title}</Base.Title>
          <Base.Close render={<IconButton icon={X} label="Close" className="-mr-1.5" />} />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-24">{children}</div>
      </Base.Popup>
    </Modal>
  )
}
