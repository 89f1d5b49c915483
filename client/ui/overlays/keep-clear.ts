const kept = new Set<HTMLElement>()
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** The ref of what a message must not cover while it stands: a dialog's footer, the bar over a selection. */
export const keepClear = (element: HTMLElement | null): (() => void) | undefined => {
  if (!element) return undefined
  kept.add(element)
  tell()
  return () => {
    kept.delete(element)
    tell()
  }
}

/** Told whenever something that is kept clear comes, goes, or may have moved. Answers how to stop. */
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
 * How far from the window's bottom a message between `left` and `right` must stand, in pixels, to cover none of the
 * boxes at the bottom; 0 when none is in its way.
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

/** Boxes that end higher than this above the window's bottom are out of the way of a single message. */
const reach = 80

/** The boxes of all that is kept clear now. */
export const keptClear = (): readonly Box[] => [...kept].map((element) => element.getBoundingClientRect())
