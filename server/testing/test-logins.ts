import { appRole, queueRole } from '#server/db/roles.ts'

/** The passwords of the two roles in the database of the tests: one, as where a DATABASE_URL gives it. */
export const testPasswords = { app: 'test-password', queue: 'test-password' } as const

const loginOf = (url: string, user: string, password: string): string => {
  const login = new URL(url)
  login.username = user
  login.password = password
  return login.href
}

/** The application's login to a database of the tests, made from its owner's. */
export const appUrl = (ownerUrl: string): string => loginOf(ownerUrl, appRole, testPasswords.app)

/** The queue's login to a database of the tests, made from its owner's. */
export const queueUrl = (ownerUrl: string): string => loginOf(ownerUrl, queueRole, testPasswords.queue)
