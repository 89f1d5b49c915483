import { Suspense, useCallback, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { later } from '../later.ts'
import type { TipProps } from './tip.tsx'

const Tip = later(async () => (await import('./tip.tsx')).Tip)

export interface TooltipProps {
  /** What is said; blank text makes no tooltip. */
  text: ReactNode
  side?: TipProps['side']
  /** What is explained, such as a button. */
  children: ReactElement
}

/** Words on hover and on keyboard focus. They explain and never name: an icon button carries its own label. */
export const Tooltip = ({ text, side = 'right', children }: TooltipProps) => {
  const wrapper = useRef<HTMLSpanElement>(null)
  const { anchor, show, hide } = useTip()
  const showHere = () => show(wrapper.current?.firstElementChild ?? null)
  if (text === '' || text == null) return children
  return (
    <span
      ref={wrapper}
      data-tells
      className="contents"
      onPointerEnter={(event) => event.pointerType !== 'touch' && showHere()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && showHere()}
      onBlur={hide}
    >
      {children}
      {anchor && (
        <Suspense fallback={null}>
          <Tip anchor={anchor} side={side} text={text} onHide={hide} />
        </Suspense>
      )}
    </span>
  )
}

/** What a tip stands at now, null while none is shown. */
export const useTip = () => {
  const [anchor, show] = useState<Element | null>(null)
  const hide = useCallback(() => show(null), [])
  return { anchor, show, hide }
}
