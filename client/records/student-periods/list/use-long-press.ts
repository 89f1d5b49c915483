import { useEffect, useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react'

/** Milliseconds after which a press is long, the same as on phones. */
const long = 500

/** Pixels that a finger can move before the press becomes a scroll. */
const maxMove = 10

interface Pressed {
  readonly x: number
  readonly y: number
  readonly timer: number
}

/**
 * Returns handlers that tell a long press of a finger or pen from a tap and a scroll; spread them onto the element.
 * Suppresses the click at its end and the browser's menu. Ignores the mouse.
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
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > maxMove) end()
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
