import { Tooltip as Base } from '@base-ui/react/tooltip'
import { useEffect, useId, type ReactNode } from 'react'

export interface TipProps {
  anchor: Element
  side: 'top' | 'bottom' | 'left' | 'right'
  text: ReactNode
  onHide: () => void
}

/**
 * Renders a tooltip at an anchor as long as it's mounted, so that a list with a thousand anchors shows one at a time.
 * Fades in over 250 ms and disappears at once on Escape, a press elsewhere, scroll and resize.
 */
export const Tip = ({ anchor, side, text, onHide }: TipProps) => {
  const id = useId()
  useEffect(() => {
    anchor.setAttribute('aria-describedby', id)
    window.addEventListener('scroll', onHide, { capture: true, passive: true })
    window.addEventListener('resize', onHide)
    return () => {
      anchor.removeAttribute('aria-describedby')
      window.removeEventListener('scroll', onHide, { capture: true })
      window.removeEventListener('resize', onHide)
    }
  }, [anchor, id, onHide])
  return (
    <Base.Root open onOpenChange={(open) => !open && onHide()}>
      <Base.Portal>
        <Base.Positioner
          data-layer="overlay"
          anchor={anchor}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="pointer-events-none"
        >
          <Base.Popup
            id={id}
            role="tooltip"
            className="tip w-max max-w-72 rounded-control bg-inverse px-2 py-1 text-label wrap-break-word text-on-inverse shadow-pop"
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
