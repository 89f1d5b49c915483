/** Page host → API host. */
type HostMap = Readonly<Record<string, string>>

/** Parses `admin.x=app.x,admin-staging.x=app-staging.x`, which the server writes into `<meta name="host-map">`. */
export const parseHostMap = (content: string): HostMap =>
  Object.fromEntries(
    content
      .split(',')
      .map((pair) => pair.split('=').map((host) => host.trim().toLowerCase()))
      .filter((pair): pair is [string, string] => pair.length === 2 && pair.every((host) => host !== '')),
  )

/**
 * Returns the API's base URL: the page's protocol and the mapped host. An unmapped host, even a similar one, is its own
 * API host.
 */
export const apiBase = (page: { readonly protocol: string; readonly host: string }, map: HostMap): string => {
  const mapped = Object.hasOwn(map, page.host) ? map[page.host] : undefined
  return `${page.protocol}//${mapped ?? page.host}`
}

/** The base URL for this page. */
export const currentBase = (): string => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="host-map"]')
  return apiBase(window.location, parseHostMap(meta?.content ?? ''))
}
