import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip as gunzipWith } from 'node:zlib'
import { BackupError, readArchive, type ArchiveEntry, type Unlock } from './archive.ts'
import { contents, manifest, readPart, type Contents, type Manifest } from './manifest.ts'
import { nameOf } from './tables.ts'

const gunzip = promisify(gunzipWith)

/** What is done with the content of a backup while it’s read. */
interface Use {
  /** Gets text of a table, in the order of its rows. */
  rows(table: string, text: Buffer): Promise<void>
  /** Takes a file and reads its bytes to their end. */
  file(name: string, bytes: Readable, size: number): Promise<void>
}

/** A backup that was opened: what it is, and how to read the rest. */
interface OpenBackup {
  readonly manifest: Manifest
  /** Reads the content and compares it with what has to be in it. @throws BackupError */
  read(use: Use): Promise<Contents>
}

/** Opens a backup. @throws BackupError */
export const openBackup = async (source: Readable, unlock: Unlock): Promise<OpenBackup> => {
  const entries = readArchive(source, unlock)
  const { value: first } = await entries.next()
  if (first?.name !== 'manifest.json') throw new BackupError('This isn’t a backup of Shipmate.')
  return {
    manifest: readPart(manifest, await buffer(first.bytes)),
    read: (use) => readContents(entries, use),
  }
}

const readContents = async (entries: AsyncIterable<ArchiveEntry>, use: Use): Promise<Contents> => {
  const tables = new Map<string, Hash>()
  const files: Contents['files'] = {}
  for await (const { name, size, bytes } of entries) {
    const [kind, table = ''] = name.split('/')
    if (kind === 'tables') await readRows(tables, tableOf(table), bytes, use)
    else if (kind === 'files') {
      const file = name.slice('files/'.length)
      files[file] = { size, sha256: await hashed(bytes, () => use.file(file, bytes, size)) }
    } else if (name === 'contents.json') {
      const expected = readPart(contents, await buffer(bytes))
      assertSame(expected, tables, files)
      return expected
    }
  }
  throw new BackupError('The backup was cut off: its end is missing.')
}

/** Returns a table as the list of contents names it. */
const tableOf = (folder: string): string => {
  const [schema = '', name = ''] = folder.split('.')
  return nameOf({ schema, name })
}

const readRows = async (
  tables: Map<string, Hash>,
  table: string,
  bytes: Readable,
  use: Use,
): Promise<void> => {
  const text = await gunzip(await buffer(bytes))
  const hash = tables.get(table) ?? createHash('sha256')
  tables.set(table, hash.update(text))
  await use.rows(table, text)
}

/** Returns the SHA-256 of bytes that something reads. */
const hashed = async (bytes: Readable, read: () => Promise<void>): Promise<string> => {
  const hash = createHash('sha256')
  bytes.on('data', (piece: Buffer) => hash.update(piece))
  bytes.pause()
  await read()
  return hash.digest('hex')
}

const assertSame = (
  expected: Contents,
  tables: ReadonlyMap<string, Hash>,
  files: Contents['files'],
): void => {
  for (const [name, { sha256 }] of Object.entries(expected.tables))
    // an empty table has no part
    if ((tables.get(name) ?? createHash('sha256')).digest('hex') !== sha256)
      throw new BackupError(`The rows of ${name} aren’t those that were saved.`)
  for (const [name, { sha256 }] of Object.entries(expected.files))
    if (files[name]?.sha256 !== sha256)
      throw new BackupError(`The file ${name} isn’t the one that was saved.`)
}
