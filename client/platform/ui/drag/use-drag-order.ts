import { useCallback, useEffect, useRef, useState } from 'react'
import { watchDragOrder, type DropSide } from './drag-order.ts'

interface DragOrderOptions {
  readonly kind: string
  readonly id: string
  readonly axis: 'x' | 'y'
  readonly onDrop: (dragged: string, side: DropSide) => void
}

/**
 * Makes a list sortable by dragging. `ref` is for the item, `handleRef` for its handle; `edge` is where a drop would
 * place it. Every list can also be sorted by keyboard.
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
    return watchDragOrder(element, handle, { kind, id, axis, onEdge: setEdge, onDrop: drop })
  }, [element, handle, kind, id, axis, drop])
  return { ref, handleRef, edge }
}
