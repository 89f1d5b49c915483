import { BackupError } from '#server/platform/backup/index.ts'
import { NewerSchemaError } from '#server/platform/db/migrate.ts'
import { EmbeddedDatabaseError } from '#server/platform/db/embedded.ts'
import { WrongKeyError } from '#server/platform/db/key-fingerprints.ts'
import { SettingsError } from '#server/platform/lib/settings-error.ts'
import { RotationError } from './rotate-keys.ts'
import { FileStoreUnavailableError } from '#server/platform/lib/files.ts'
import { SecretsError } from '#server/platform/lib/secrets.ts'

/** Thrown when another Shipmate uses this data folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** Returns whether an error is a failure of the start with a message for the operator. */
const isExplained = (error: unknown): error is Error =>
  [
    SettingsError,
    SecretsError,
    FolderInUseError,
    EmbeddedDatabaseError,
    NewerSchemaError,
    WrongKeyError,
    BackupError,
    RotationError,
  ].some((kind) => error instanceof kind)

const isUnknownAuthority =
  'No known authority signed the database’s certificate. Add sslrootcert= with the path of your authority’s certificate to DATABASE_URL and DATABASE_OWNER_URL.'

/** Messages for the error codes of PostgreSQL, and for those of its certificate. */
const databaseSentences: Readonly<Record<string, string>> = {
  '28P01':
    'The database rejected the password. Check DATABASE_URL and DATABASE_OWNER_URL, or restore secrets.json.',
  '28000':
    'The database rejected the login. Check DATABASE_URL and DATABASE_OWNER_URL. If it only takes encrypted connections, add ?sslmode=verify-full to both.',
  '3D000': 'The database doesn’t exist. Create it, or check DATABASE_URL and DATABASE_OWNER_URL.',
  '42P01': 'The database has no tables of Shipmate, or not all of them. Start Shipmate, which migrates it.',
  '42703': 'The database is of an older Shipmate. Start this one, which migrates it.',
  '42501': 'The database owner doesn’t have a permission that the start needs. Check DATABASE_OWNER_URL.',
  '53100': 'The database is out of disk space. Free some space, then start again.',
  '53300':
    'The database has no free connections. Raise max_connections, or stop other programs that use them.',
  '57P03': 'The database is starting or stopping. Start again in a moment.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The database’s certificate is for another host name. Use that name in DATABASE_URL and DATABASE_OWNER_URL.',
  CERT_HAS_EXPIRED: 'The database’s certificate has expired. Renew it.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: isUnknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: isUnknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: isUnknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: isUnknownAuthority,
}

/** Messages for network error codes; the address is the database’s. */
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ECONNRESET',
])

/** Messages for file system error codes. */
const fileSentences: Readonly<Record<string, string>> = {
  ENOENT: 'The file or its folder doesn’t exist.',
  EACCES: 'The user that runs Shipmate can’t access it. Change its owner, for example with chown.',
  EPERM: 'The user that runs Shipmate can’t change it. Change its owner, for example with chown.',
  EROFS: 'The disk is read-only.',
  ENOSPC: 'The disk is full. Free some space, then start again.',
  EDQUOT: 'The disk quota is used up. Free some space, then start again.',
  EEXIST: 'It’s a file, not a folder.',
  ENOTDIR: 'Part of the path isn’t a folder.',
  EISDIR: 'It’s a folder, not a file.',
}

const textOf = (error: unknown, key: string): string => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
  return typeof value === 'string' ? value : ''
}

const databaseSentenceOf = (code: string, message: string): string | null => {
  // the driver gives it no code
  if (message === 'The server does not support SSL connections')
    return 'The database doesn’t take encrypted connections. Turn them on there, or remove sslmode from DATABASE_URL and DATABASE_OWNER_URL.'
  if (networkCodes.has(code))
    return `Can’t reach the database (${code}). Check that it’s running, and check DATABASE_URL.`
  return Object.hasOwn(databaseSentences, code) ? (databaseSentences[code] ?? null) : null
}

/** Returns a sentence that says why the start failed; null if only its stack explains it. */
export const sentenceOf = (error: unknown): string | null => {
  if (isExplained(error)) return error.message
  if (error instanceof FileStoreUnavailableError)
    return `${error.message} Check that it’s running, and check FILES_URL.`
  const code = textOf(error, 'code')
  const ofDatabase = databaseSentenceOf(code, textOf(error, 'message'))
  if (ofDatabase !== null) return ofDatabase
  const path = textOf(error, 'path')
  const sentence = fileSentences[code]
  if (sentence !== undefined) return path === '' ? sentence : `${path}: ${sentence}`
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return cause === undefined ? null : sentenceOf(cause)
}
