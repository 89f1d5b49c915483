import { cloneElement, useState, type ReactElement } from 'react'
import { preload, usePart, type Part } from './part.ts'

/** What a trigger element must take and pass on to its button. */
export interface TriggerProps {
  onClick?: (() => void) | undefined
  onPointerEnter?: (() => void) | undefined
  onFocus?: (() => void) | undefined
  'aria-haspopup'?: 'menu' | 'dialog' | undefined
  'aria-expanded'?: boolean | undefined
}

/** A button element that opens something: `<Button>More</Button>`, or a component that passes its props on. */
export type TriggerElement = ReactElement<TriggerProps>

/**
 * Keeps popup code out of the first load: until the first press the trigger is a plain button, and the code is read
 * ahead on hover and focus. Answers the surface's module once it is there, else the plain trigger to show.
 */
export const usePopupPart = <M,>(
  part: Part<M>,
  trigger: TriggerElement,
  kind: 'menu' | 'dialog',
  open: boolean | undefined,
  onOpenChange: ((open: boolean) => void) | undefined,
): { readonly surface: M | null; readonly plain: TriggerElement } => {
  const [isArmed, setArmed] = useState(false)
  const surface = usePart(part, isArmed || open === true)
  const plain = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: () => preload(part),
    onFocus: () => preload(part),
    onClick: () => {
      setArmed(true)
      onOpenChange?.(true)
    },
  })
  return { surface: isArmed || open === true ? surface : null, plain }
}
