import { crc32, inflateRawSync } from 'node:zlib'
import type { Unreadable } from './check-file.ts'

/** Bytes of text that a Word file may have; more would fill the memory. */
const mostText = 100 * 2 ** 20

/** Opens the text of a Word file: a ZIP archive. */
export const openWord = async (bytes: Buffer): Promise<Unreadable | null> => {
  try {
    const parts = listEntries(bytes).filter(({ name }) => /^word\/document\d*\.xml$/.test(name))
    return parts.length > 0 && parts.every((part) => isComplete(bytes, part)) ? null : 'damaged'
  } catch {
    return 'damaged'
  }
}

interface Entry {
  readonly name: string
  readonly method: number
  readonly checksum: number
  readonly packed: number
  /** Where its header starts. */
  readonly at: number
}

const signatures = { end: Buffer.from('PK\u0005\u0006'), entry: 0x02014b50, header: 0x04034b50 }

/** Lists the entries of an archive from the directory at its end. @throws RangeError if it’s cut off */
const listEntries = (bytes: Buffer): Entry[] => {
  const end = bytes.lastIndexOf(signatures.end)
  const count = bytes.readUInt16LE(end + 10)
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  while (entries.length < count && bytes.readUInt32LE(at) === signatures.entry) {
    const length = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + length),
      method: bytes.readUInt16LE(at + 10),
      checksum: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

const isComplete = (bytes: Buffer, { method, checksum, packed, at }: Entry): boolean => {
  if (bytes.readUInt32LE(at) !== signatures.header) return false
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const data = bytes.subarray(start, start + packed)
  return crc32(method === 0 ? data : inflateRawSync(data, { maxOutputLength: mostText })) === checksum
}

/** Entries of an old Word file’s directory are 128 bytes, each starting with its name in UTF-16. */
const nameOf = (name: string): Buffer => Buffer.from(`${name}\0`, 'utf16le')

/** Opens an old Word file: a small file system in sectors, with its text in `WordDocument`. */
export const openOldWord = async (bytes: Buffer): Promise<Unreadable | null> => {
  // a Word file of today that needs a password is stored like this
  if (bytes.includes(nameOf('EncryptedPackage'))) return 'locked'
  const entry = bytes.indexOf(nameOf('WordDocument'))
  if (entry === -1 || entry + 128 > bytes.length) return 'damaged'
  const sector = 2 ** bytes.readUInt16LE(30)
  const text = (bytes.readUInt32LE(entry + 116) + 1) * sector
  // Word's own signature, and the flag of a file that needs a password
  if (text + 12 > bytes.length || bytes.readUInt16LE(text) !== 0xa5ec) return 'damaged'
  if ((bytes.readUInt16LE(text + 10) & 0x100) !== 0) return 'locked'
  return bytes.length < usedSectors(bytes, sector) * sector ? 'damaged' : null
}

const freeSector = 0xffffffff

/** Returns how many sectors an old Word file has, by the tables that its header lists. */
const usedSectors = (bytes: Buffer, sector: number): number => {
  let last = -1
  for (let index = 0; index < Math.min(bytes.readUInt32LE(44), 109); index += 1) {
    const table = (bytes.readUInt32LE(76 + index * 4) + 1) * sector
    for (let at = 0; at < sector && table + at + 4 <= bytes.length; at += 4)
      if (bytes.readUInt32LE(table + at) !== freeSector) last = (index * sector + at) / 4
  }
  return last + 2
}
