import { writeFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { assertKeys } from '#server/platform/db/key-fingerprints.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { usualRoles, type RoleNames } from '#server/platform/db/roles.ts'
import type { FileStore } from '#server/platform/lib/files.ts'
import type { Keys } from '#server/platform/lib/crypt.ts'
import type { Logger } from '#server/platform/lib/log.ts'
import { BackupError } from './archive.ts'
import type { Contents, Manifest } from './manifest.ts'
import type { openBackup } from './read-backup.ts'
import { copiedPart, listMigrations, nameOf, openForLoading, type BackupTable } from './tables.ts'

interface RestoreTarget {
  /** The login of the database’s owner. */
  readonly url: string
  /** The roles of the installation; the usual ones by default. */
  readonly names?: RoleNames
  readonly store: FileStore
  /** The keys of the installation, which must be those of the data; null for a copy that no one decrypts. */
  readonly keys: Keys | null
  /** Former keys for anti-forgery tokens; none by default. */
  readonly formerTokens?: readonly Buffer[]
  /** The path of the anchors’ file. */
  readonly anchorsFile: string
  readonly log: Logger
}

type OpenBackup = Awaited<ReturnType<typeof openBackup>>

/**
 * Restores a backup into an empty database, in one transaction, and its files into a store; then applies the migrations that
 * came after it. What failed changed no row, and can be repeated.
 * Counters go on where they were. Sessions aren’t restored: one may have been ended since. @throws BackupError, and
 * WrongKeyError if the data was encrypted with other keys
 */
export const restoreBackup = async (
  backup: OpenBackup,
  { url, names = usualRoles, store, keys, formerTokens = [], anchorsFile, log }: RestoreTarget,
  report: (line: string) => void,
): Promise<Contents> => {
  await migrate(url, log, { names, only: backup.manifest.migrations.ours })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await assertUnused(client, backup.manifest)
    await client.query('begin')
    const close = await openForLoading(client, backup.manifest.tables)
    const contents = await load(client, backup, store, report)
    report('Checking references …')
    await close()
    await assertCounts(client, contents)
    if (keys !== null) assertKeys(await readFingerprints(client), keys, formerTokens)
    await client.query('delete from sessions')
    for (const { schema, name, last } of contents.sequences)
      await client.query('select setval($1::regclass, $2)', [nameOf({ schema, name }), last])
    if (backup.manifest.anchors !== '') writeFileSync(anchorsFile, backup.manifest.anchors, { mode: 0o600 })
    await client.query('commit')
    await client.query('analyze')
    await migrate(url, log, { names })
    return contents
  } finally {
    await client.end()
  }
}

const readFingerprints = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string; fingerprint: Buffer }>(
    'select name, fingerprint from key_fingerprints',
  )
  return rows
}

/** A database with a school or a user is in use. @throws BackupError */
const assertUnused = async (client: pg.Client, { migrations }: Manifest): Promise<void> => {
  // scope: whether the database has any school at all, before a restore
  const { rows } = await client.query<{ is_used: boolean }>(
    'select exists (select from schools) or exists (select from users) as is_used',
  )
  if (rows[0]?.is_used !== false)
    throw new BackupError('The database isn’t empty. Restore into a new one, so that nothing is overwritten.')
  const { queue } = await listMigrations(client)
  if (queue !== migrations.queue)
    throw new BackupError(
      'The backup was made by a version of Shipmate with another queue. Use that version.',
    )
}

/** Loads the content of a backup, table by table. */
const load = async (
  client: pg.Client,
  backup: OpenBackup,
  store: FileStore,
  report: (line: string) => void,
): Promise<Contents> => {
  const tables = new Map(backup.manifest.tables.map((table) => [nameOf(table), table]))
  let loading: { readonly name: string; readonly stream: Writable } | null = null
  const finish = async (): Promise<void> => {
    if (!loading) return
    const { name, stream } = loading
    loading = null
    await answered((done) => stream.end(done))
    report(name)
  }
  const contents = await backup.read({
    rows: async (name, text) => {
      if (loading?.name !== name) {
        await finish()
        loading = { name, stream: openTable(client, tables.get(name), name) }
      }
      const { stream } = loading
      await answered((done) => stream.write(text, done))
    },
    file: async (name, bytes, size) => {
      await finish()
      await store.put(name, bytes, size)
    },
  })
  await finish()
  return contents
}

/** Waits for a stream’s answer, which also comes from one that has failed. */
const answered = (act: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    act((error) => (error ? reject(error) : resolve()))
  })

const openTable = (client: pg.Client, table: BackupTable | undefined, name: string): Writable => {
  if (!table) throw new BackupError(`The backup has rows of ${name}, which it doesn’t list.`)
  const stream = client.query(copyFrom(`copy ${copiedPart(table)} from stdin`))
  // who writes is told
  stream.on('error', () => undefined)
  return stream
}

const assertCounts = async (client: pg.Client, { tables }: Contents): Promise<void> => {
  for (const [name, { rows: expected }] of Object.entries(tables)) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`)
    if (Number(rows[0]?.count) !== expected)
      throw new BackupError(`${name} has ${rows[0]?.count} rows; the backup has ${expected}.`)
  }
}
