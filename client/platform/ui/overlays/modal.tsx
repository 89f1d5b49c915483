import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useModalChange } from './modal-stack.ts'

interface ModalProps extends Pick<Base.Root.Props, 'onOpenChangeComplete' | 'disablePointerDismissal'> {
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** Renders a modal layer above everything that is open: the backdrop and its content. */
export const Modal = ({ open, onClose, children, ...root }: ModalProps) => (
  <Base.Root open={open} onOpenChange={useModalChange(open, onClose)} {...root}>
    <Base.Portal>
      <Base.Backdrop forceRender data-layer="modal" className="scrim fixed inset-0 bg-scrim" />
      {children}
    </Base.Portal>
  </Base.Root>
)
