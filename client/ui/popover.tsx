import type { ReactElement, ReactNode } from 'react'
import { createPart } from './part.ts'
import { usePopupPart, type TriggerElement } from './popup-trigger.tsx'

export interface PopoverProps {
  trigger: TriggerElement
  /** The name of the surface for screen readers. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

const part = createPart(() => import('./popover-surface.tsx'))

/**
 * A small surface at a button: filters, pickers. Escape and a press outside close it; the focus returns.
 * Its code loads on intent.
 */
export const Popover = (props: PopoverProps) => {
  const { surface, plain } = usePopupPart(part, props.trigger, 'dialog', props.open, props.onOpenChange)
  return surface ? <surface.PopoverSurface {...props} /> : plain
}

/** Closes the popover around it when pressed; wraps a button element. */
export const PopoverClose = (props: { render: ReactElement }) => {
  const surface = part.current()
  return surface && <surface.PopoverClose {...props} />
}
