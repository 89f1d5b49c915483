import type { ReactNode, RefObject } from 'react'
import { createPart, usePart } from './part.ts'

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

const part = createPart(() => import('./dialog-surface.tsx'))

/** A modal dialog: focus goes in, stays in, and returns; the page behind does not scroll. Its code loads when it opens. */
export const Dialog = (props: DialogProps) => {
  const surface = usePart(part, props.open)
  return surface && <surface.DialogSurface {...props} />
}
