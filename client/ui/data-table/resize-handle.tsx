import { useRef } from 'react'
import type { Pin } from './layout.ts'

interface ResizeHandleProps {
  width: number
  pin: Pin | null
  onResize: (width: number) => void
  /** A double press fits the column to what it holds. */
  onFit: () => void
}

/** The edge of a header that is drawn to make its column wider. For the keyboard the column's menu does the same. */
export const ResizeHandle = ({ width, pin, onResize, onFit }: ResizeHandleProps) => {
  const start = useRef<{ x: number; width: number } | null>(null)
  // a column pinned right grows to the left
  const direction = pin === 'end' ? -1 : 1
  return (
    <div
      aria-hidden
      className={`group/edge absolute inset-y-0 z-20 flex w-2.5 cursor-col-resize touch-none justify-center ${pin === 'end' ? '-left-1' : '-right-1'}`}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => {
        if (start.current) onResize(start.current.width + direction * (event.clientX - start.current.x))
      }}
      onPointerUp={() => {
        start.current = null
      }}
      onDoubleClick={onFit}
    >
      <span className="my-2 w-0.5 rounded-full bg-transparent group-hover/edge:bg-line-control group-hover/head:bg-line group-active/edge:bg-accent" />
    </div>
  )
}
