import type { User, UserSession } from '#contract/accounts/users/shapes.ts'
import { pick } from '#server/platform/lib/pick.ts'
import type { SessionRow, UserRow } from './queries.ts'
import { deviceOf } from './rules.ts'

/** Returns a user as Shipmate Admins see them, with the state of the invitation. */
export const presentUser = (row: UserRow): User =>
  pick(row, [
    'id',
    'first_name',
    'last_name',
    'email',
    'pending_email',
    'permission',
    'schools',
    'two_factor_enabled',
    'is_disabled',
    'state',
    'invite_expires_at',
    'last_seen_at',
    'version',
  ])

/** Returns a session, without its secret. `currentId` is the one that the call was made in. */
export const presentSession = (row: SessionRow, currentId: number): UserSession => ({
  id: row.id,
  device: deviceOf(row.user_agent),
  place: row.address,
  created_at: row.created_at,
  last_active_at: row.last_seen_at,
  is_current: row.id === currentId,
})
