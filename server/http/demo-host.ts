import type { FastifyInstance } from 'fastify'
import { isLoopbackHost, type Settings } from '../lib/env.ts'
import { problem } from '../problem.ts'

const isOurs = (host: string): boolean => {
  const address = `http://${host}`
  return URL.canParse(address) && isLoopbackHost(new URL(address).hostname)
}

/**
 * The accounts of the demo are known to all: it answers at this machine's own names alone, so that neither a proxy, a
 * tunnel nor a name that somebody points here opens it to others.
 */
export const keepDemoAtHome = (app: FastifyInstance, settings: Settings): void => {
  if (!settings.demo) return
  app.addHook('onRequest', async (request) => {
    // `host` is what a trusted proxy passes on, where there is one
    if (isOurs(request.headers.host ?? '') && isOurs(request.host)) return
    throw problem.forbidden(
      'This is the demo of Shipmate, which answers at localhost and 127.0.0.1 alone. To use another name, start it with DEMO=off.',
    )
  })
}
