import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds for requests in progress to finish. */
const drainTime = 30_000
/** Milliseconds in which a kept-alive connection can send one more request. Its response closes the connection. */
const graceTime = 3000

/**
 * Ends a server without dropping a call. Closing a kept-alive connection while its client sends the next
 * request would lose that request. So the server first refuses new connections, and each response closes its
 * connection. Returns a function that closes the server.
 */
export const prepareDrain = (app: FastifyInstance): (() => Promise<void>) => {
  let isDraining = false
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) void reply.header('Connection', 'close')
    done(null, payload)
  })
  return async () => {
    isDraining = true
    // only stops listening: the server's own close would also end idle connections
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
