import { sql } from 'kysely'
import pg from 'pg'
import { listNamedFiles, listTables } from '#server/platform/backup/index.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isWrittenOtherwise } from '#server/platform/db/key-fingerprints.ts'
import type { EncryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { type Keys, encryptAgain, keyOf } from '#server/platform/lib/crypt.ts'
import { createFiles, FileStoreUnavailableError, type FileStore } from '#server/platform/lib/files.ts'
import { encryptedColumns } from './encrypted-columns.ts'

/** What a rotation reads and writes. */
interface Rotation {
  /** The database as its owner. */
  readonly db: Database
  /** The owner’s login. */
  readonly url: string
  readonly store: FileStore
  readonly keys: Keys
  /** Called with what was done, line by line. */
  readonly say: (line: string) => void
}

interface Rotated {
  readonly values: number
  readonly files: number
  /** Saved responses that still need a former key; they’re deleted within a day. */
  readonly waiting: number
  /** The keys that nothing needs any more, except backups. */
  readonly retired: readonly number[]
}

/** Thrown when keys can’t be rotated; the message says why. */
export class RotationError extends Error {
  override readonly name = 'RotationError'
}

/** Blocks of a table that are looked through at once, and values that are written in one transaction. */
const [blocks, batch] = [1000, 100]

/** Passes over a table until nothing is left; a server that still writes with a former key would never let it end. */
const mostPasses = 5

/**
 * Encrypts everything again with the first key, while servers run: values in short transactions, and files one by one under
 * their names. What it did stays done if it’s stopped, and the next run does the rest. Keys that nothing needs any more can be
 * removed from the settings then. @throws RotationError
 */
export const rotateKeys = async (rotation: Rotation): Promise<Rotated> => {
  const { db, keys, url } = rotation
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // one at a time: two would write the same file at once; the lock ends with the connection
    const { rows } = await client.query<{ is_ours: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('shipmate_rotate_keys', 0)) as is_ours`,
    )
    if (rows[0]?.is_ours !== true) throw new RotationError('Another rotation is running.')
    await assertWritten(rotation)
    const values = await encryptValues(rotation)
    const files = await encryptFiles(rotation, await listNamedFiles(client, await listTables(client)))
    const waiting = await countWaiting(db, currentKey(keys))
    await assertWritten(rotation)
    return { values, files, waiting, retired: waiting > 0 ? [] : await retire(db, keys) }
  } finally {
    await client.end()
  }
}

/** What a server writes with a former key after this would be unreadable without it. @throws RotationError */
const assertWritten = async ({ db, keys }: Rotation): Promise<void> => {
  if (await isWrittenOtherwise(db, keys))
    throw new RotationError(
      `A server doesn’t write with key ${currentKey(keys)} yet. Restart every server, and then run this again.`,
    )
}

const currentKey = ({ encryption: [first] }: Keys): number => {
  if (!first) throw new RotationError('No encryption key is set.')
  return first.id
}

const encryptValues = async (rotation: Rotation): Promise<number> => {
  let total = 0
  for (const column of encryptedColumns) {
    const done = await encryptColumn(rotation, column)
    if (done > 0) rotation.say(`${column.table}.${column.column}: ${done.toLocaleString('en-US')}`)
    total += done
  }
  return total
}

const encryptColumn = async (rotation: Rotation, column: EncryptedColumn): Promise<number> => {
  let total = 0
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const done = await passOver(rotation, column)
    if (done === 0) return total
    total += done
  }
  throw new RotationError(
    `${column.table} still gets values of a former key. Restart every server, and then run this again.`,
  )
}

/** Encrypts what a former key encrypted, from the first block of the table to the last. Returns how many values. */
const passOver = async ({ db, keys }: Rotation, column: EncryptedColumn): Promise<number> => {
  const { rows } = await sql<{ many: number }>`
    select ceil(pg_relation_size(${column.table}) / current_setting('block_size')::float8)::int as many`.execute(
    db,
  )
  const last = rows[0]?.many ?? 0
  let done = 0
  for (let from = 0; from < last; from += blocks) {
    const places = await findFormer(db, column, currentKey(keys), from)
    for (let at = 0; at < places.length; at += batch)
      done += await encryptRows(db, keys, column, places.slice(at, at + batch))
  }
  return done
}

/** Returns the row places of values of former keys in some blocks. A bound value’s key is its second byte. */
const findFormer = async (
  db: Database,
  { table, column }: EncryptedColumn,
  current: number,
  from: number,
): Promise<string[]> => {
  const head = sql`substring(${sql.ref(column)} from 1 for 2)`
  // scope: values of every school, shown to no one
  const { rows } = await sql<{ place: string }>`
    select ctid::text as place from ${sql.table(table)}
    where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + blocks},0)`}::tid and ${sql.ref(column)} is not null
      and get_byte(${head}, case get_byte(${head}, 0) when 0 then 1 else 0 end) <> ${current}`.execute(db)
  return rows.map(({ place }) => place)
}

