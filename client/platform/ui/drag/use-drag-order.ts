import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { useCallback, useEffect, useRef, useState } from 'react'

type DropSide = 'before' | 'after'

interface DragOrder {
  /** Items can only be dropped among items of the same kind, and on those that accept it. */
  readonly kind: string
  /** Another kind that can be dropped here. */
  readonly accepts?: string | undefined
  readonly id: string
  readonly axis: 'x' | 'y'
  /** Called with the drop position; null if a drop isn't possible here. */
  readonly onEdge: (side: DropSide | null) => void
  readonly onDrop: (dragged: string, side: DropSide) => void
}

const isBefore = (element: Element, axis: DragOrder['axis'], x: number, y: number): boolean => {
  const box = element.getBoundingClientRect()
  return axis === 'x' ? x < box.left + box.width / 2 : y < box.top + box.height / 2
}

/** Makes an element draggable among those of its kind. Returns the cleanup function. */
const watchDragOrder = (element: HTMLElement, handle: HTMLElement, order: DragOrder): (() => void) => {
  const { kind, accepts, id, axis, onEdge, onDrop } = order
  const sideAt = (x: number, y: number) => (isBefore(element, axis, x, y) ? 'before' : 'after')
  return combine(
    draggable({ element: handle, getInitialData: () => ({ kind, id }) }),
    dropTargetForElements({
      element,
      canDrop: ({ source: { data } }) =>
        data['kind'] === kind || (accepts !== undefined && data['kind'] === accepts),
      onDrag: ({ source, location: { current } }) =>
        onEdge(source.data['id'] === id ? null : sideAt(current.input.clientX, current.input.clientY)),
      onDragLeave: () => onEdge(null),
      onDrop: ({ source, location: { current } }) => {
        onEdge(null)
        const dragged = source.data['id']
        if (typeof dragged === 'string' && dragged !== id)
          onDrop(dragged, sideAt(current.input.clientX, current.input.clientY))
      },
    }),
  )
}

type DragOrderOptions = Omit<DragOrder, 'onEdge'>

/**
 * Makes a list sortable by dragging. `ref` is for the item, `handleRef` for its handle; `edge` is where a drop would
 * place it. Every list can also be sorted by keyboard.
 */
export const useDragOrder = ({ kind, accepts, id, axis, onDrop }: DragOrderOptions) => {
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
    return watchDragOrder(element, handle, { kind, accepts, id, axis, onEdge: setEdge, onDrop: drop })
  }, [element, handle, kind, accepts, id, axis, drop])
  return { ref, handleRef, edge }
}
