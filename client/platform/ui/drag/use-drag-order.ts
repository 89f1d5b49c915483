import { useCallback, useEffect, useRef, useState } from 'react'
import type { DropSide } from './drag-order.ts'

interface DragOrderOptions {
  readonly kind: string
  readonly id: string
  readonly axis: 'x' | 'y'
  readonly onDrop: (dragged: string, side: DropSide) => void
}

/**
 * Makes a list sortable by dragging. `ref` is for the item, `handleRef` for its handle; `edge` is where a drop would
 * place it. Its code is a separate chunk; every list can also be sorted by keyboard.
 */
export const useDragOrder = ({ kind, id, axis, onDrop }: DragOrderOptions) => {
  const [element, ref] = useState<HTMLElement | null>(null)
  const [handle, handleRef] = useState<HTMLElement | null>(null)
  const [edge, setEdge] = useState<DropSide | null>(null)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  }, [onDrop])
  const drop = useCallback((dragged: string, side: DropSide) => latest.current(dragged, side), [])
  useEffect(() => {
    if (!element || !handle) return
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
  }, [element, handle, kind, id, axis, drop])
  return { ref, handleRef, edge }
}
