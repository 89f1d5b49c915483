import { useCallback, useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { placeTooltip, type Side } from './tooltip-place.ts'

export interface TooltipProps {
  /** What is said; blank text makes no tooltip. */
  text: ReactNode
  side?: Side
  /** What is explained, such as a button. */
  children: ReactElement
}

/**
 * Words on hover and on keyboard focus; fades in over 250 ms, gone at once on leave, press, Escape, scroll and resize
 * (specification section 9, behaviour 5.3). It explains and never names: an icon button carries its own label.
 */
export const Tooltip = ({ text, side = 'right', children }: TooltipProps) => {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const wrapper = useRef<HTMLSpanElement>(null)
  const isBlank = text === '' || text == null
  const show = useCallback(() => setAnchor(wrapper.current?.firstElementChild ?? null), [])
  const hide = useCallback(() => setAnchor(null), [])
  useEffect(() => {
    if (anchor === null) return
    const press = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    anchor.setAttribute('aria-describedby', id)
    window.addEventListener('keydown', press)
    window.addEventListener('scroll', hide, { capture: true, passive: true })
    window.addEventListener('resize', hide)
    return () => {
      anchor.removeAttribute('aria-describedby')
      window.removeEventListener('keydown', press)
      window.removeEventListener('scroll', hide, { capture: true })
      window.removeEventListener('resize', hide)
    }
  }, [anchor, hide, id])
  if (isBlank) return children
  return (
    <span
      ref={wrapper}
      className="contents"
      onPointerEnter={(event) => event.pointerType !== 'touch' && show()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show()}
      onBlur={hide}
    >
      {children}
      {anchor && <Bubble id={id} anchor={anchor} side={side} text={text} />}
    </span>
  )
}

const Bubble = ({ id, anchor, side, text }: { id: string; anchor: Element; side: Side; text: ReactNode }) => {
  const place = useCallback(
    (node: HTMLElement | null) => {
      if (!node) return
      const { left, top } = placeTooltip(anchor.getBoundingClientRect(), node.getBoundingClientRect(), side, {
        width: window.innerWidth,
        height: window.innerHeight,
      })
      node.style.transform = `translate(${left}px, ${top}px)`
    },
    [anchor, side],
  )
  const isInModal = anchor.closest('[data-layer="modal"]') !== null
  return createPortal(
    <span
      ref={place}
      id={id}
      role="tooltip"
      data-layer={isInModal ? 'overlay-in-modal' : 'overlay'}
      className="tip pointer-events-none fixed top-0 left-0 w-max max-w-72 rounded-control bg-inverse px-2 py-1 text-label text-on-inverse shadow-pop"
    >
      {text}
    </span>,
    document.body,
  )
}
