import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { mostPixels } from './image-size.ts'
import type { Unreadable } from './check-file.ts'
import { endsInZeros, writeCopy } from './picture.ts'

/** An error, or a result that has no `code`. */
type Result<T> = T | { readonly code: object }

interface Decoded {
  readonly image: object
  readonly channels: readonly [Channel, ...Channel[]]
}
interface Channel {
  readonly width: number
  readonly height: number
  /** Bytes from one row to the next. */
  readonly stride: number
  readonly data: Uint8Array
}

/** The functions of libheif that are used here. */
interface Libheif {
  readonly heif_error_code: { readonly heif_error_Ok: object }
  readonly heif_colorspace: { readonly heif_colorspace_RGB: object }
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGB: object }
  heif_context_alloc(): object
  heif_context_free(context: object): void
  heif_context_read_from_memory(context: object, bytes: Uint8Array): { readonly code: object }
  heif_js_context_get_primary_image_handle(context: object): Result<object>
  heif_image_handle_get_width(handle: object): number
  heif_image_handle_get_height(handle: object): number
  heif_image_handle_release(handle: object): void
  heif_js_decode_image2(handle: object, colorspace: object, chroma: object): Result<Decoded>
  heif_image_release(image: object): void
}

/** Pixels of three bytes each, upright. */
interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Decodes every pixel of a HEIC picture. */
export const openHeic = async (bytes: Buffer): Promise<Unreadable | null> => {
  if (endsInZeros(bytes)) return 'damaged'
  const decoded = await decode(bytes)
  return typeof decoded === 'string' ? decoded : null
}

/** Returns a HEIC picture as a JPEG; null if it can’t be decoded. */
export const copyHeic = async (bytes: Buffer): Promise<Buffer | null> => {
  const decoded = await decode(bytes)
  if (typeof decoded === 'string') return null
  const { width, height, data } = decoded
  return writeCopy(sharp(data, { raw: { width, height, channels: 3 } }))
}

const decode = async (bytes: Buffer): Promise<Pixels | Unreadable> => {
  const libheif = await load()
  const context = libheif.heif_context_alloc()
  try {
    return decodePrimary(libheif, context, bytes)
  } catch {
    // after it ran out of memory or broke off, it can't be used again
    loaded = null
    return 'damaged'
  } finally {
    if (loaded) libheif.heif_context_free(context)
  }
}

let loaded: Promise<Libheif> | null = null
const load = (): Promise<Libheif> => (loaded ??= start())

/** Loads the program from a file of its own, which an operator can replace (LGPL). */
const start = async (): Promise<Libheif> => {
  const require = createRequire(import.meta.url)
  const wasmBinary = await readFile(require.resolve('libheif-js/libheif-wasm/libheif.wasm'))
  // its types have `any` for what is used; the interface names it
  const create = require('libheif-js/libheif-wasm/libheif.js') as (options: object) => Libheif
  return create({ wasmBinary })
}

const isError = (result: object): result is { readonly code: object } => 'code' in result

const decodePrimary = (libheif: Libheif, context: object, bytes: Buffer): Pixels | Unreadable => {
  const { code } = libheif.heif_context_read_from_memory(context, bytes)
  if (code !== libheif.heif_error_code.heif_error_Ok) return 'damaged'
  const handle = libheif.heif_js_context_get_primary_image_handle(context)
  if (isError(handle)) return 'damaged'
  try {
    const [width, height] = [
      libheif.heif_image_handle_get_width(handle),
      libheif.heif_image_handle_get_height(handle),
    ]
    if (width * height > mostPixels) return 'too_many_pixels'
    return readPixels(libheif, handle) ?? 'damaged'
  } finally {
    libheif.heif_image_handle_release(handle)
  }
}

const readPixels = (libheif: Libheif, handle: object): Pixels | null => {
  const decoded = libheif.heif_js_decode_image2(
    handle,
    libheif.heif_colorspace.heif_colorspace_RGB,
    libheif.heif_chroma.heif_chroma_interleaved_RGB,
  )
  if (isError(decoded)) return null
  const [{ width, height, stride, data: rows }] = decoded.channels
  const data = new Uint8Array(width * height * 3)
  for (let row = 0; row < height; row += 1)
    data.set(rows.subarray(row * stride, row * stride + width * 3), row * width * 3)
  libheif.heif_image_release(decoded.image)
  return { width, height, data }
}
