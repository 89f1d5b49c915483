import { createRouter } from '@tanstack/react-router'
import { routeTree } from '#client/route-tree.gen.ts'
import { NotFoundScreen } from './not-found-screen.tsx'
import { RouteError } from './route-error.tsx'
import type { AppContext } from './root.tsx'

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
