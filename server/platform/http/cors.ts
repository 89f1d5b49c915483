import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/platform/lib/env.ts'

const exposed = 'X-Change-Id, X-Retry-After, Retry-After, Content-Disposition'
const sent = 'Accept, Content-Type, Idempotency-Key, X-Background, X-Requested-With, X-XSRF-TOKEN'
const methods = 'GET, POST, PUT, PATCH, DELETE'

/**
 * Lets pages of the admin hosts call with cookies: exactly those origins, no patterns. Answers their preflight
 * requests; other preflights are handled like any call.
 */
export const allowAdminOrigins = (app: FastifyInstance, { adminOrigins }: Settings): void => {
  if (adminOrigins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('Vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !adminOrigins.includes(origin)) return
    void reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': exposed,
    })
    if (request.method !== 'OPTIONS' || !('access-control-request-method' in request.headers)) return
    await reply
      .code(204)
      .headers({
        'Access-Control-Allow-Methods': methods,
        'Access-Control-Allow-Headers': sent,
        'Access-Control-Max-Age': '600',
      })
      .send()
  })
}
