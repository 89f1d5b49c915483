import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { mayEnterSchool } from '#contract/access.ts'
import type { House } from '../context.ts'
import type { Announced } from '../live/listen.ts'
import { problem } from '../problem.ts'
import { demandFactor } from './second-factor.ts'
import { look } from './session.ts'

/** Milliseconds after which a stream asks again whether its session lives (decisions section 4: ended within 5 s). */
export const recheckAfter = 4000

const lineOf = ({ event, what }: Announced): string => `event: ${event}\ndata: ${JSON.stringify(what)}\n\n`

/**
 * `GET /api/events`: server-sent events for whoever is signed in, each only to those who may read what it announces.
 * Listening is no activity: it does not keep a session alive, and ends with it.
 */
export const serveEvents = (app: FastifyInstance, house: House): void => {
  const open = new Set<Readable>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.push(null)
  })
  app.get('/api/events', async (request, reply) => {
    let caller = await look(house, request)
    if (!caller) throw problem.unauthenticated()
    demandFactor(house, caller)
    const stream = new Readable({ read: () => undefined })
    stream.push(': connected\n\n')
    const unsubscribe = house.announcements.subscribe((announced) => {
      if (caller && mayEnterSchool(caller, announced.school_id)) stream.push(lineOf(announced))
    })
    const recheck = setInterval(() => {
      look(house, request).then(
        (present) => {
          caller = present
          // the comment keeps what stands between from closing a quiet connection
          stream.push(present ? ': here\n\n' : null)
        },
        () => undefined,
      )
    }, recheckAfter)
    const close = () => {
      clearInterval(recheck)
      unsubscribe()
      open.delete(stream)
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
