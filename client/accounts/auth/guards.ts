import { isAdmin, mayEditUser, mayEnterSchool, type Actor } from '#contract/platform/access.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'

/** The page a guard sends a visitor to; null lets them pass. For navigation only: the server checks every call. */
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

/** Returns the sign-in page with a return path: path and query, none for the root. */
export const toLogin = (pathAndQuery: string): Extract<Verdict, { to: '/login' }> =>
  pathAndQuery === '/' ? { to: '/login', search: {} } : { to: '/login', search: { redirect: pathAndQuery } }

/** Sends signed-in users away from the sign-in page. */
export const guestOnly = (user: Me | null): Verdict => (user ? { to: '/' } : null)

/** Requires a user on every screen except public ones, with two-factor authentication set up if it's required. */
export const signedInOnly = (user: Me | null, pathAndQuery: string): Verdict => {
  const login = toLogin(pathAndQuery)
  if (!user) return login
  return user.two_factor_required ? { to: '/two-factor-setup', search: login.search } : null
}

/** Allows the two-factor setup only for those who need it. `next` is the page they wanted. */
export const factorOwed = (user: Me | null, next: string): Verdict => {
  if (!user) return toLogin(next)
  return user.two_factor_required ? null : { to: '/' }
}

/** Allows the school list for Shipmate Admins; sends a school admin to their own school. */
export const schoolList = (user: Me): Verdict => {
  if (isAdmin(user)) return null
  const own = user.schools[0]
  return own
    ? { to: '/schools/$school/period', params: { school: String(own.id) } }
    : { to: '/not-permitted' }
}

/** Allows Shipmate Admins only. */
export const adminOnly = (user: Me): Verdict => (isAdmin(user) ? null : { to: '/not-permitted' })

/** Allows a school's screens for Shipmate Admins and its own school admins. IDs compare as numbers. */
export const ownSchoolOnly = (user: Me, school: string): Verdict => {
  if (mayEnterSchool(actorOf(user), school)) return null
  return isAdmin(user) ? 'not-found' : { to: '/not-permitted' }
}

/** Allows editing a user for Shipmate Admins, and for users themselves. */
export const ownUserOnly = (user: Me, id: string): Verdict =>
  mayEditUser(actorOf(user), id) ? null : { to: '/not-permitted' }

/** Returns a path with its IDs as they’re usually written, `7` for `007`; null if they are. */
export const usualPath = (pathname: string): string | null => {
  const usual = pathname.replaceAll(/\/0+(?=[1-9]\d*(?:\/|$))/g, '/')
  return usual === pathname ? null : usual
}

/** Requires a number in the path; otherwise the page isn't found. */
export const numberedOnly = (id: string): Verdict => (/^[1-9]\d{0,14}$/.test(id) ? null : 'not-found')

/** Returns the page after sign-in: the return path if it's in the app, otherwise where the user's day starts. */
export const safeRedirect = (value: string | undefined): string =>
  value !== undefined && /^\/(?![/\\])/.test(value) ? value : '/start'

/** Pages that anyone can open: a 401 there doesn't open the sign-in page. */
export const isPublicPath = (pathname: string): boolean =>
  pathname === '/login' ||
  pathname.startsWith('/login/') ||
  pathname === '/not-permitted' ||
  pathname === '/general-error'
