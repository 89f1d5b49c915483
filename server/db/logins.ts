import { randomBytes } from 'node:crypto'
import { appRole, queueRole, type RolePasswords, type Roles } from './roles.ts'

/** How each part of the running server signs in. The owner's login is for migrations and the start alone. */
export interface Logins {
  readonly app: { readonly url: string; readonly asApp: boolean }
  readonly queue: string
}

/** Makes passwords that hold until the next start, for a database that this process alone uses. */
export const newPasswords = (): RolePasswords => ({
  app: randomBytes(24).toString('base64url'),
  queue: randomBytes(24).toString('base64url'),
  replace: true,
})

/** Reads the password of the application's login: the queue signs in with the same one. */
export const passwordsOf = (appUrl: string): RolePasswords => {
  const password = decodeURIComponent(new URL(appUrl).password)
  return { app: password, queue: password, replace: false }
}

/** Derives the logins from an address of the database and from what the owner could prepare. */
export const loginsOf = (
  url: { readonly owner: string; readonly app: string },
  passwords: RolePasswords | null,
  roles: Roles,
): Logins => ({
  app:
    passwords && roles.app
      ? { url: withUser(url.app, appRole, passwords.app), asApp: false }
      : { url: url.owner, asApp: roles.app },
  queue: passwords && roles.queue ? withUser(url.app, queueRole, passwords.queue) : url.owner,
})

const withUser = (address: string, user: string, password: string): string => {
  const url = new URL(address)
  url.username = user
  url.password = encodeURIComponent(password)
  return url.href
}
