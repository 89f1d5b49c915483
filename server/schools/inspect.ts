import { buffer } from 'node:stream/consumers'
import { mediaTypes, type SchoolFileKind } from '#contract/schools/file-shapes.ts'
import { imageSizeOf, lookAt, whyTooLarge } from '../documents/index.ts'
import type { Upload } from '../http/uploads.ts'
import { cleanDrawing } from '../lib/cleaning.ts'
import { problem } from '../problem.ts'
import { isDrawing } from './rules.ts'

/** What is kept of an uploaded file. */
export interface Inspected {
  readonly media_type: string
  readonly width: number | null
  readonly height: number | null
  /** The bytes that are kept where they are others than those that came: a cleaned drawing. */
  readonly cleaned: Buffer | null
}

/** A drawing larger than this is a picture in disguise, and long to clean. */
const largestDrawing = 512 * 1024

const refuse = (why: string): never => {
  throw problem.invalid({ file: why })
}

/** The sort of a school's file, by its content alone; a drawing is cleaned. @throws Problem 422 on `file` */
export const inspectFile = async (file: Upload, kind: SchoolFileKind): Promise<Inspected> => {
  if (file.size === 0) refuse('The file is empty.')
  const seen = await lookAt(file)
  if (seen.isText && isDrawing(seen.head.toString('utf8'))) return inspectDrawing(file)
  const marked = seen.marked === 'image/apng' ? 'image/png' : seen.marked
  const types = mediaTypes.filter((type) => type.isImage || kind === 'file')
  const type = types.find((one) => one.media_type === marked && one.media_type !== 'image/svg+xml')
  if (!type)
    return refuse(`Only these kinds of files can be shown: ${types.map(({ label }) => label).join(', ')}.`)
  return { media_type: type.media_type, cleaned: null, ...pixelsOf(type.media_type, seen.head) }
}

const pixelsOf = (mediaType: string, head: Buffer): Pick<Inspected, 'width' | 'height'> => {
  const size = imageSizeOf(mediaType, head)
  const tooLarge = whyTooLarge(size)
  if (tooLarge !== null) refuse(tooLarge)
  return { width: size?.width || null, height: size?.height || null }
}

const inspectDrawing = async (file: Upload): Promise<Inspected> => {
  if (file.size > largestDrawing)
    return refuse('The drawing is larger than 512 kB. Save it as PNG and bring that.')
  const drawing = await cleanDrawing('file', (await buffer(file.read())).toString('utf8'))
  if (drawing === null)
    return refuse('Nothing of the drawing can be shown: it holds no shapes, or is not written as SVG.')
  const { svgSizeOf } = await import('../lib/clean-svg.ts')
  const size = svgSizeOf(drawing)
  return {
    media_type: 'image/svg+xml',
    width: size?.width ?? null,
    height: size?.height ?? null,
    cleaned: Buffer.from(drawing),
  }
}
