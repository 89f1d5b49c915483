import { drawnSignatureLimits } from '#contract/review/form-submissions/choices.ts'

/** A point of a drawing, in pixels of the largest picture that can be sent. */
export type Point = readonly [x: number, y: number]

/** The points of a line that was drawn without lifting the pen. */
export type Stroke = readonly Point[]

/** What every line of a drawing looks like: dark on white, whatever the colors of the page. */
export const ink = { color: '#111827', paper: '#ffffff', width: 4 } as const

/** Returns a line as the `d` of a path. Its points are joined by curves, so that a fast movement has no corners. */
export const pathOf = (stroke: Stroke): string => {
  const [first, ...rest] = stroke
  if (!first) return ''
  const start = `M${first.join(' ')}`
  // a canvas draws no line without length
  if (rest.length === 0) return `${start}l0.1 0`
  const curves = rest.map(([x, y], index) => {
    const [nextX, nextY] = rest[index + 1] ?? [x, y]
    return `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`
  })
  return start + curves.join('')
}

/** Pixels between the lines and the edge of the picture. */
const margin = 6

/** Returns where a drawing is, with its margin and within the largest picture. */
const boxOf = (strokes: readonly Stroke[]) => {
  const points = strokes.flat()
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const left = Math.max(0, Math.floor(Math.min(...xs) - margin))
  const top = Math.max(0, Math.floor(Math.min(...ys) - margin))
  const right = Math.min(drawnSignatureLimits.width, Math.ceil(Math.max(...xs) + margin))
  const bottom = Math.min(drawnSignatureLimits.height, Math.ceil(Math.max(...ys) + margin))
  return { left, top, width: right - left, height: bottom - top }
}

/** Returns a drawing without the empty space around it, as a PNG in Base64; null if nothing is drawn. */
export const pngOf = (strokes: readonly Stroke[]): string | null => {
  const canvas = document.createElement('canvas')
  const context = strokes.length === 0 ? null : canvas.getContext('2d')
  if (!context) return null
  const { left, top, width, height } = boxOf(strokes)
  Object.assign(canvas, { width, height })
  context.fillStyle = ink.paper
  context.fillRect(0, 0, width, height)
  context.translate(-left, -top)
  Object.assign(context, {
    strokeStyle: ink.color,
    lineWidth: ink.width,
    lineCap: 'round',
    lineJoin: 'round',
  })
  for (const stroke of strokes) context.stroke(new Path2D(pathOf(stroke)))
  return canvas.toDataURL('image/png').replace('data:image/png;base64,', '')
}
