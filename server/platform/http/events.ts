import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { isAdmin, mayEnterSchool, type Actor } from '#contract/platform/access.ts'
import { mostStreams } from '#contract/platform/limits.ts'
import type { Caller, Services } from '#server/platform/context.ts'
import type { Announcement } from '#server/platform/live/listen.ts'
import { problem } from '#server/platform/problem.ts'
import { assertFactor } from './second-factor.ts'
import { findCallers, sessionTokenOf } from './session.ts'

/** Milliseconds between checks that the sessions of streams are still valid (a stream ends within 5 s of its session). */
export const recheckAfter = 4000

/** Bytes that can wait for a reader that doesn’t read. Then its stream is closed; it can open another one. */
const mostWaiting = 1024 * 1024

const lineOf = ({ event, what }: Announcement): string => `event: ${event}\ndata: ${JSON.stringify(what)}\n\n`

const maySee = (caller: Actor, { school_id }: Announcement): boolean =>
  school_id === null ? isAdmin(caller) : mayEnterSchool(caller, school_id)

/** A stream with its session and whose it is. */
interface OpenStream {
  readonly stream: Readable
  readonly token: string
  caller: Caller
}

/**
 * Handles `GET /api/events`: server-sent events for a signed-in user, limited to the schools they can access.
 * The stream doesn’t keep the session active, and ends with it.
 */
export const serveEvents = (app: FastifyInstance, services: Services): void => {
  const open = new Set<OpenStream>()
  const unsubscribe = services.announcements.subscribe((announced) => {
    const text = lineOf(announced)
    for (const one of open) if (maySee(one.caller, announced)) send(open, one, text)
  })
  const stopChecking = checkRegularly(services, open)
  app.addHook('preClose', async () => {
    unsubscribe()
    stopChecking()
    for (const one of open) end(open, one)
  })
  app.get('/api/events', async (request, reply) => {
    const token = sessionTokenOf(services, request)
    const caller = token === null ? undefined : (await findCallers(services, [token])).get(token)
    if (token === null || !caller) throw problem.unauthenticated()
    assertFactor(services, caller)
    const own = [...open].filter((one) => one.caller.id === caller.id).length
    if (own >= mostStreams) throw problem.tooMany(recheckAfter / 1000, 'Too many windows are open.')
    const stream = new Readable({ read: () => undefined })
    stream.push(': connected\n\n')
    const one: OpenStream = { stream, token, caller }
    open.add(one)
    reply.raw.once('close', () => end(open, one))
    return reply
      .headers({
        'Content-Type': 'text/event-stream',
        'X-Accel-Buffering': 'no',
      })
      .send(stream)
  })
}

const send = (open: Set<OpenStream>, one: OpenStream, text: string): void => {
  if (one.stream.readableLength < mostWaiting) one.stream.push(text)
  else end(open, one)
}

const end = (open: Set<OpenStream>, one: OpenStream): void => {
  if (!open.delete(one)) return
  // what waits for a reader that doesn't read would keep it open
  if (one.stream.readableLength > 0) one.stream.destroy()
  else one.stream.push(null)
}

/** Ends the streams of sessions that have ended, by one query for all. Returns a function that stops it. */
const checkRegularly = (services: Services, open: Set<OpenStream>): (() => void) => {
  let checking: Promise<void> | null = null
  const timer = setInterval(() => {
    if (open.size === 0) return
    // without the database nobody can say, and the streams go on
    checking ??= check(services, open)
      .catch(() => undefined)
      .finally(() => {
        checking = null
      })
  }, recheckAfter).unref()
  return () => clearInterval(timer)
}

const check = async (services: Services, open: Set<OpenStream>): Promise<void> => {
  // those that are opened while this waits for the database aren't in its answer
  const checked = [...open]
  const present = await findCallers(
    services,
    checked.map(({ token }) => token),
  )
  for (const one of checked) {
    const caller = present.get(one.token)
    if (!caller) end(open, one)
    else if (open.has(one)) {
      one.caller = caller
      // the comment prevents proxies from closing an idle connection
      send(open, one, ': here\n\n')
    }
  }
}
