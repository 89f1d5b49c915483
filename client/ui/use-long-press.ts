import { useEffect, useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react'

/** Milliseconds after which a press is a long one; as long as phones take it to be. */
const long = 500

/** Pixels that a finger may stray before the press is a scroll. */
const stray = 10

interface Pressed {
  readonly x: number
  readonly y: number
  readonly timer: number
}

/**
 * Tells a long press of a finger or pen from a tap and a scroll; spread the handlers onto what is pressed. The click at
 * its end, and the browser's own menu, are left out. A mouse has other ways.
 */
export const useLongPress = (onLongPress: () => void) => {
  const pressed = useRef<Pressed | null>(null)
  const isDone = useRef(false)
  useEffect(() => () => endOf(pressed), [])
  const end = (): void => endOf(pressed)
  return {
    onPointerDown: (event: PointerEvent): void => {
      end()
      isDone.current = false
      if (event.pointerType === 'mouse') return
      const timer = window.setTimeout(() => {
        isDone.current = true
        onLongPress()
      }, long)
      pressed.current = { x: event.clientX, y: event.clientY, timer }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent): void => {
      const at = pressed.current
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > stray) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent): void => {
      if (pressed.current || isDone.current) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent): void => {
      if (!isDone.current) return
      isDone.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

const endOf = (pressed: RefObject<Pressed | null>): void => {
  if (pressed.current) window.clearTimeout(pressed.current.timer)
  pressed.current = null
}
