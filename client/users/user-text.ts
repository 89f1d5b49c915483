import { permissionLabels } from '#contract/access.ts'
import { userStateLabels } from '#contract/users/choices.ts'
import { userColumns, type User } from '#contract/users/shapes.ts'
import { wordsBy } from '#client/common/set-up/document-text.ts'
import { formatInstant } from '#client/lib/format.ts'

export const nameOf = ({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`

/** 'All schools', 'Harborview University, Northgate College' */
export const schoolsText = ({ permission, schools }: Pick<User, 'permission' | 'schools'>): string =>
  permission === 'shipmate_admin' ? 'All schools' : schools.map(({ name }) => name).join(', ')

/** Returns how long an invitation is valid: 'Invited. The link expires 11/30/2026, 10:00 a.m.' */
export const invitationText = ({ invite_expires_at: expires }: Pick<User, 'invite_expires_at'>): string =>
  expires !== null && Date.parse(expires) > Date.now()
    ? `The link expires ${formatInstant(expires)}.`
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
  },
)
