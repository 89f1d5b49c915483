import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { popupClass } from './popup.ts'

interface PopoverProps {
  trigger: ReactElement
  /** The name of the surface for screen readers. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

/** A small surface at a button: filters, pickers. Escape and a press outside close it; the focus returns. */
export const Popover = (props: PopoverProps) => {
  const { trigger, label, open, onOpenChange, side = 'bottom', align = 'start', className, children } = props
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner data-layer="overlay" side={side} align={align} sideOffset={4} collisionPadding={8}>
          <Base.Popup aria-label={label} className={cx(popupClass, 'overflow-y-auto', className)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Closes the popover around it when pressed; wraps a button element. */
export const PopoverClose = ({ render }: { render: ReactElement }) => <Base.Close render={render} />
