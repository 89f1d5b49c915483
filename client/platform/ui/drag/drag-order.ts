import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'

export type DropSide = 'before' | 'after'

interface DragOrder {
  /** Items can only be dropped among items of the same kind. */
  readonly kind: string
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
export const watchDragOrder = (element: HTMLElement, handle: HTMLElement, order: DragOrder): (() => void) => {
  const { kind, id, axis, onEdge, onDrop } = order
  const sideAt = (x: number, y: number) => (isBefore(element, axis, x, y) ? 'before' : 'after')
  return combine(
    draggable({ element: handle, getInitialData: () => ({ kind, id }) }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['kind'] === kind,
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
