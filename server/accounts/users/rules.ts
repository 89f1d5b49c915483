import Bowser from 'bowser'
import { emailAddress } from '#contract/platform/fields.ts'
import type { Permission } from '#contract/platform/access.ts'
import type { User, UserChange } from '#contract/accounts/users/shapes.ts'
import { loginName } from '#server/accounts/auth/index.ts'

/** Returns browser and system of a user agent: ‘Chrome on Windows’. */
export const deviceOf = (userAgent: string | null): string => {
  if (userAgent === null || userAgent === '') return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  // the library says ‘Samsung Internet for Android’
  const name = browser.name?.replace(/ for Android$/, '') ?? ''
  const system = os.name ?? ''
  if (name === '') return system === '' ? 'Unknown device' : system
  return system === '' ? name : `${name} on ${system}`
}

/**
 * Returns an address as it’s saved and compared; null if it isn’t an address. Unicode is normalized before the
 * check, so that no other spelling passes it.
 */
export const savedEmail = (typed: string): string | null => {
  const email = loginName(typed)
  return emailAddress.safeParse(email).success ? email : null
}

/** The fields of a user that only product admins write. */
const adminFields = [
  'permission',
  'school_ids',
  'is_disabled',
] as const satisfies readonly (keyof UserChange)[]

/** Returns whether a change has fields that only product admins write, whatever their value. */
export const needsAdmin = (change: UserChange): boolean =>
  adminFields.some((field) => change[field] !== undefined)

/** Returns the access after a change, or the error of its schools. */
export const accessAfter = (
  before: Pick<User, 'permission'> & { readonly school_ids: readonly number[] },
  change: Pick<UserChange, 'permission' | 'school_ids'>,
): {
  readonly permission: Permission
  readonly school_ids: readonly number[]
  readonly error: string | null
} => {
  const permission = change.permission ?? before.permission
  if (permission === 'shipmate_admin') return { permission, school_ids: [], error: null }
  const school_ids = [...new Set(change.school_ids ?? before.school_ids)]
  return { permission, school_ids, error: school_ids.length === 0 ? 'Choose at least one school.' : null }
}
