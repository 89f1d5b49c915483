import { isPublicPath, toLogin, type Verdict } from '#client/accounts/auth/guards.ts'

interface UnauthenticatedParts {
  readonly location: () => { readonly pathname: string; readonly search: string }
  readonly forget: (why: 'lost') => void
  readonly go: (verdict: Extract<Verdict, { to: '/login' }>) => Promise<unknown>
}

/**
 * Handles a 401: clears the user and opens the sign-in page with the return path. Several at once open it once; does
 * nothing on a public page.
 */
export const createUnauthenticated = ({ location, forget, go }: UnauthenticatedParts): (() => void) => {
  let isLeaving = false
  return () => {
    const { pathname, search } = location()
    if (isLeaving || isPublicPath(pathname)) return
    isLeaving = true
    forget('lost')
    void go(toLogin(pathname + search)).finally(() => {
      isLeaving = false
    })
  }
}
