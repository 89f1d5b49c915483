import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { isAdmin, mayEnterSchool, type Actor } from '#contract/platform/access.ts'
import { mostStreams } from '#contract/platform/limits.ts'
import type { Services } from '#server/platform/context.ts'
import type { Announcement } from '#server/platform/live/listen.ts'
import { problem } from '#server/platform/problem.ts'
import { assertFactor } from './second-factor.ts'
import { findSession } from './session.ts'

/** Milliseconds between checks that a stream’s session is still valid (decisions section 4: ended within 5 s). */
export const recheckAfter = 4000

const lineOf = ({ event, what }: Announcement): string => `event: ${event}\ndata: ${JSON.stringify(what)}\n\n`

const maySee = (caller: Actor, { school_id }: Announcement): boolean =>
  school_id === null ? isAdmin(caller) : mayEnterSchool(caller, school_id)

/**
 * Handles `GET /api/events`: server-sent events for a signed-in user, limited to the schools they can access.
 * The stream doesn’t keep the session active, and ends with it.
 */
export const serveEvents = (app: FastifyInstance, services: Services): void => {
  const open = new Set<Readable>()
  const openOf = new Map<number, number>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.push(null)
  })
  app.get('/api/events', async (request, reply) => {
    let caller = await findSession(services, request)
    if (!caller) throw problem.unauthenticated()
    assertFactor(services, caller)
    const { id } = caller
    const own = openOf.get(id) ?? 0
    if (own >= mostStreams) throw problem.tooMany(recheckAfter / 1000, 'Too many windows are open.')
    openOf.set(id, own + 1)
    const stream = new Readable({ read: () => undefined })
    stream.push(': connected\n\n')
    const unsubscribe = services.announcements.subscribe((announced) => {
      if (caller && maySee(caller, announced)) stream.push(lineOf(announced))
    })
    const recheck = setInterval(() => {
      findSession(services, request).then(
        (present) => {
          caller = present
          // the comment prevents proxies from closing an idle connection
          stream.push(present ? ': here\n\n' : null)
        },
        () => undefined,
      )
    }, recheckAfter)
    const close = () => {
      if (!open.delete(stream)) return
      openOf.set(id, (openOf.get(id) ?? 1) - 1)
      clearInterval(recheck)
      unsubscribe()
      stream.destroy()
    }
    open.add(stream)
    reply.raw.once('close', close)
    stream.once('end', close)
    return reply
      .headers({
        'Content-Type': 'text/event-stream',
        'X-Accel-Buffering': 'no',
      })
      .send(stream)
  })
}
