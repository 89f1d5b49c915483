import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { SaxesParser } from 'saxes'

/** Thrown when a workbook can’t be read, with a sentence for staff. */
export class UnreadableWorkbook extends Error {
  /** Whether the chosen sheet is the reason, and not the file. */
  readonly isSheet: boolean

  constructor(message: string, isSheet = false) {
    super(message)
    this.name = 'UnreadableWorkbook'
    this.isSheet = isSheet
  }
}

/** The most files in a workbook. */
const maxEntries = 10_000

/** The most characters between two tags: Excel has 32,767 in a cell. The parser collects them. */
const maxText = 2 * 1024 * 1024

/** The XML files of a workbook by path. */
export interface WorkbookParts {
  has(path: RegExp): boolean
  /**
   * Parses one file of the workbook in pieces; a missing one has no tags.
   * @throws UnreadableWorkbook if it’s larger than `most` bytes
   */
  parse(path: string, handlers: TagHandlers, most: number): Promise<void>
}

/** What to do with the tags of a file, without their prefixes. A text may come in several pieces. */
export interface TagHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** Opens the ZIP file that a workbook is. */
export const openParts = async (bytes: Uint8Array): Promise<WorkbookParts> => {
  const zip = await openZip(bytes)
  const entries = await entriesOf(zip)
  return {
    has: (path) => [...entries.keys()].some((name) => path.test(name)),
    parse: async (path, handlers, most) => {
      const entry = entries.get(path.toLowerCase())
      if (!entry) return
      // the reader stops if there are more bytes than the entry says
      if (entry.uncompressedSize > most) throw new UnreadableWorkbook(tooLarge)
      await parseEntry(zip, entry, handlers)
    },
  }
}

const tooLarge = 'This sheet is too large. Split it and import each part, or save it as CSV UTF-8.'

const openZip = (bytes: Uint8Array): Promise<ZipFile> =>
  new Promise((done, failed) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    yauzl.fromBuffer(buffer, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? failed(error) : done(zip),
    )
  })

const entriesOf = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((done, failed) => {
    const entries = new Map<string, Entry>()
    zip.on('error', failed)
    zip.on('end', () => done(entries))
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName.toLowerCase(), entry)
      if (entries.size > maxEntries) failed(new UnreadableWorkbook(tooLarge))
      else zip.readEntry()
    })
    zip.readEntry()
  })

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const parseEntry = async (zip: ZipFile, entry: Entry, handlers: TagHandlers): Promise<void> => {
  const stream = await new Promise<NodeJS.ReadableStream>((done, failed) => {
    zip.openReadStream(entry, (error, opened) => (error ? failed(error) : done(opened)))
  })
  const parser = new SaxesParser({ position: false, xmlns: false })
  let sinceTag = 0
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0
    handlers.open?.(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => handlers.close?.(localName(name)))
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('error', (error) => {
    throw error
  })
  stream.setEncoding('utf8')
  for await (const piece of stream) {
    parser.write(String(piece))
    sinceTag += piece.length
    if (sinceTag > maxText) throw new UnreadableWorkbook(tooLarge)
  }
  parser.close()
}
