import { isAdmin, mayEditUser, mayEnterSchool, type Actor } from '#contract/access.ts'
import type { Me } from '#contract/auth/shapes.ts'

/** Where a guard sends a visitor; null lets them pass. Manners only: the server judges every call. */
export type Verdict =
  | { readonly to: '/login'; readonly search: { readonly redirect?: string } }
  | { readonly to: '/two-factor-setup'; readonly search: { readonly redirect?: string } }
  | { readonly to: '/' }
  | { readonly to: '/not-permitted' }
  | { readonly to: '/schools/$school/period'; readonly params: { readonly school: string } }
  | 'not-found'
  | null

const actorOf = (user: Me): Actor => ({
  id: user.id,
  permission: user.permission,
  school_ids: user.schools.map((school) => school.id),
})

/** The login with the way back: path and query, none for the root (rules R7, R8, R19). */
export const toLogin = (pathAndQuery: string): Extract<Verdict, { to: '/login' }> =>
  pathAndQuery === '/' ? { to: '/login', search: {} } : { to: '/login', search: { redirect: pathAndQuery } }

/** A signed-in user has no business at the login (specification section 6). */
export const guestOnly = (user: Me | null): Verdict => (user ? { to: '/' } : null)

/** Every screen but the public ones needs a user, and of those who must have a second factor that it is set up. */
export const signedInOnly = (user: Me | null, pathAndQuery: string): Verdict => {
  const login = toLogin(pathAndQuery)
  if (!user) return login
  return user.two_factor_required ? { to: '/two-factor-setup', search: login.search } : null
}

/** The set-up of a second factor is for those who owe it. `next` is where they wanted to go. */
export const factorOwed = (user: Me | null, next: string): Verdict => {
  if (!user) return toLogin(next)
  return user.two_factor_required ? null : { to: '/' }
}

/** The school list is for product admins; a school admin is led to their own school. */
export const schoolList = (user: Me): Verdict => {
  if (isAdmin(user)) return null
  const own = user.schools[0]
  return own
    ? { to: '/schools/$school/period', params: { school: String(own.id) } }
    : { to: '/not-permitted' }
}

/** Screens of product admins only. */
export const adminOnly = (user: Me): Verdict => (isAdmin(user) ? null : { to: '/not-permitted' })

/** Screens of one school: product admins, and its own school admins. Ids compare as numbers (rule R21). */
export const ownSchoolOnly = (user: Me, school: string): Verdict => {
  if (mayEnterSchool(actorOf(user), school)) return null
  return isAdmin(user) ? 'not-found' : { to: '/not-permitted' }
}

/** The edit of a user: product admins, and everyone for themselves. */
export const ownUserOnly = (user: Me, id: string): Verdict =>
  mayEditUser(actorOf(user), id) ? null : { to: '/not-permitted' }

/** Screens whose path is a number: anything else is a page that does not exist. */
export const numberedOnly = (id: string): Verdict => (/^[1-9]\d{0,14}$/.test(id) ? null : 'not-found')

/** Where to go after login: the way back when it is one of ours, else the start (behaviour section 0). */
export const safeRedirect = (value: string | undefined): string =>
  value !== undefined && /^\/(?![/\\])/.test(value) ? value : '/'

/** Pages that anyone may see: a 401 there leads nowhere (rules R7, R9). */
export const isPublicPath = (pathname: string): boolean =>
  pathname === '/login' ||
  pathname.startsWith('/login/') ||
  pathname === '/not-permitted' ||
  pathname === '/general-error'
