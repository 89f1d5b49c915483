import { isPublicPath, toLogin, type Verdict } from './guards.ts'

export interface UnauthenticatedParts {
  readonly location: () => { readonly pathname: string; readonly search: string }
  readonly forget: (why: 'lost') => void
  readonly go: (verdict: Extract<Verdict, { to: '/login' }>) => Promise<unknown>
}

/**
 * What a 401 does (rule R7): forget the user and go to the login with the way back. Several at once lead there once;
 * on a public page nothing happens.
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
