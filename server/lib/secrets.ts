import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Keys } from './crypt.ts'
import type { Settings } from './env.ts'

const stored = z.object({
  encryption_keys: z.string(),
  index_key: z.string(),
  token_key: z.string(),
  database_password: z.string(),
  /** Where the embedded database lives when its user cannot reach DATA_DIR. */
  database_folder: z.nullish(z.string()),
})
export type Secrets = z.output<typeof stored>

const fileOf = (dataDir: string): string => join(dataDir, 'secrets.json')
const newKey = (): string => randomBytes(32).toString('base64')

/** Writes the secrets beside the data, readable by their owner alone. */
export const keepSecrets = (dataDir: string, secrets: Secrets): void => {
  writeFileSync(fileOf(dataDir), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
}

/** The secrets kept in DATA_DIR, made on the first start. */
export const readSecrets = (dataDir: string): Secrets => {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  if (existsSync(fileOf(dataDir))) return stored.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  const made: Secrets = {
    encryption_keys: `1:${newKey()}`,
    index_key: newKey(),
    token_key: newKey(),
    database_password: randomBytes(24).toString('base64url'),
  }
  keepSecrets(dataDir, made)
  return made
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64')

/** The keys: from the environment where given, else from the kept secrets. */
export const keysOf = (settings: Pick<Settings, 'secrets'>, kept: Secrets): Keys => ({
  encryption: (settings.secrets.encryptionKeys ?? kept.encryption_keys).split(',').map((pair) => {
    const [id = '', key = ''] = pair.split(':')
    return { id: Number(id), key: bytes(key) }
  }),
  index: bytes(settings.secrets.indexKey ?? kept.index_key),
  token: bytes(settings.secrets.tokenKey ?? kept.token_key),
})
