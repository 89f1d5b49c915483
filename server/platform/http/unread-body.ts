import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds in which the rest of a body is thrown away, so that its sender gets to read the response. */
const lingerTime = 5000

/**
 * Closes the connection after a response that was sent before its request had arrived, for example when the disk is
 * full in the middle of an upload: no one would read the rest of the body, and the sender would wait forever.
 */
export const closeAfterUnreadBody = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || isRead(request.raw)) return done(null, payload)
    void reply.headers({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(payload)) })
    done(null, Readable.from(linger(payload, request.raw)))
  })
}

const isRead = ({ complete, headers }: IncomingMessage): boolean =>
  complete || (headers['transfer-encoding'] === undefined && !Number(headers['content-length']))

/** Yields the whole response, and ends when the body has arrived too: closed at once, the connection could lose both. */
async function* linger(payload: string, body: IncomingMessage): AsyncGenerator<string> {
  yield payload
  body.unpipe()
  body.resume()
  const ended = new AbortController()
  const end = finished(body, { signal: ended.signal }).catch(() => undefined)
  await Promise.race([end, sleep(lingerTime, undefined, { ref: false })])
  ended.abort()
}
