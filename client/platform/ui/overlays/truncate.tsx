import { useEffect, useRef, type FocusEvent, type PointerEvent, type ReactNode } from 'react'
import { cx } from '../styles/cx.ts'
import { later } from '../states/later.tsx'
import { useTip } from './tooltip.tsx'

const Tip = later(async () => (await import('./tip.tsx')).Tip)

/** Returns whether the element is truncated. */
export const isCut = (element: Element): boolean =>
  element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis'

/** Elements with their own tooltip, or truncated text. Two tooltips would overlap. */
const ownText = '[data-own-tooltip]'

/** Returns the first truncated element from the event's target up to its listener. */
const cutFrom = (target: EventTarget, end: Element): Element | null => {
  if (!(target instanceof Element) || end.parentElement?.closest(ownText)) return null
  if (!end.matches(ownText) && target.closest(ownText)) return null
  for (let at: Element | null = target; at; at = at === end ? null : at.parentElement)
    if (isCut(at)) return at
  return null
}

/**
 * Shows the full text of truncated elements within an element: on hover, tap or long press, and by `showFull`
 * for keyboard users. Spread `handlers` onto the element and render `tip` in it.
 */
export const useFullText = () => {
  const { anchor, show, hide } = useTip()
  const showCut = ({ target, currentTarget }: PointerEvent) => show(cutFrom(target, currentTarget))
  return {
    handlers: {
      onPointerOver: (event: PointerEvent) => event.pointerType !== 'touch' && showCut(event),
      onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && hide(),
      onPointerDown: hide,
      onPointerUp: (event: PointerEvent) => event.pointerType === 'touch' && showCut(event),
    },
    /** Shows the full text of a truncated element; does nothing if it isn't truncated. */
    showFull: show,
    hide,
    tip: anchor && <Tip anchor={anchor} side="bottom" text={anchor.textContent} onHide={hide} />,
  }
}

/** Elements with keyboard focus; a grid gets the focus as a whole and handles its cells. */
const reachable =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"], [role=option], [role^=menuitem])'

interface TruncateProps {
  as?: 'span' | 'p' | 'h1'
  className?: string
  children: ReactNode
}

/**
 * Renders text that is truncated if it doesn't fit. The full text is shown on hover, on tap, and on keyboard focus of
 * the control it's in; if there is none, it's focusable while truncated.
 */
export const Truncate = ({ as: Tag = 'span', className, children }: TruncateProps) => {
  const text = useRef<HTMLElement>(null)
  const { handlers, showFull, hide, tip } = useFullText()
  useEffect(() => {
    const element = text.current
    if (!element || element.closest('[role=grid]')) return undefined
    const owner = element.parentElement?.closest<HTMLElement>(reachable) ?? null
    const onOwnerFocus = () => owner?.matches(':focus-visible') && isCut(element) && showFull(element)
    owner?.addEventListener('focus', onOwnerFocus)
    owner?.addEventListener('blur', hide)
    const watch = new ResizeObserver(() =>
      isCut(element) ? (element.tabIndex = 0) : element.removeAttribute('tabindex'),
    )
    if (!owner) watch.observe(element)
    return () => {
      owner?.removeEventListener('focus', onOwnerFocus)
      owner?.removeEventListener('blur', hide)
      watch.disconnect()
    }
  }, [showFull, hide])
  const onFocus = ({ target }: FocusEvent) => target === text.current && isCut(target) && showFull(target)
  return (
    <Tag
      ref={(element: HTMLElement | null) => void (text.current = element)}
      data-own-tooltip
      className={cx('truncate', className)}
      onFocus={onFocus}
      onBlur={hide}
      {...handlers}
    >
      {children}
      {tip}
    </Tag>
  )
}
