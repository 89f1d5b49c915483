/**
 * Who may do what, as pure predicates. The server's locks and the client's guards import the same functions;
 * the client's copy is manners, never security.
 */

/** The two roles of the product (specification section 1). */
export const permissions = ['shipmate_admin', 'school_admin'] as const
export type Permission = (typeof permissions)[number]

/** The roles in the words staff read (specification section 1). */
export const permissionLabels: Record<Permission, string> = {
  shipmate_admin: 'Shipmate Admin',
  school_admin: 'School Admin',
}

/**
 * The door of an endpoint. `anyone`: no session needed; `signed-in`: any user, for themselves;
 * `school`: product admins, or school admins within their own schools; `admin`: product admins only.
 */
export type Access = 'anyone' | 'signed-in' | 'school' | 'admin'

/** What the predicates need to know of a user. */
export interface Actor {
  readonly id: number
  readonly permission: Permission
  readonly school_ids: readonly number[]
}

export const isAdmin = (actor: Pick<Actor, 'permission'>): boolean => actor.permission === 'shipmate_admin'

/** Whether the actor's role opens the door at all; the rows behind it are the scope's business. */
export const mayPass = (access: Access, actor: Pick<Actor, 'permission'>): boolean =>
  access !== 'admin' || isAdmin(actor)

/** Ids are compared as numbers (specification section 6); anything that is no number enters nothing. */
export const mayEnterSchool = (
  actor: Pick<Actor, 'permission' | 'school_ids'>,
  schoolId: number | string,
): boolean => {
  const id = Number(schoolId)
  if (!Number.isSafeInteger(id) || id < 1) return false
  return isAdmin(actor) || actor.school_ids.includes(id)
}

/** A school admin edits nobody but themselves (specification section 6). */
export const mayEditUser = (actor: Pick<Actor, 'id' | 'permission'>, userId: number | string): boolean =>
  isAdmin(actor) || Number(userId) === actor.id
