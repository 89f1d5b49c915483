import { listenToCalls } from '#client/lib/call.ts'
import { createToaster } from '#client/ui/overlays/toaster.ts'
import { createReloadOnce, markBrokenParts } from './reload-once.ts'
import { createAppRouter } from './router.ts'
import { createSession } from './session.ts'
import { createUnauthenticated } from './unauthenticated.ts'

/** Puts the app together; the first thing it does is to ask who is signed in, before React mounts. */
export const createApp = () => {
  const session = createSession()
  const ready = session.me()
  const toaster = createToaster()
  const reloadOnce = createReloadOnce({
    storage: () => window.localStorage,
    load: (url) => window.location.assign(url),
    giveUp: () => void router.navigate({ to: '/general-error', replace: true, ignoreBlocker: true }),
  })
  const router = createAppRouter({ session, ready, toaster, reloadOnce })

  markBrokenParts(window)
  router.subscribe('onBeforeLoad', reloadOnce.began)
  router.subscribe('onRendered', () => window.setTimeout(reloadOnce.arrived))
  listenToCalls({
    // Their rights changed meanwhile: who they are is read again, and the guard leads to the set-up.
    onFactorNeeded: () => void session.refresh().then(() => router.invalidate()),
    onUnauthenticated: createUnauthenticated({
      location: () => window.location,
      forget: session.forget,
      go: (verdict) => router.navigate({ ...verdict, ignoreBlocker: true }),
    }),
  })
  return { router, session }
}
