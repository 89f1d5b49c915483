import type { EmbeddedDatabase } from '#server/platform/db/embedded.ts'
import { assertOwnSession } from '#server/platform/db/check-session.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import {
  rolesOf,
  usualRoles,
  type RoleNames,
  type RolePasswords,
  type Roles,
} from '#server/platform/db/roles.ts'
import type { Settings } from '#server/platform/lib/env.ts'
import { SettingsError } from '#server/platform/lib/settings-error.ts'
import type { Logger } from '#server/platform/lib/log.ts'
import { readSecrets } from '#server/platform/lib/secrets.ts'
import { lockFolder, startOwnDatabase } from './start.ts'
import { randomBytes } from 'node:crypto'

/** The cleanup functions, run in reverse order. */
export type Release = () => Promise<void> | void

/** This process’s database, after migrations. */
interface OpenDatabase {
  readonly ownerUrl: string
  readonly logins: Logins
  /** The reason an embedded database isn’t running; null while it runs. */
  trouble(): string | null
}

/** Opens the database in the settings and migrates it. `onGone` is called when it can’t continue. */
export const openDatabase = async (
  settings: Settings,
  log: Logger,
  releases: Release[],
  onGone: (sentence: string) => void,
): Promise<OpenDatabase> => {
  if (settings.databaseUrl !== null) return openExternal(settings, settings.databaseUrl, log)
  releases.push(lockFolder(settings.dataDir))
  const own = await startOwnDatabase(settings, readSecrets(settings.dataDir), onGone)
  releases.push(own.stop)
  return openEmbedded(own, log)
}

const openEmbedded = async ({ url, trouble }: EmbeddedDatabase, log: Logger): Promise<OpenDatabase> => {
  const logins = await prepare({ owner: url, app: url }, log, usualRoles, newPasswords())
  return { ownerUrl: url, logins, trouble }
}

const openExternal = async (settings: Settings, url: string, log: Logger): Promise<OpenDatabase> => {
  const owner = settings.databaseOwnerUrl
  if (owner === null) log.warn('DATABASE_OWNER_URL isn’t set. The application signs in as the owner.')
  const names = roleNamesOf(settings)
  const ownerUrl = owner ?? url
  const ownerSetting = owner === null ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  await assertOwnSession({ setting: ownerSetting, url: ownerUrl })
  const passwords = owner === null ? null : passwordsOf(url)
  const logins = await prepare({ owner: ownerUrl, app: url }, log, names, passwords)
  // the queue signs in where the application does
  await assertOwnSession({ setting: 'DATABASE_URL', url: logins.app.url })
  return { ownerUrl, logins, trouble: () => null }
}

/** Returns the roles of this installation: of the login in `DATABASE_URL`, if the owner has a separate one. @throws SettingsError */
export const roleNamesOf = ({ databaseUrl, databaseOwnerUrl }: Settings): RoleNames => {
  if (databaseUrl === null || databaseOwnerUrl === null) return usualRoles
  const names = URL.canParse(databaseUrl) ? rolesOf(decodeURIComponent(new URL(databaseUrl).username)) : null
  if (names) return names
  throw new SettingsError([
    `DATABASE_URL must name the user ${usualRoles.app}, or another one whose name ends in _app, when DATABASE_OWNER_URL is set. Use lowercase letters, digits and underscores.`,
  ])
}

const prepare = async (
  url: { readonly owner: string; readonly app: string },
  log: Logger,
  names: RoleNames,
  passwords: RolePasswords | null,
): Promise<Logins> => {
  const { roles } = await migrate(url.owner, log, { names, passwords })
  return loginsOf(url, names, passwords, roles)
}

/** The logins of the running server’s parts. The owner’s login is used only for migrations and the start. */
interface Logins {
  readonly app: { readonly url: string; readonly asApp: boolean }
  readonly queue: string
}

/** Creates passwords that are valid until the next start, for a database only this process uses. */
const newPasswords = (): RolePasswords => ({
  app: randomBytes(24).toString('base64url'),
  queue: randomBytes(24).toString('base64url'),
  replace: true,
})

/** Returns the password of the application’s login, which the queue uses too. */
const passwordsOf = (appUrl: string): RolePasswords => {
  const password = decodeURIComponent(new URL(appUrl).password)
  return { app: password, queue: password, replace: false }
}

/** Returns the logins for a database URL and the roles the owner prepared. */
const loginsOf = (
  url: { readonly owner: string; readonly app: string },
  names: RoleNames,
  passwords: RolePasswords | null,
  roles: Roles,
): Logins => ({
  app:
    passwords && roles.app
      ? { url: withUser(url.app, names.app, passwords.app), asApp: false }
      : { url: url.owner, asApp: roles.app },
  queue: passwords && roles.queue ? withUser(url.app, names.queue, passwords.queue) : url.owner,
})

const withUser = (address: string, user: string, password: string): string => {
  const url = new URL(address)
  url.username = user
  url.password = encodeURIComponent(password)
  return url.href
}
