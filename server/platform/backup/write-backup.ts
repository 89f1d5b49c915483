import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip as gzipWith } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { countText } from '#server/platform/lib/count-text.ts'
import { FileStoreUnavailableError, sealedSize, type FileStore } from '#server/platform/lib/files.ts'
import { writeArchive, type Lock } from './archive.ts'
import { layoutVersion, type Contents, type Manifest } from './manifest.ts'
import {
  copiedPart,
  listMigrations,
  listNamedFiles,
  listSequences,
  listTables,
  nameOf,
  type BackupTable,
  type NamedFile,
} from './tables.ts'

const gzip = promisify(gzipWith)

/** Bytes of a table’s text in one file of the archive: a tar file’s size must be known before it begins. */
const partSize = 4 * 1024 * 1024

interface BackupSource {
  /** The login of the tables’ owner. */
  readonly url: string
  readonly store: FileStore
  /** The text of the anchors’ file, read before the backup begins. */
  readonly anchors: string
  /** The text of `secrets.json`, to be in the backup; null without. */
  readonly secrets: string | null
  readonly version: string
  readonly lock: Lock
}

type Archive = Awaited<ReturnType<typeof writeArchive>>

/**
 * Writes a backup of a database and its files while both are used: all tables as of one moment, then the files that their rows
 * name. Files are stored before their rows and never changed, so they are of that moment too. `report` gets a line of progress.
 */
export const writeBackup = async (
  { url, store, anchors, secrets, version, lock }: BackupSource,
  target: Writable,
  report: (line: string) => void,
): Promise<Manifest & { readonly contents: Contents }> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const tables = await listTables(client)
    const { rows } = await client.query<{ at: Date }>('select now() as at')
    const manifest: Manifest = {
      layout: layoutVersion,
      version,
      at: (rows[0]?.at ?? new Date()).toISOString(),
      migrations: await listMigrations(client),
      tables,
      anchors,
      secrets,
    }
    const archive = await writeArchive(target, lock)
    await archive.add('manifest.json', Buffer.from(JSON.stringify(manifest)))
    const written: Contents['tables'] = {}
    for (const table of tables) {
      written[nameOf(table)] = await writeTable(client, archive, table)
      report(`${nameOf(table)}: ${countText(written[nameOf(table)]?.rows ?? 0, 'row')}`)
    }
    const named = await listNamedFiles(client, tables)
    const sequences = await listSequences(client)
    // what a long copy of files no longer needs keeps the database from cleaning up
    await client.query('commit')
    const files = await writeFiles(store, archive, named, report)
    const contents = { tables: written, ...files, sequences }
    await archive.add('contents.json', Buffer.from(JSON.stringify(contents)))
    await archive.end()
    return { ...manifest, contents }
  } finally {
    await client.end()
  }
}

/** Writes the rows of a table in PostgreSQL’s text format, in compressed parts. */
const writeTable = async (
  client: pg.Client,
  archive: Archive,
  table: BackupTable,
): Promise<Contents['tables'][string]> => {
  const hash = createHash('sha256')
  let [rows, parts, length, waiting]: [number, number, number, Buffer[]] = [0, 0, 0, []]
  const flush = async (): Promise<void> => {
    const name = `tables/${table.schema}.${table.name}/${String(parts).padStart(6, '0')}.gz`
    await archive.add(name, await gzip(Buffer.concat(waiting)))
    parts += 1
    length = 0
    waiting = []
  }
  for await (const bytes of client.query(copyTo(`copy ${copiedPart(table)} to stdout`))) {
    const piece = bytes as Buffer
    hash.update(piece)
    // a line is a row: the format writes line breaks within values as \n
    for (const byte of piece) if (byte === 10) rows += 1
    waiting.push(piece)
    length += piece.length
    if (length >= partSize) await flush()
  }
  if (length > 0) await flush()
  return { rows, sha256: hash.digest('hex') }
}

/** Writes files as the store has them, which is encrypted. */
const writeFiles = async (
  store: FileStore,
  archive: Archive,
  named: readonly NamedFile[],
  report: (line: string) => void,
): Promise<Pick<Contents, 'files' | 'missing'>> => {
  const files: Contents['files'] = {}
  const missing: string[] = []
  for (const [index, { name, size }] of named.entries()) {
    const stored = sealedSize(size)
    const bytes = await openStored(store, name, stored)
    if (bytes === null) missing.push(name)
    else files[name] = { size: stored, sha256: await archive.stream(`files/${name}`, bytes, stored) }
    if ((index + 1) % 1000 === 0) report(`${index + 1} of ${named.length} files`)
  }
  return { files, missing }
}

/** Returns the bytes of a stored file; null if the store doesn’t have it. */
const openStored = async (store: FileStore, name: string, size: number): Promise<Readable | null> => {
  if (size === 0) return Readable.from([])
  try {
    return await store.get(name, 0, size - 1)
  } catch (error) {
    if (error instanceof FileStoreUnavailableError && error.isMissing) return null
    throw error
  }
}
