import { GripVertical } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'

interface GripProps {
  /** The item that it moves: 'question 2'. */
  what: string
  onStep: (by: -1 | 1) => void
  ref: Ref<HTMLButtonElement>
}

/** Renders a handle to drag an item; arrow keys move it up or down. */
export const Grip = ({ what, onStep, ref }: GripProps) => {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <button
      ref={ref}
      type="button"
      aria-label={`Move ${what}. Use the up and down arrow keys.`}
      onKeyDown={onKeyDown}
      className="grid h-7 w-6 shrink-0 cursor-grab place-items-center rounded-control text-ink-3 hover:text-ink active:cursor-grabbing"
    >
      <GripVertical size={14} aria-hidden />
    </button>
  )
}
