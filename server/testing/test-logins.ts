import { usualRoles } from '#server/platform/db/roles.ts'

/** The password of both roles in the test database; one for both, as with a DATABASE_URL. */
export const testPasswords = { app: 'test-password', queue: 'test-password' } as const

const loginOf = (url: string, user: string, password: string): string => {
  const login = new URL(url)
  login.username = user
  login.password = password
  return login.href
}

/** Returns the application’s login to a test database, made from its owner’s. */
export const appUrl = (ownerUrl: string): string => loginOf(ownerUrl, usualRoles.app, testPasswords.app)

/** Returns the queue’s login to a test database, made from its owner’s. */
export const queueUrl = (ownerUrl: string): string => loginOf(ownerUrl, usualRoles.queue, testPasswords.queue)
