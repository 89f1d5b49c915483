import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router'
import { ConfirmProvider } from '#client/platform/ui/overlays/confirm.tsx'
import { ToastProvider } from '#client/platform/ui/overlays/toast.tsx'
import type { Toaster } from '#client/platform/ui/overlays/toaster.ts'
import type { ReloadOnce } from './reload-once.ts'
import type { Session } from '#client/accounts/auth/session.ts'
import { SessionProvider } from '#client/accounts/auth/session-context.tsx'

/** The context of every route. */
export interface AppContext {
  readonly session: Session
  /** Resolves when the signed-in user is known. */
  readonly ready: Promise<void>
  readonly toaster: Toaster
  readonly reloadOnce: ReloadOnce
}

/**
 * Renders the root: one confirmation dialog, toasts at the bottom right. The dialog host is in the signed-in layout,
 * because the sign-in page doesn't need it.
 */
const RootView = () => {
  const { session, toaster } = Route.useRouteContext()
  return (
    <SessionProvider session={session}>
      <ToastProvider toaster={toaster}>
        <ConfirmProvider>
          <Outlet />
        </ConfirmProvider>
      </ToastProvider>
    </SessionProvider>
  )
}

export const Route = createRootRouteWithContext<AppContext>()({
  // The current user is known before the first screen, so that guards never guess.
  beforeLoad: async ({ context, location, matches }) => {
    await context.ready
    // every other address has a screen
    if (matches.at(-1)?.pathname === location.pathname) return
    const { screenBelow } = await import('./parent-paths.ts')
    const below = screenBelow(location.pathname)
    // one of the paths of parent-paths.ts, whose test looks for their screens
    if (below !== null) throw redirect({ to: below as '/', replace: true })
  },
  component: RootView,
})
