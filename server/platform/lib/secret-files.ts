import { readFileSync } from 'node:fs'
import { SettingsError } from './settings-error.ts'

/** Settings that are secrets. Each can be in a file, whose path is then in the setting with `_FILE` after its name. */
const secretNames = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'EMAIL_EVENTS_SECRET',
  'DKIM_KEY',
  'METRICS_TOKEN',
  'FILES_URL',
  'ENCRYPTION_KEYS',
  'INDEX_KEY',
  'TOKEN_KEY',
  'BACKUP_PASSPHRASE',
  'BACKUP_IDENTITY',
] as const

const fileNameOf = (name: string): string => `${name}_FILE`

export const secretFileNames: readonly string[] = secretNames.map(fileNameOf)

export type Variables = Readonly<Record<string, string | undefined>>

/** Returns the secrets that are in files, without the line break at their end. @throws SettingsError */
export const secretsInFiles = (environment: Variables): Record<string, string> =>
  Object.fromEntries(
    secretNames.flatMap((name) => {
      const path = environment[fileNameOf(name)]
      if (path === undefined || path === '') return []
      if (environment[name]) throw new SettingsError([`Set ${name} or ${fileNameOf(name)}, not both.`])
      return [[name, readSecret(fileNameOf(name), path)]]
    }),
  )

const readSecret = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8').trimEnd()
  } catch {
    throw new SettingsError([`${name}: ${path} can’t be read.`])
  }
}
