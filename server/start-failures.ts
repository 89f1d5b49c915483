import { NewerSchemaError } from './db/migrate.ts'
import { EmbeddedDatabaseError } from './db/embedded.ts'
import { WrongKeyError } from './db/key-fingerprints.ts'
import { SettingsError } from './lib/env.ts'
import { SecretsError } from './lib/secrets.ts'

/** Another Shipmate uses this data folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** Reports whether an error is a failure of the start whose message is for the operator. */
export const isTold = (error: unknown): error is Error =>
  [
    SettingsError,
    SecretsError,
    FolderInUseError,
    EmbeddedDatabaseError,
    NewerSchemaError,
    WrongKeyError,
  ].some((kind) => error instanceof kind)

/** What to say for the codes of PostgreSQL. */
const databaseSentences: Readonly<Record<string, string>> = {
  '28P01':
    'The database refused the password. Check DATABASE_URL and DATABASE_OWNER_URL, or restore secrets.json.',
  '28000': 'The database refused the login. Check DATABASE_URL and DATABASE_OWNER_URL.',
  '3D000': 'There is no such database. Create it, or check DATABASE_URL and DATABASE_OWNER_URL.',
  '42501': 'The database’s owner lacks a right that the start needs. Check DATABASE_OWNER_URL.',
  '53100': 'The database has no disk space left. Free some, then start again.',
  '53300': 'The database has no free connection. Raise max_connections, or stop what uses them.',
  '57P03': 'The database is starting or stopping. Start again in a moment.',
}

/** What to say for the codes of the network: the address is the database's. */
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ECONNRESET',
])

/** What to say for the codes of the file system. */
const fileSentences: Readonly<Record<string, string>> = {
  EACCES: 'This user may not use it. Give it back to the user that runs Shipmate, for example with chown.',
  EPERM: 'This user may not change it. Give it back to the user that runs Shipmate, for example with chown.',
  EROFS: 'The disk is read-only.',
  ENOSPC: 'The disk is full. Free some space, then start again.',
  EDQUOT: 'The disk quota is used up. Free some space, then start again.',
  ENOTDIR: 'A part of the path is not a folder.',
  EISDIR: 'It is a folder, not a file.',
}

const textOf = (error: unknown, key: string): string => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
  return typeof value === 'string' ? value : ''
}

/** Says in a sentence why the start failed; null for a failure that only its stack explains. */
export const sentenceOf = (error: unknown): string | null => {
  if (isTold(error)) return error.message
  const code = textOf(error, 'code')
  if (Object.hasOwn(databaseSentences, code)) return databaseSentences[code] ?? null
  if (networkCodes.has(code))
    return `The database can’t be reached (${code}). Check that it runs, and DATABASE_URL.`
  const path = textOf(error, 'path')
  const sentence = fileSentences[code]
  if (sentence !== undefined) return path === '' ? sentence : `${path}: ${sentence}`
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return cause === undefined ? null : sentenceOf(cause)
}
