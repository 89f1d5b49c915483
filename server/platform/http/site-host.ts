import type { FastifyRequest } from 'fastify'
import type { Settings } from '#server/platform/lib/env.ts'

const atSiteHost = new WeakSet<FastifyRequest>()

/** Notes that a request came to the host of a school’s site, where nothing of the staff application is. */
export const noteSiteHost = (request: FastifyRequest): void => {
  atSiteHost.add(request)
}

/** Returns the web origin of the site’s host that a request came to; null at the hosts of staff. */
export const siteHostOrigin = (
  request: FastifyRequest,
  settings: Pick<Settings, 'publicUrl'>,
): string | null => {
  if (!atSiteHost.has(request)) return null
  const address = `${new URL(settings.publicUrl).protocol}//${request.host}`
  return URL.canParse(address) ? new URL(address).origin : null
}
