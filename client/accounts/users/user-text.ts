import { permissionLabels, type Permission } from '#contract/platform/access.ts'
import { userStateLabels } from '#contract/accounts/users/choices.ts'
import { userColumns, type User } from '#contract/accounts/users/shapes.ts'
import { wordsBy } from '#client/platform/history/document-text.ts'
import { formatDay, localDay } from '#client/platform/lib/format.ts'

export const nameOf = ({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`

/** 'All schools', 'Harborview University, Northgate College' */
export const schoolsText = ({ permission, schools }: Pick<User, 'permission' | 'schools'>): string =>
  permission === 'shipmate_admin' ? 'All schools' : schools.map(({ name }) => name).join(', ')

/** What each role can do, for those who give it. */
export const permissionHints: Record<Permission, string> = {
  shipmate_admin: 'All schools, settings and users. Must use two-factor authentication.',
  school_admin: 'Students of the schools you choose.',
}

/** Returns how long an invitation is valid: 'The link expires 11/30/2026.' */
export const invitationText = ({ invite_expires_at: expires }: Pick<User, 'invite_expires_at'>): string =>
  expires !== null && Date.parse(expires) > Date.now()
    ? `The link expires ${formatDay(localDay(new Date(expires)))}.`
    : 'The link has expired.'

const columnLabels = Object.entries(userColumns).map(([field, { label }]) => [field, label] as const)

/** The labels of a user’s history. */
export const historyTexts = wordsBy(
  { ...permissionLabels, ...userStateLabels },
  {
    ...Object.fromEntries(columnLabels),
    pending_email: 'New email',
    sessions: 'Sessions',
    password: 'Password',
    two_factor: 'Two-factor authentication',
    two_factor_recovery_codes: 'Recovery codes',
    passkey: 'Passkey',
    single_sign_on: 'School account',
  },
)
