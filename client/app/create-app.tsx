import {
  createRouter,
  useRouter,
  type ErrorComponentProps,
  createBrowserHistory,
  type HistoryLocation,
  type RouterHistory,
} from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { listenToCalls } from '#client/platform/lib/call.ts'
import { parseSearch } from '#client/platform/lib/parse-search.ts'
import { routeTree } from '#client/route-tree.gen.ts'
import { createToaster } from '#client/platform/ui/overlays/toaster.ts'
import { BrokenState } from '#client/platform/ui/states/broken-state.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { createReloadOnce, isBrokenPart, markBrokenParts } from './reload-once.ts'
import type { AppContext } from './root.tsx'
import { createSession } from '#client/accounts/auth/session.ts'
import { createUnauthenticated } from './unauthenticated.ts'
import { privateKey, splitHref, wholeSearch } from '#client/platform/lib/private-search.ts'

/** Creates the app; it first loads the signed-in user, before React mounts. */
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
    // The user's rights changed: reload the user, and the guard opens the setup.
    onFactorNeeded: () => void session.refresh().then(() => router.invalidate()),
    onUnauthenticated: createUnauthenticated({
      location: () => router.history.location,
      forget: session.forget,
      go: (verdict) => router.navigate({ ...verdict, ignoreBlocker: true }),
    }),
  })
  return { router, session }
}

const createAppRouter = (context: AppContext) =>
  createRouter({
    routeTree,
    context,
    parseSearch,
    history: createAppHistory(window),
    defaultPreload: 'intent',
    // The query cache decides whether preloaded data is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 400,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/**
 * Renders the error of a screen in its layout. A part that failed to load is reloaded once, unless the server can't be
 * reached, because the browser would then show its own error page.
 */
const RouteError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const isPart = isBrokenPart(error)
  const [isAway, setAway] = useState(false)
  const reload = useCallback(() => {
    const load = () => router.options.context.reloadOnce.failed(router.latestLocation.href)
    fetch('/').then(load, () => setAway(true))
  }, [router])
  // Before the router ends the navigation: whether the server responds is known only later.
  useLayoutEffect(() => {
    if (isPart) router.options.context.reloadOnce.missing()
  }, [isPart, router])
  useEffect(() => {
    if (isPart) reload()
    else console.error(error)
  }, [isPart, error, reload])
  if (isPart && !isAway) return null
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <BrokenState
      title={isPart ? 'Can’t reach the server' : 'Something went wrong on this page'}
      onRetry={isPart ? reload : again}
      reference={error instanceof ApiError ? error.requestId : undefined}
    />
  )
}

/**
 * Returns the history of the app: its router sees whole URLs, and the browser’s address only what tells no student. The
 * rest is in the entry’s state, so that back, forward and reload show the same. An address that was typed or saved with it
 * is cleaned at once.
 */
const createAppHistory = ({ history: entries, location }: Window): RouterHistory => {
  const read = (): HistoryLocation => {
    const { pathname, search, hash } = location
    const whole = wholeSearch(search, entries.state)
    // the state of an entry that the router wrote, or its beginning
    const { [privateKey]: _hidden, ...state } = (entries.state ?? {}) as HistoryLocation['state'] & {
      [privateKey]?: string
    }
    // `//host` would be another site
    const path = pathname.replace(/^\/+/, '/')
    return { href: path + whole + hash, pathname: path, search: whole, hash, state }
  }
  for (const method of ['pushState', 'replaceState'] as const) {
    const write = entries[method].bind(entries)
    entries[method] = (state: object, title, href = read().href) => {
      const { address, hidden } = splitHref(String(href))
      write({ ...state, [privateKey]: hidden }, title, address)
    }
  }
  entries.replaceState(read().state, '')
  // the addresses of links
  return Object.assign(createBrowserHistory({ parseLocation: read }), {
    createHref: (href: string) => splitHref(href).address,
  })
}
