const kept = new Set<HTMLElement>()
const listeners = new Set<() => void>()

const notify = (): void => {
  for (const listener of listeners) listener()
}

/** Returns a ref for an element that messages must not cover: a dialog's footer, the selection bar. */
export const keepClear = (element: HTMLElement | null): (() => void) | undefined => {
  if (!element) return undefined
  kept.add(element)
  notify()
  return () => {
    kept.delete(element)
    notify()
  }
}

/** Calls back when an element kept clear is added, removed or may have moved. Returns the unsubscribe function. */
export const watchKeptClear = (listener: () => void): (() => void) => {
  listeners.add(listener)
  window.addEventListener('resize', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('resize', listener)
  }
}

interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

const gap = 12

/**
 * Returns the distance in pixels from the window's bottom at which a message between `left` and `right` covers none
 * of the boxes at the bottom; 0 if none overlaps.
 */
export const liftOver = (
  boxes: readonly Box[],
  { left, right }: Pick<Box, 'left' | 'right'>,
  height: number,
): number => {
  const inTheWay = boxes.filter(
    (box) => box.right > left && box.left < right && box.bottom > height - reach && box.top < box.bottom,
  )
  return Math.max(0, ...inTheWay.map((box) => height - box.top + gap))
}

/** Pixels above the window's bottom; boxes that end higher don't overlap a single message. */
const reach = 80

/** Returns the current boxes of all elements kept clear. */
export const keptClear = (): readonly Box[] => [...kept].map((element) => element.getBoundingClientRect())
