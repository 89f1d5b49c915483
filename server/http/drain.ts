import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds in which requests in progress may finish. */
const drainTime = 30_000
/** Milliseconds in which a kept-alive connection may bring one more request, which is answered and ends it. */
const graceTime = 3000

/**
 * Lets a server end without dropping a call. Closing a kept-alive connection while its client sends the next request
 * would lose that request: so new connections are refused first, and each answer closes the connection it came on.
 * Returns how to close the server.
 */
export const prepareDrain = (app: FastifyInstance): (() => Promise<void>) => {
  let isDraining = false
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) void reply.header('Connection', 'close')
    done(null, payload)
  })
  return async () => {
    isDraining = true
    // stops listening alone: the server's own close would end idle connections too
    Server.prototype.close.call(app.server)
    const until = performance.now() + graceTime
    while (performance.now() < until && (await countConnections(app)) > 0) await sleep(50)
    const timer = setTimeout(() => app.server.closeAllConnections(), drainTime)
    app.server.closeIdleConnections()
    await app.close()
    clearTimeout(timer)
  }
}

const countConnections = (app: FastifyInstance): Promise<number> =>
  new Promise((done) => {
    app.server.getConnections((_error, many) => done(many))
  })
