import type { EmbeddedDatabase } from './db/embedded.ts'
import { loginsOf, newPasswords, passwordsOf, type Logins } from './db/logins.ts'
import { migrate } from './db/migrate.ts'
import { appRole, type RolePasswords } from './db/roles.ts'
import { SettingsError, type Settings } from './lib/env.ts'
import type { Logger } from './lib/log.ts'
import { readSecrets } from './lib/secrets.ts'
import { holdFolder, startOwnDatabase } from './start.ts'

/** What must be let go of at the end, the last taken first. */
export type Release = () => Promise<void> | void

/** The database of this process, up to date. */
export interface OpenDatabase {
  readonly ownerUrl: string
  readonly logins: Logins
  /** What keeps an embedded database from running; null while it runs. */
  trouble(): string | null
}

/** Opens the database of the settings and brings it up to date. `onGone` is told when it can't go on. */
export const openDatabase = async (
  settings: Settings,
  log: Logger,
  releases: Release[],
  onGone: (sentence: string) => void,
): Promise<OpenDatabase> => {
  if (settings.databaseUrl !== null) return openExternal(settings, settings.databaseUrl, log)
  releases.push(holdFolder(settings.dataDir))
  const own = await startOwnDatabase(settings, readSecrets(settings.dataDir), onGone)
  releases.push(own.stop)
  return openEmbedded(own, log)
}

const openEmbedded = async ({ url, trouble }: EmbeddedDatabase, log: Logger): Promise<OpenDatabase> => {
  const logins = await prepare({ owner: url, app: url }, log, newPasswords())
  return { ownerUrl: url, logins, trouble }
}

const openExternal = async (settings: Settings, url: string, log: Logger): Promise<OpenDatabase> => {
  const owner = settings.databaseOwnerUrl
  if (owner === null) log.warn('DATABASE_OWNER_URL is not set: the application signs in as the owner.')
  else if (!URL.canParse(url) || decodeURIComponent(new URL(url).username) !== appRole)
    throw new SettingsError([`DATABASE_URL must name the user ${appRole} when DATABASE_OWNER_URL is set.`])
  const ownerUrl = owner ?? url
  const logins = await prepare({ owner: ownerUrl, app: url }, log, owner === null ? null : passwordsOf(url))
  return { ownerUrl, logins, trouble: () => null }
}

const prepare = async (
  url: { readonly owner: string; readonly app: string },
  log: Logger,
  passwords: RolePasswords | null,
): Promise<Logins> => {
  const { roles } = await migrate(url.owner, log, passwords)
  return loginsOf(url, passwords, roles)
}
