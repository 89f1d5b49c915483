import { createRouter } from '@tanstack/react-router'
import { routeTree } from '#client/route-tree.gen.ts'
import type { Toaster } from '#client/ui/toast.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import type { ReloadOnce } from './reload-once.ts'
import { RouteError } from './route-error.tsx'
import type { Session } from './session.ts'

/** What every route is given. */
export interface AppContext {
  readonly session: Session
  /** Settled once it is known who is signed in. */
  readonly ready: Promise<void>
  readonly toaster: Toaster
  readonly reloadOnce: ReloadOnce
}

export const createAppRouter = (context: AppContext) =>
  createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // What was read ahead is judged by the cache of answers, which knows its age.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 400,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
