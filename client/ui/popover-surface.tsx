import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement } from 'react'
import { cx } from './cx.ts'
import type { PopoverProps } from './popover.tsx'
import { popupClass } from './popup.ts'

/** The popover itself, once its code is there; it mounts open. */
export const PopoverSurface = (props: PopoverProps) => {
  const { trigger, label, open, onOpenChange, side = 'bottom', align = 'start', className, children } = props
  return (
    <Base.Root
      {...(open === undefined ? { defaultOpen: true } : { open })}
      onOpenChange={(next) => onOpenChange?.(next)}
    >
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
