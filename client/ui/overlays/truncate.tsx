import { Suspense, useEffect, useRef, type FocusEvent, type PointerEvent, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { later } from '../later.ts'
import { useTip } from './tooltip.tsx'

const Tip = later(async () => (await import('./tip.tsx')).Tip)

/** Whether there is more text than is shown. */
export const isCut = (element: Element): boolean =>
  element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis'

/** What tells of itself: a tooltip around it, or text that is cut. Two at once would lie upon each other. */
const tells = '[data-tells]'

/** The first that is cut from what an event was at up to where it is heard. */
const cutFrom = (target: EventTarget, end: Element): Element | null => {
  if (!(target instanceof Element) || end.parentElement?.closest(tells)) return null
  if (!end.matches(tells) && target.closest(tells)) return null
  for (let at: Element | null = target; at; at = at === end ? null : at.parentElement)
    if (isCut(at)) return at
  return null
}

/**
 * Says the whole of what is cut short within an element: to a mouse over it, to a tap or a long press, and by `tell` to
 * whoever comes by the keyboard. `ears` are for the element, `tip` is drawn within it.
 */
export const useWholeText = () => {
  const { anchor, show, hide } = useTip()
  const hear = ({ target, currentTarget }: PointerEvent) => show(cutFrom(target, currentTarget))
  return {
    ears: {
      onPointerOver: (event: PointerEvent) => event.pointerType !== 'touch' && hear(event),
      onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && hide(),
      onPointerDown: hide,
      onPointerUp: (event: PointerEvent) => event.pointerType === 'touch' && hear(event),
    },
    /** Tells what is cut in an element, and is silent where nothing is. */
    tell: show,
    hide,
    tip: anchor && (
      <Suspense fallback={null}>
        <Tip anchor={anchor} side="bottom" text={anchor.textContent} onHide={hide} />
      </Suspense>
    ),
  }
}

/** What the keyboard reaches; a grid is reached as a whole, and tells of its cells by itself. */
const reachable =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"], [role=option], [role^=menuitem])'

interface TruncateProps {
  as?: 'span' | 'p' | 'h1'
  className?: string
  children: ReactNode
}

/**
 * Text that is cut where it has no room. The whole of it is told to a mouse, to a tap, and to the keyboard at what it is
 * part of; where it is part of nothing that the keyboard reaches, it is reached itself while it is cut.
 */
export const Truncate = ({ as: Tag = 'span', className, children }: TruncateProps) => {
  const text = useRef<HTMLElement>(null)
  const { ears, tell, hide, tip } = useWholeText()
  useEffect(() => {
    const element = text.current
    if (!element || element.closest('[role=grid]')) return undefined
    const owner = element.parentElement?.closest<HTMLElement>(reachable) ?? null
    const come = () => owner?.matches(':focus-visible') && isCut(element) && tell(element)
    owner?.addEventListener('focus', come)
    owner?.addEventListener('blur', hide)
    const watch = new ResizeObserver(() =>
      isCut(element) ? (element.tabIndex = 0) : element.removeAttribute('tabindex'),
    )
    if (!owner) watch.observe(element)
    return () => {
      owner?.removeEventListener('focus', come)
      owner?.removeEventListener('blur', hide)
      watch.disconnect()
    }
  }, [tell, hide])
  const onFocus = ({ target }: FocusEvent) => target === text.current && isCut(target) && tell(target)
  return (
    <Tag
      ref={(element: HTMLElement | null) => void (text.current = element)}
      data-tells
      className={cx('truncate', className)}
      onFocus={onFocus}
      onBlur={hide}
      {...ears}
    >
      {children}
      {tip}
    </Tag>
  )
}
