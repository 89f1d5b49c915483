import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { arrows, zoomed, zoomKeys, type Look, type Size } from './picture-layout.ts'

type Box = RefObject<HTMLElement | null>

/** Returns the size of a box in whole pixels; null before it’s measured. */
export const useSizeOf = (ref: Box): Size | null => {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const box = ref.current
    if (!box) return undefined
    // it’s told its size after the page was laid out; asking for it would lay out the page once more
    const sizes = new ResizeObserver(() => {
      // with the scroll bars, which appear only once it’s zoomed; a fraction of a pixel too much would show them
      const { width, height } = box.getBoundingClientRect()
      setSize({ width: Math.floor(width), height: Math.floor(height) })
    })
    sizes.observe(box)
    return () => sizes.disconnect()
  }, [ref])
  return size
}

/** Keeps the middle of the visible part in the middle when the picture is zoomed or turned; not before it’s loaded. */
export const useMiddle = (ref: Box, isLoaded: boolean): void => {
  const middle = useRef({ x: 0.5, y: 0.5 })
  useEffect(() => {
    const box = ref.current
    const note = () => {
      if (box)
        middle.current = {
          x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
          y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
        }
    }
    box?.addEventListener('scroll', note, { passive: true })
    return () => box?.removeEventListener('scroll', note)
  }, [ref])
  useLayoutEffect(() => {
    const box = ref.current
    if (!box || !isLoaded) return
    const { x, y } = middle.current
    box.scrollLeft = x * box.scrollWidth - box.clientWidth / 2
    box.scrollTop = y * box.scrollHeight - box.clientHeight / 2
  })
}

/** Pixels that an arrow key moves the picture. */
const arrowStep = 60

/**
 * Zooms and moves the picture while it has the focus; its keys aren’t those of the screen around it. With Ctrl, the wheel
 * zooms it too; without the focus, the browser zooms the page as usual.
 */
export const usePictureKeys = (ref: Box, onLook: (change: (look: Look) => Look) => void): void => {
  useEffect(() => {
    const box = ref.current
    if (!box) return undefined
    const onKey = (event: KeyboardEvent) => {
      const zoom = zoomKeys[event.key]
      const arrow = arrows[event.key]
      if (event.ctrlKey || event.metaKey || event.altKey || !(zoom ?? arrow)) return
      event.preventDefault()
      event.stopPropagation()
      if (zoom) onLook(zoom)
      if (arrow) move(box, arrow)
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey || document.activeElement !== box) return
      event.preventDefault()
      onLook((now) => zoomed(now, event.deltaY < 0 ? 1 : -1))
    }
    box.addEventListener('keydown', onKey)
    // React’s own wheel events can’t be prevented
    box.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      box.removeEventListener('keydown', onKey)
      box.removeEventListener('wheel', onWheel)
    }
  }, [ref, onLook])
}

const move = (box: HTMLElement, [x, y]: readonly [number, number]): void => {
  box.scrollLeft += x * arrowStep
  box.scrollTop += y * arrowStep
}

/** Moves a zoomed picture with the mouse. Fingers scroll it. */
export const useDragging = (ref: Box): void => {
  useEffect(() => {
    const box = ref.current
    if (!box) return undefined
    let from: { readonly x: number; readonly y: number } | null = null
    const start = ({ target, pointerType, pointerId, button, clientX, clientY }: PointerEvent) => {
      // the box itself is pressed on its scroll bars
      if (pointerType !== 'mouse' || button !== 0 || target === box) return
      box.setPointerCapture(pointerId)
      from = { x: box.scrollLeft + clientX, y: box.scrollTop + clientY }
    }
    const drag = ({ clientX, clientY }: PointerEvent) => {
      if (!from) return
      box.scrollLeft = from.x - clientX
      box.scrollTop = from.y - clientY
    }
    const stop = () => {
      from = null
    }
    box.addEventListener('pointerdown', start)
    box.addEventListener('pointermove', drag)
    box.addEventListener('lostpointercapture', stop)
    return () => {
      box.removeEventListener('pointerdown', start)
      box.removeEventListener('pointermove', drag)
      box.removeEventListener('lostpointercapture', stop)
    }
  }, [ref])
}
