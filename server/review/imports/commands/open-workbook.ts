import { setImmediate } from 'node:timers/promises'
import type { Upload } from '#server/platform/http/uploads.ts'
import { readBytes } from '#server/platform/lib/file-pieces.ts'
import { runInThread } from '#server/platform/lib/thread/run-in-thread.ts'
import { WrongHeaders } from '../rules/map-headers.ts'

/** Whether a file begins like a ZIP file, which a workbook is, or like one of Office before 2007. */
type Container = 'zip' | 'ole' | null

/** Returns the kind of container that a file is, by its first bytes. */
export const containerOf = async (file: Upload): Promise<Container> => {
  for await (const piece of file.read()) {
    const start = Buffer.from(piece).toString('latin1', 0, 4)
    if (start === 'PK\u0003\u0004') return 'zip'
    return start === '\u00d0\u00cf\u0011\u00e0' ? 'ole' : null
  }
  return null
}

/** Says why a file in the container of older Office files can’t be read: a workbook with a password is in one, too. */
export const oldWorkbook = async (file: Upload): Promise<WrongHeaders> => {
  const bytes = await readBytes(file.read(), file.size)
  return new WrongHeaders(
    'file',
    Buffer.from(bytes.buffer).includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? 'This workbook has a password. Open it in Excel, remove the password, and upload it again.'
      : 'This is an older Excel workbook. In Excel, use Save As, choose Excel Workbook (.xlsx), and upload that file.',
  )
}

/** Bytes per piece of the sheet’s text. */
const pieceSize = 64 * 1024

/** Reads a sheet of a workbook in a thread. @throws WrongHeaders on `file` or `sheet` */
export const openWorkbook = async (file: Upload, sheet: string | undefined) => {
  const tooLong = new WrongHeaders(
    'file',
    'It takes too long to read this workbook. Save the sheet as CSV UTF-8, and upload that file.',
  )
  const table = await runInThread(
    { kind: 'workbook', bytes: await readBytes(file.read(), file.size), sheet },
    tooLong,
  )
  if ('why' in table) throw new WrongHeaders(table.isSheet ? 'sheet' : 'file', table.why)
  const csv = Buffer.from(table.csv.buffer, table.csv.byteOffset, table.csv.byteLength)
  async function* read(): AsyncGenerator<Buffer> {
    for (let at = 0; at < csv.length; at += pieceSize) {
      // memory answers at once: without this, nothing else would run until the last piece
      await setImmediate()
      yield csv.subarray(at, at + pieceSize)
    }
  }
  return { sheets: table.sheets, sheet: table.sheet, read }
}
