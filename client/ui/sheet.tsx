import type { ReactNode } from 'react'
import { createPart, usePart } from './part.ts'

export interface SheetProps {
  open: boolean
  onClose: () => void
  /** The name of the panel; shown unless `hideTitle`. */
  title: ReactNode
  hideTitle?: boolean
  side?: 'left' | 'right'
  footer?: ReactNode
  className?: string
  children: ReactNode
}

const part = createPart(() => import('./sheet-surface.tsx'))

/**
 * A panel from the side; from the right it is a bottom sheet on a phone. A press beside it closes it.
 * Its code loads when it opens.
 */
export const Sheet = (props: SheetProps) => {
  const surface = usePart(part, props.open)
  return surface && <surface.SheetSurface {...props} />
}
