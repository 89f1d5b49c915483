/**
 * Authorization as pure predicates. The server and the client import the same functions; the client uses them
 * only to hide what a user can’t do, never for security.
 */

/** The two roles of users; the first one sees every school. */
export const permissions = ['shipmate_admin', 'school_admin'] as const
export type Permission = (typeof permissions)[number]

/** The labels of the roles, as staff say them. */
export const permissionLabels: Record<Permission, string> = {
  shipmate_admin: 'Shipmate Admin',
  school_admin: 'School Admin',
}

/**
 * Who can call an endpoint. `anyone`: no session needed; `signed-in`: any user, for their own account;
 * `self`: product admins, or the user whose ID is in the path; `school`: product admins, or school admins in
 * their own schools; `admin`: product admins only.
 */
export type Access = 'anyone' | 'signed-in' | 'self' | 'school' | 'admin'

/** What the predicates need to know of a user. */
export interface Actor {
  readonly id: number
  readonly permission: Permission
  readonly school_ids: readonly number[]
}

export const isAdmin = (actor: Pick<Actor, 'permission'>): boolean => actor.permission === 'shipmate_admin'

/**
 * Returns whether the actor can call the endpoint at all. The scope limits the rows. `pathId` is the ID in the
 * path, as sent: a school admin learns nothing of other users, not even which IDs exist.
 */
export const mayPass = (
  access: Access,
  actor: Pick<Actor, 'id' | 'permission'>,
  pathId?: string,
): boolean => {
  if (isAdmin(actor)) return true
  return access === 'self' ? pathId === String(actor.id) : access !== 'admin'
}

/**
 * Returns whether the actor has access to the school. Compares IDs as numbers; anything that isn’t a number gives no
 * access.
 */
export const mayEnterSchool = (
  actor: Pick<Actor, 'permission' | 'school_ids'>,
  schoolId: number | string,
): boolean => {
  const id = Number(schoolId)
  if (!Number.isSafeInteger(id) || id < 1) return false
  return isAdmin(actor) || actor.school_ids.includes(id)
}

/** Returns whether the actor can edit the user. A school admin can edit only their own account. */
export const mayEditUser = (actor: Pick<Actor, 'id' | 'permission'>, userId: number | string): boolean =>
  isAdmin(actor) || Number(userId) === actor.id
