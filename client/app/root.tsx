import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ConfirmProvider } from '#client/ui/overlays/confirm.tsx'
import { ToastProvider } from '#client/ui/overlays/toast.tsx'
import type { Toaster } from '#client/ui/overlays/toaster.ts'
import type { ReloadOnce } from './reload-once.ts'
import type { Session } from './session.ts'
import { SessionProvider } from './session-context.tsx'

/** What every route is given. */
export interface AppContext {
  readonly session: Session
  /** Settled once it is known who is signed in. */
  readonly ready: Promise<void>
  readonly toaster: Toaster
  readonly reloadOnce: ReloadOnce
}

/**
 * The root view: one confirmation dialog, toasts at the bottom right (specification section 2). The one dialog host
 * stands in the signed-in layout: nobody else opens its dialogs, and the login need not carry it.
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
  // The current user is known before the first screen (specification section 1).
  beforeLoad: ({ context }) => context.ready,
  component: RootView,
})
