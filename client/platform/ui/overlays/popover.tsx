import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../styles/cx.ts'
import { popupClass } from './popup.ts'

interface PopoverProps {
  /** The button that opens it; absent if it’s opened otherwise, at `anchor`. */
  trigger?: ReactElement
  anchor?: Element
  /** The label for screen readers. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

/** Renders a popover at a button or an anchor, for filters and pickers. Escape and a press outside close it; the focus returns. */
export const Popover = (props: PopoverProps) => {
  const { trigger, anchor, label, open, onOpenChange, align = 'start', className, children } = props
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Positioner
          {...{ anchor, align }}
          data-layer="overlay"
          side="bottom"
          sideOffset={4}
          collisionPadding={8}
        >
          <Base.Popup aria-label={label} className={cx(popupClass, 'overflow-y-auto', className)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
