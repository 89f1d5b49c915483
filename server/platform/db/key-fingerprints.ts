import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Keys } from '#server/platform/lib/crypt.ts'
import type { Database } from './database.ts'

/** Thrown when a key isn’t the one this database was written with; the message names the key. */
export class WrongKeyError extends Error {
  override readonly name = 'WrongKeyError'
}

/** Returns a fingerprint of a key that reveals nothing about it. */
const fingerprintOf = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('shipmate key fingerprint').digest()

interface Use {
  readonly name: string
  readonly setting: string
  readonly key: Buffer
  /** Returns the other fingerprints a key can have in the database; `key` replaces them. */
  readonly former: readonly Buffer[]
}

const usesOf = (keys: Keys, formerTokens: readonly Buffer[]): Use[] => [
  ...keys.encryption.map(({ id, key }) => ({
    name: `encryption:${id}`,
    setting: `key ${id} of ENCRYPTION_KEYS`,
    key,
    former: [],
  })),
  { name: 'index', setting: 'INDEX_KEY', key: keys.index, former: [] },
  { name: 'token', setting: 'TOKEN_KEY', key: keys.token, former: formerTokens },
]

/**
 * Compares the keys with their fingerprints in the database, as its owner, and saves fingerprints of new keys.
 * @throws WrongKeyError if a key differs, or one that encrypted records is missing
 */
export const checkKeys = async (
  owner: Database,
  keys: Keys,
  formerTokens: readonly Buffer[],
): Promise<void> => {
  assertKeys(
    await owner.selectFrom('key_fingerprints').select(['name', 'fingerprint']).execute(),
    keys,
    formerTokens,
  )
  for (const { name, key } of usesOf(keys, formerTokens))
    await owner
      .insertInto('key_fingerprints')
      .values({ name, fingerprint: fingerprintOf(key) })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet(({ ref }) => ({ fingerprint: ref('excluded.fingerprint') })),
      )
      .execute()
}

/**
 * Compares the keys with fingerprints that were recorded.
 * @throws WrongKeyError if a key differs, or one that encrypted records is missing
 */
export const assertKeys = (
  rows: readonly { readonly name: string; readonly fingerprint: Buffer }[],
  keys: Keys,
  formerTokens: readonly Buffer[],
): void => {
  const recorded = new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]))
  const uses = usesOf(keys, formerTokens)
  for (const { name, setting, key, former } of uses) {
    const fingerprint = recorded.get(name)
    if (fingerprint && ![key, ...former].some((each) => fingerprintOf(each).equals(fingerprint)))
      throw wrongKey(`The ${setting} isn’t the one this database uses.`)
  }
  const missing = [...recorded.keys()].find((name) => !uses.some((use) => use.name === name))
  if (missing !== undefined)
    throw wrongKey(`Key ${missing.replace('encryption:', '')} is missing from ENCRYPTION_KEYS.`)
}

/** Returns what the connections of a process are called, which tells with which key it writes. */
export const nameWithKey = ({ encryption: [first] }: Keys): string => `shipmate key ${first?.id}`

/** Returns whether a process that writes with another key uses the database, or none that knows this key ever has. */
export const isWrittenOtherwise = async (owner: Database, keys: Keys): Promise<boolean> => {
  const { rows } = await sql<{ is_other: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database()
        and application_name like 'shipmate key %' and application_name <> ${nameWithKey(keys)})
      or not exists (select from key_fingerprints
        where name = ${`encryption:${keys.encryption[0]?.id}`}) as is_other`.execute(owner)
  return rows[0]?.is_other === true
}

const wrongKey = (what: string): WrongKeyError =>
  new WrongKeyError(
    `${what} Restore secrets.json or the setting from a backup. Without it, the data can’t be read.`,
  )
