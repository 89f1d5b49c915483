import { createHmac } from 'node:crypto'
import type { Keys } from '../lib/crypt.ts'
import type { Database } from './database.ts'

/** A key is not the one that this database was written with; the message says which. */
export class WrongKeyError extends Error {
  override readonly name = 'WrongKeyError'
}

/** Tells keys apart without telling anything about them. */
const fingerprintOf = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('shipmate key fingerprint').digest()

interface Use {
  readonly name: string
  readonly setting: string
  readonly key: Buffer
  /** Keys that may be recorded as well: `key` replaces them. */
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
 * Checks the keys against their fingerprints in the database, as its owner, and records those of new keys.
 * @throws WrongKeyError when a key differs, or one that records were encrypted with is missing
 */
export const checkKeys = async (
  owner: Database,
  keys: Keys,
  formerTokens: readonly Buffer[],
): Promise<void> => {
  const rows = await owner.selectFrom('key_fingerprints').select(['name', 'fingerprint']).execute()
  const recorded = new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]))
  const uses = usesOf(keys, formerTokens)
  for (const { name, setting, key, former } of uses) {
    const fingerprint = recorded.get(name)
    if (fingerprint && ![key, ...former].some((each) => fingerprintOf(each).equals(fingerprint)))
      throw wrongKey(`The ${setting} is not the one that this database was written with.`)
  }
  const missing = [...recorded.keys()].find((name) => !uses.some((use) => use.name === name))
  if (missing !== undefined)
    throw wrongKey(`The key ${missing.replace('encryption:', '')} of ENCRYPTION_KEYS is missing.`)
  for (const { name, key } of uses)
    await owner
      .insertInto('key_fingerprints')
      .values({ name, fingerprint: fingerprintOf(key) })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet(({ ref }) => ({ fingerprint: ref('excluded.fingerprint') })),
      )
      .execute()
}

const wrongKey = (what: string): WrongKeyError =>
  new WrongKeyError(
    `${what} Restore secrets.json, or the setting, from a backup: the data can’t be read without it.`,
  )
