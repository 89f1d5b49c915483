/** A width and height in CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** How a picture is turned and enlarged. */
export interface Look {
  /** 1 fits the picture into its box. */
  readonly zoom: number
  /** Quarter turns to the right, 0 to 3. */
  readonly turns: number
}

/** The whole picture, as it was sent. */
export const fitted: Look = { zoom: 1, turns: 0 }

const zoomStep = 1.25
const largestZoom = 8

/** Returns the look one zoom step nearer (1) or farther (-1), between the whole picture and 8 times its size. */
export const zoomed = (look: Look, by: 1 | -1): Look => ({
  ...look,
  zoom: Math.min(largestZoom, Math.max(1, look.zoom * zoomStep ** by)),
})

/** Returns the look after a quarter turn to the right (1) or left (-1). */
export const turned = ({ zoom, turns }: Look, by: 1 | -1): Look => ({ zoom, turns: (turns + by + 4) % 4 })

/** Returns whether a look can’t be zoomed farther in that direction. */
export const isAtEnd = ({ zoom }: Look, by: 1 | -1): boolean => (by === 1 ? zoom >= largestZoom : zoom <= 1)

/**
 * Returns the size of a picture in a box before it’s turned, and the area that it covers once it’s turned. At zoom 1 the
 * turned picture fits into the box.
 */
export const layoutOf = (natural: Size, box: Size, { zoom, turns }: Look): { picture: Size; area: Size } => {
  const isSideways = turns % 2 === 1
  const upright = isSideways ? { width: natural.height, height: natural.width } : natural
  const scale = Math.min(box.width / upright.width, box.height / upright.height) * zoom
  const sized = ({ width, height }: Size): Size => ({ width: width * scale, height: height * scale })
  return { picture: sized(natural), area: sized(upright) }
}

/** The keys that zoom a picture. */
export const zoomKeys: Readonly<Record<string, (look: Look) => Look>> = {
  '+': (look) => zoomed(look, 1),
  '=': (look) => zoomed(look, 1),
  '-': (look) => zoomed(look, -1),
  '0': (look) => ({ ...look, zoom: 1 }),
}

/** The keys that move a zoomed picture, and where to. */
export const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