/** Encrypts the values of some rows again. A row that changed meanwhile is left for the next pass. */
const encryptRows = async (
  db: Database,
  keys: Keys,
  { table, column, values, place }: EncryptedColumn,
  places: readonly string[],
): Promise<number> => {
  const needed = sql.join([
    sql`t.ctid::text as row_place`,
    sql`${sql.ref(`t.${column}`)} as cipher`,
    ...Object.entries(values).map(([name, value]) => sql`${sql.raw(value)} as ${sql.ref(name)}`),
  ])
  // scope: values of every school, decrypted and shown to no one
  const { rows } = await sql<{ row_place: string; cipher: Buffer | null }>`
    select ${needed} from ${sql.table(table)} t where t.ctid = any(${places}::tid[])`.execute(db)
  const found = rows.flatMap(({ row_place, cipher, ...row }) =>
    cipher === null ? [] : [{ row_place, cipher, again: encryptAgain(keys, place(row), cipher) }],
  )
  // scope: as above; only values that are still those
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t set ${sql.ref(column)} = written.again
    from unnest(${found.map((one) => one.row_place)}::tid[], ${found.map(({ cipher }) => cipher)}::bytea[],
      ${found.map(({ again }) => again)}::bytea[]) as written(row_place, cipher, again)
    where t.ctid = written.row_place and ${sql.ref(`t.${column}`)} = written.cipher`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const encryptFiles = async (
  { store, keys, say }: Rotation,
  named: Awaited<ReturnType<typeof listNamedFiles>>,
): Promise<number> => {
  const files = createFiles(store, keys)
  let done = 0
  for (const { name, size } of named) {
    if (size === 0 || !(await needsKey(store, name, currentKey(keys)))) continue
    await files.encryptAgain(name, size)
    done += 1
    if (done % 1000 === 0) say(`files: ${done.toLocaleString('en-US')}`)
  }
  return done
}

/** Returns whether a former key encrypted a file. One that isn’t in the store needs none. */
const needsKey = async (store: FileStore, name: string, current: number): Promise<boolean> => {
  try {
    for await (const head of await store.get(name, 0, 0)) return keyOf(head as Buffer) !== current
  } catch (error) {
    if (!(error instanceof FileStoreUnavailableError && error.isMissing)) throw error
  }
  return false
}

const countWaiting = async (db: Database, current: number): Promise<number> => {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from idempotency_keys
    where jsonb_typeof(reply) = 'string' and get_byte(decode(left(reply #>> '{}', 4), 'base64'), 0) <> ${current}`.execute(
    db,
  )
  return rows[0]?.many ?? 0
}

/** Forgets the fingerprints of former keys, so that servers start without them. */
const retire = async (db: Database, keys: Keys): Promise<number[]> => {
  const former = keys.encryption.slice(1).map(({ id }) => id)
  if (former.length === 0) return []
  await db
    .deleteFrom('key_fingerprints')
    .where(
      'name',
      'in',
      former.map((id) => `encryption:${id}`),
    )
    .execute()
  return former
}
