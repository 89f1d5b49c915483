import type { FastifyInstance, FastifyRequest } from 'fastify'
import { emailEvents } from '#contract/mail/email-delivery/shapes.ts'
import { limitEmailEvents } from '#server/platform/http/throttle.ts'
import type { Services } from '#server/platform/context.ts'
import type { HistoryContext } from '#server/platform/history/index.ts'
import { cleanBody, parse } from '#server/platform/http/input.ts'
import { problem, Problem } from '#server/platform/problem.ts'
import { applyEvents } from '../commands/apply-events.ts'
import { isSigned } from '../rules/event-signature.ts'

/** The most bytes in a body of reports. */
const longestBody = 256 * 1024

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Returns the reports of a signed call. @throws Problem 401 without a valid signature, 400, 422 */
const readSigned = ({ clock }: Services, secret: string, request: FastifyRequest) => {
  const body = typeof request.body === 'string' ? request.body : ''
  const call = {
    timestamp: headerOf(request, 'x-shipmate-timestamp'),
    signature: headerOf(request, 'x-shipmate-signature'),
    body,
  }
  if (!isSigned(secret, call, clock.now())) throw problem.unauthenticated()
  return parse(emailEvents, cleanBody(jsonIn(body)))
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('unreadable')
  }
}

/**
 * Serves `POST /api/email-events`: reports about bounces and spam complaints, from a program that connects the mail
 * server’s provider. It has no session; the body is signed with `EMAIL_EVENTS_SECRET`, and without one the call doesn’t
 * exist. It isn’t an endpoint of the contract, because it reads the body as it was signed.
 */
export const receiveEmailEvents = async (app: FastifyInstance, services: Services): Promise<void> => {
  await app.register(async (signed) => {
    signed.removeContentTypeParser(['application/json'])
    signed.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body)
    })
    signed.post('/api/email-events', { bodyLimit: longestBody }, async (request) => {
      const { emailEventsSecret: secret } = services.settings
      if (secret === null) throw problem.notFound()
      await limitEmailEvents(services, request.ip)
      const { events } = readSigned(services, secret, request)
      const afterCommit: (() => void)[] = []
      const data = await services.db.transaction().execute((db) => {
        const context: HistoryContext = {
          db,
          services,
          clock: services.clock,
          caller: null,
          change: null,
          afterCommit,
        }
        return applyEvents(context, events)
      })
      for (const follow of afterCommit) follow()
      return { data }
    })
  })
}
