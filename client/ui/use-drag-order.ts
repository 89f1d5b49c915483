import { useCallback, useEffect, useRef, useState } from 'react'
import type { DropSide } from './drag-order.ts'

interface DragOrderOptions {
  readonly kind: string
  readonly id: string
  readonly axis: 'x' | 'y'
  readonly isOff?: boolean
  readonly onDrop: (dragged: string, side: DropSide) => void
}

/**
 * Order changed by dragging. `ref` is for the thing, `handleRef` for what it is dragged by; `edge` tells where a drop
 * would land. Its code loads apart; whatever can be dragged can be moved by keyboard as well, elsewhere.
 */
export const useDragOrder = ({ kind, id, axis, isOff = false, onDrop }: DragOrderOptions) => {
  const [element, ref] = useState<HTMLElement | null>(null)
  const [handle, handleRef] = useState<HTMLElement | null>(null)
  const [edge, setEdge] = useState<DropSide | null>(null)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  }, [onDrop])
  const drop = useCallback((dragged: string, side: DropSide) => latest.current(dragged, side), [])
  useEffect(() => {
    if (!element || !handle || isOff) return
    let stop: (() => void) | null = null
    let isGone = false
    const order = { kind, id, axis, onEdge: setEdge, onDrop: drop }
    import('./drag-order.ts').then(
      ({ watchDragOrder }) => {
        if (!isGone) stop = watchDragOrder(element, handle, order)
      },
      // without it nothing can be dragged, and everything else works
      () => undefined,
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [element, handle, isOff, kind, id, axis, drop])
  return { ref, handleRef, edge }
}
