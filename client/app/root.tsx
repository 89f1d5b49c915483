import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ConfirmProvider } from '#client/ui/confirm.tsx'
import { DialogHostProvider } from '#client/ui/dialog-host.tsx'
import { ToastProvider } from '#client/ui/toast.tsx'
import type { AppContext } from './router.ts'
import { SessionProvider } from './session-context.tsx'

/** The root view: one confirmation dialog, one dialog host, toasts at the bottom right (specification section 2). */
const RootView = () => {
  const { session, toaster } = Route.useRouteContext()
  return (
    <SessionProvider session={session}>
      <ToastProvider toaster={toaster}>
        <ConfirmProvider>
          <DialogHostProvider>
            <Outlet />
          </DialogHostProvider>
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
