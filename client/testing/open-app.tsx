import { RouterProvider } from '@tanstack/react-router'
import { render, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { createApp } from '#client/app/create-app.tsx'
import { forgetPlace } from '#client/app/place.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { fakeServer, waitForPromises, type ReceivedRequest, type Reply } from './fake-server.ts'

/** Opens the whole app at a URL, as a user, with responses by 'METHOD /path'. */
export const openApp = async (address: string, user: Me, routes: Parameters<typeof fakeServer>[0]) => {
  // Failures are logged, which would clutter tests that cause them.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.cookie = 'XSRF-TOKEN=t; path=/'
  // a newly loaded page has its browser’s own methods, not those of the app before it
  for (const method of ['pushState', 'replaceState']) Reflect.deleteProperty(window.history, method)
  window.history.replaceState(null, '', address)
  const received = fakeServer({
    'GET /api/me': { body: { data: user } },
    'GET /api/jobs': { body: { data: [] } },
    ...routes,
  })
  // a newly loaded page has no saved place
  forgetPlace()
  const app = createApp()
  render(<RouterProvider router={app.router} />)
  await waitFor(() => expect(app.router.state.status).toBe('idle'), { timeout: 20_000 })
  return { received, at: () => window.location.pathname + window.location.search }
}

/** The responses of a failing endpoint. */
export const refused: Reply = {
  status: 403,
  body: { code: 'forbidden', message: 'This action is unauthorized.', request_id: 'r-403' },
}
export const broken: Reply = {
  status: 500,
  body: { code: 'server_error', message: 'Server Error', request_id: 'r-500' },
}
export const absent: Reply = { status: 404, body: { code: 'not_found', message: 'Not found.' } }

/** A response that never arrives. */
export const pending = (): Promise<Reply> => new Promise(() => undefined)

/** Returns a paged list on a single page. */
export const onePage = (data: readonly unknown[]): Reply => ({
  body: {
    data,
    meta: {
      total: data.length,
      current_page: 1,
      per_page: 50,
      last_page: 1,
      from: data.length > 0 ? 1 : null,
      to: data.length > 0 ? data.length : null,
    },
  },
})

/** Comes back to the window, as from another one, and waits until what it shows was read again from 'METHOD /path'. */
export const reloadsShown = async (received: readonly ReceivedRequest[], line: string): Promise<void> => {
  const before = queriesOf(received, line).length
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(queriesOf(received, line).length).toBeGreaterThan(before))
  await waitForPromises()
}

/** Returns the JSON bodies sent to 'METHOD /path', in order. */
export const sentTo = (received: readonly ReceivedRequest[], line: string): unknown[] =>
  received
    .filter(({ method, path }) => `${method} ${new URL(path).pathname}` === line)
    .map(({ body }): unknown => (typeof body === 'string' ? JSON.parse(body) : null))

/** Returns the query strings sent to 'METHOD /path', in order. */
export const queriesOf = (received: readonly ReceivedRequest[], line: string): URLSearchParams[] =>
  received
    .map(({ method, path }) => ({ method, url: new URL(path) }))
    .filter(({ method, url }) => `${method} ${url.pathname}` === line)
    .map(({ url }) => url.searchParams)
