import { useCallback, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { later } from '../states/later.tsx'
import type { TipProps } from './tip.tsx'

const Tip = later(async () => (await import('./tip.tsx')).Tip)

interface TooltipProps {
  /** The text; blank text shows no tooltip. */
  text: ReactNode
  side?: TipProps['side']
  /** The anchor, for example a button. */
  children: ReactElement
}

/** Renders a tooltip on hover and keyboard focus. It explains and isn't a label: an icon button needs its own. */
export const Tooltip = ({ text, side = 'right', children }: TooltipProps) => {
  const wrapper = useRef<HTMLSpanElement>(null)
  const { anchor, show, hide } = useTip()
  const showHere = () => show(wrapper.current?.firstElementChild ?? null)
  if (text === '' || text == null) return children
  return (
    <span
      ref={wrapper}
      data-own-tooltip
      className="contents"
      onPointerEnter={(event) => event.pointerType !== 'touch' && showHere()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && showHere()}
      onBlur={hide}
    >
      {children}
      {anchor && <Tip anchor={anchor} side={side} text={text} onHide={hide} />}
    </span>
  )
}

/** The element the tooltip is at; null while none is shown. */
export const useTip = () => {
  const [anchor, show] = useState<Element | null>(null)
  const hide = useCallback(() => show(null), [])
  return { anchor, show, hide }
}
