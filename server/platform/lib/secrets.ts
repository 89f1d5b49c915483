import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import type { Keys } from './crypt.ts'
import { isKey, isKeyList, isTokenKeys, type Settings } from './env.ts'

const stored = z.object({
  encryption_keys: z.string().check(z.refine(isKeyList)),
  index_key: z.string().check(z.refine(isKey)),
  token_key: z.string().check(z.refine(isTokenKeys)),
  database_password: z.string().check(z.minLength(16)),
  /** The folder of the embedded database if its user can’t access DATA_DIR. */
  database_folder: z.nullish(z.string().check(z.minLength(1))),
})
export type Secrets = z.output<typeof stored>

/** Thrown when the saved secrets can’t be used; the message says why and how to fix it. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError'
}

const fileOf = (dataDir: string): string => join(resolve(dataDir), 'secrets.json')
const newKey = (): string => randomBytes(32).toString('base64')

/**
 * Writes the secrets next to the data, readable only by their owner. A power failure leaves the old file or the
 * new one.
 */
export const ensureSecrets = (dataDir: string, secrets: Secrets): void => {
  const unfinished = `${fileOf(dataDir)}.${randomBytes(8).toString('hex')}`
  const file = openSync(unfinished, 'wx', 0o600)
  try {
    writeSync(file, `${JSON.stringify(secrets, null, 2)}\n`)
    fsyncSync(file)
    renameSync(unfinished, fileOf(dataDir))
  } catch (error) {
    rmSync(unfinished)
    throw error
  } finally {
    closeSync(file)
  }
}

/** Reads the secrets in DATA_DIR, or creates them on the first start. @throws SecretsError */
export const readSecrets = (dataDir: string): Secrets => {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  if (existsSync(fileOf(dataDir))) return parse(fileOf(dataDir))
  // new keys couldn't decrypt an existing database
  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new SecretsError(
      `${fileOf(dataDir)} is missing, but its database exists. Restore the file from a backup. Without its keys, the data can’t be read.`,
    )
  const made: Secrets = {
    encryption_keys: `1:${newKey()}`,
    index_key: newKey(),
    token_key: newKey(),
    database_password: randomBytes(24).toString('base64url'),
  }
  ensureSecrets(dataDir, made)
  return made
}

/** Saves the secrets of a backup in a folder that has none. @throws SecretsError if they can’t be used */
export const restoreSecrets = (dataDir: string, text: string): void => {
  const parsed = stored.safeParse(JSON.parse(text))
  if (!parsed.success) throw new SecretsError('The keys in the backup can’t be used.')
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  // where the database was is of the other machine
  ensureSecrets(dataDir, { ...parsed.data, database_folder: null })
}

/**
 * Puts a new encryption key before the saved ones: it writes from the next start on. Returns its number.
 * @throws SecretsError if the keys are in a setting, or no number is left
 */
export const addKey = ({ secrets, dataDir }: Pick<Settings, 'secrets' | 'dataDir'>): number => {
  const kept = readSecrets(dataDir)
  const keys = keysOf({ secrets }, kept).encryption
  const id = Math.max(...keys.map((key) => key.id)) + 1
  if (secrets.encryptionKeys !== null)
    throw new SecretsError(`ENCRYPTION_KEYS is set. Put the new key first there: ${id}:${newKey()},…`)
  if (id > 255) throw new SecretsError('No number is left for a new key.')
  ensureSecrets(dataDir, { ...kept, encryption_keys: `${id}:${newKey()},${kept.encryption_keys}` })
  return id
}

const parse = (file: string): Secrets => {
  // another user who can read the keys can read everything
  if ((statSync(file).mode & 0o077) !== 0)
    throw new SecretsError(`Other users of this machine can read ${file}. Run: chmod 600 ${file}`)
  const parsed = stored.safeParse(readJson(file))
  if (parsed.success) return parsed.data
  const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? 'everything')))
  throw new SecretsError(
    `${file} can’t be used. ${[...names].join(', ')} is missing or has the wrong format. Restore the file from a backup.`,
  )
}

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new SecretsError(`${file} is empty or damaged. Restore the file from a backup.`)
  }
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64')

const textsOf = ({ secrets }: Pick<Settings, 'secrets'>, kept: Secrets) => ({
  encryption: secrets.encryptionKeys ?? kept.encryption_keys,
  index: secrets.indexKey ?? kept.index_key,
  token: secrets.tokenKey ?? kept.token_key,
})

/** Returns the keys from the environment, or else from the saved secrets. */
export const keysOf = (settings: Pick<Settings, 'secrets'>, kept: Secrets): Keys => {
  const { encryption, index, token } = textsOf(settings, kept)
  return {
    encryption: encryption.split(',').map((pair) => {
      const [id = '', key = ''] = pair.split(':')
      return { id: Number(id), key: bytes(key) }
    }),
    index: bytes(index),
    token: bytes(token.split(',')[0] ?? ''),
  }
}

/** Returns the previous token keys, listed after the current one. */
export const previousTokenKeys = (settings: Pick<Settings, 'secrets'>, kept: Secrets): Buffer[] =>
  textsOf(settings, kept).token.split(',').slice(1).map(bytes)
