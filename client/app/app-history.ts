import { createBrowserHistory, type HistoryLocation, type RouterHistory } from '@tanstack/react-router'
import { privateKey, splitHref, wholeSearch } from '#client/platform/lib/private-search.ts'

/**
 * Returns the history of the app: its router sees whole URLs, and the browser’s address only what tells no student. The
 * rest is in the entry’s state, so that back, forward and reload show the same. An address that was typed or saved with it
 * is cleaned at once.
 */
export const createAppHistory = ({ history: entries, location }: Window): RouterHistory => {
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
