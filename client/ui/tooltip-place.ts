export type Side = 'top' | 'bottom' | 'left' | 'right'

interface Size {
  readonly width: number
  readonly height: number
}
interface Box extends Size {
  readonly left: number
  readonly top: number
}

const gap = 6
const edge = 8

/** The sides tried in turn (behaviour 5.3). */
const fallbacks: Record<Side, readonly Side[]> = {
  right: ['right', 'left', 'top', 'bottom'],
  left: ['left', 'right', 'top', 'bottom'],
  top: ['top', 'bottom'],
  bottom: ['bottom', 'top'],
}

const middle = (start: number, outer: number, inner: number): number => start + (outer - inner) / 2

const corner = (anchor: Box, tip: Size, side: Side): { left: number; top: number } => {
  switch (side) {
    case 'right':
      return { left: anchor.left + anchor.width + gap, top: middle(anchor.top, anchor.height, tip.height) }
    case 'left':
      return { left: anchor.left - tip.width - gap, top: middle(anchor.top, anchor.height, tip.height) }
    case 'top':
      return { left: middle(anchor.left, anchor.width, tip.width), top: anchor.top - tip.height - gap }
    case 'bottom':
      return { left: middle(anchor.left, anchor.width, tip.width), top: anchor.top + anchor.height + gap }
  }
}

const clamp = (value: number, inner: number, outer: number): number =>
  Math.round(Math.max(edge, Math.min(value, outer - inner - edge)))

/** Where a tooltip goes: the first side with room, kept inside the window. */
export const placeTooltip = (
  anchor: Box,
  tip: Size,
  side: Side,
  page: Size,
): { left: number; top: number } => {
  const hasRoom = (tried: Side): boolean => {
    const { left, top } = corner(anchor, tip, tried)
    const isAcross = tried === 'top' || tried === 'bottom'
    return isAcross
      ? top >= edge && top + tip.height <= page.height - edge
      : left >= edge && left + tip.width <= page.width - edge
  }
  const { left, top } = corner(anchor, tip, fallbacks[side].find(hasRoom) ?? side)
  return { left: clamp(left, tip.width, page.width), top: clamp(top, tip.height, page.height) }
}
