import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Unreadable } from './check-file.ts'

/** The functions of PDFium that are used here. Pointers are numbers; 0 is none. */
interface Pdfium {
  readonly pdfium: {
    readonly HEAPU8: Uint8Array
    readonly wasmExports: { malloc(size: number): number; free(pointer: number): void }
  }
  PDFiumExt_Init(): void
  FPDF_LoadMemDocument(data: number, size: number, password: string): number
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: number): number
  /** Writes two 4-byte numbers, without reading what’s on the page. */
  FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): boolean
  FPDF_CloseDocument(document: number): void
}

/** PDFium’s error for a missing or wrong password, and for an unknown way to encrypt. */
const lockedErrors: ReadonlySet<number> = new Set([4, 5])

/** Opens a PDF and finds the size of its first page, as Chrome does. One with only an owner password opens. */
export const openPdf = async (bytes: Buffer): Promise<Unreadable | null> => {
  const pdfium = await load()
  try {
    const why = open(pdfium, bytes)
    return why ?? (isCut(bytes) ? 'damaged' : null)
  } catch {
    // after it ran out of memory or broke off, it can't be used again
    loaded = null
    return 'damaged'
  }
}

let loaded: Promise<Pdfium> | null = null
const load = (): Promise<Pdfium> => (loaded ??= start())

const start = async (): Promise<Pdfium> => {
  const { init } = await import('@embedpdf/pdfium')
  const program = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  // its types need those of Emscripten; the interface names what is used
  const pdfium = (await init({ wasmBinary: new Uint8Array(program).buffer })) as unknown as Pdfium
  pdfium.PDFiumExt_Init()
  return pdfium
}

const open = (pdfium: Pdfium, bytes: Buffer): Unreadable | null => {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const data = malloc(bytes.length)
  // the heap is another array after it has grown
  pdfium.pdfium.HEAPU8.set(bytes, data)
  try {
    const document = pdfium.FPDF_LoadMemDocument(data, bytes.length, '')
    if (document === 0) return lockedErrors.has(pdfium.FPDF_GetLastError()) ? 'locked' : 'damaged'
    const isOpen = pdfium.FPDF_GetPageCount(document) > 0 && hasFirstPage(pdfium, document)
    pdfium.FPDF_CloseDocument(document)
    return isOpen ? null : 'damaged'
  } finally {
    free(data)
  }
}

const hasFirstPage = (pdfium: Pdfium, document: number): boolean => {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const size = malloc(8)
  const isFound = pdfium.FPDF_GetPageSizeByIndexF(document, 0, size)
  const { buffer } = pdfium.pdfium.HEAPU8
  const [width = 0, height = 0] = new Float32Array(buffer.slice(size, size + 8))
  free(size)
  return isFound && width > 0 && height > 0
}

/**
 * Returns whether the end of a PDF is missing. PDFium repairs such a file and shows what is left: it has no end mark
 * after its last object, or is shorter than a file made for the web says.
 */
const isCut = (bytes: Buffer): boolean => {
  const end = bytes.lastIndexOf('%%EOF')
  if (end === -1 || /\d\s+\d+\s+obj\b/.test(bytes.toString('latin1', end))) return true
  const head = bytes.toString('latin1', 0, 1024)
  const stated = /\/Linearized\b/.test(head) ? /\/L\s+(\d+)/.exec(head) : null
  return stated !== null && Number(stated[1]) > bytes.length
}
