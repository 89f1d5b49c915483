import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/platform/lib/env.ts'
import { isLoopbackHost } from '#server/platform/lib/own-address.ts'
import { problem } from '#server/platform/problem.ts'

const isOurs = (host: string): boolean => {
  const address = `http://${host}`
  return URL.canParse(address) && isLoopbackHost(new URL(address).hostname)
}

/**
 * Refuses host names other than this machine’s in the demo. Its accounts are public, so no proxy, tunnel or
 * foreign DNS name may open it to others.
 */
export const restrictDemoHost = (app: FastifyInstance, settings: Settings): void => {
  if (!settings.demo) return
  app.addHook('onRequest', async (request) => {
    // `host` is the value a trusted proxy passes on, if there is one
    if (isOurs(request.headers.host ?? '') && isOurs(request.host)) return
    throw problem.forbidden(
      'This is the Shipmate demo. It’s only available at localhost and 127.0.0.1. To use another host name, start Shipmate with DEMO=off.',
    )
  })
}
