import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayPass } from '#contract/access.ts'
import type { Asked, Endpoint, Given, Room } from '#contract/endpoint.ts'
import type { AnonymousContext, Caller, Context, House } from '../context.ts'
import { problem, Problem } from '../problem.ts'
import { checkForgery, ensureToken } from './csrf.ts'
import { claimKey, keepAnswer, keyOf, requestHash, type Answer } from './idempotency.ts'
import { demandFactor } from './second-factor.ts'
import { cleanBody, parse, parseParams, parseQuery } from './input.ts'
import { wrapReply } from './output.ts'
import { noteForeignId, noteRefusal } from './refusals.ts'
import { identify } from './session.ts'
import { receiveUpload, type Upload } from './uploads.ts'

/** What a handler may need of HTTP itself: cookies and headers of auth, nothing else. */
export interface Http {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type ContextOf<E extends Endpoint> = E['access'] extends 'anyone' ? AnonymousContext : Context
type Ask<E extends Endpoint> = Asked<E> &
  (E extends { readonly upload: true } ? { readonly file: Upload } : unknown)

/** Context and parsed ask → what the reply holds. */
type Act<E extends Endpoint> = (
  context: ContextOf<E>,
  ask: Ask<E>,
  http: Http,
) => Promise<Given<E>> | Given<E>

/**
 * A handler in two steps. `prove` comes before the transaction: hashing, which must not hold a connection, and what
 * no rollback may take back (counters, used codes, failed logins). It answers the act that runs inside.
 */
interface ProvenAct<E extends Endpoint> {
  readonly prove: (
    context: ContextOf<E>,
    ask: Ask<E>,
    http: Http,
  ) => Promise<(context: ContextOf<E>) => Promise<Given<E>> | Given<E>>
}

/** A handler of an endpoint. */
export type Handler<E extends Endpoint> = Act<E> | ProvenAct<E>

/** The handlers of a room: one for every endpoint of its contract, no more and no less. */
export type Handlers<R extends Room> = { readonly [K in keyof R]: Handler<R[K]> }

type AnyAct = (context: unknown, ask: unknown, http: Http) => unknown
interface AnyProvenAct {
  readonly prove: (context: unknown, ask: unknown, http: Http) => Promise<(context: unknown) => unknown>
}
type AnyHandler = AnyAct | AnyProvenAct

/** Bytes that the body of a large call may have. */
const largeBody = 3 * 1024 * 1024

/** Puts a room's endpoints on the server. A missing handler or access does not compile, and does not start. */
export const mount = <R extends Room>(
  app: FastifyInstance,
  house: House,
  room: R,
  handlers: Handlers<R>,
): void => {
  for (const [name, endpoint] of Object.entries(room)) {
    const handler: unknown = Reflect.get(handlers, name)
    if (!isHandler(handler)) throw new Error(`The endpoint ${name} has no handler.`)
    if (endpoint.access === undefined) throw new Error(`The endpoint ${name} does not say who may call it.`)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.isLarge ? { bodyLimit: largeBody } : {}),
      // Handlers<R> has checked the handler against its endpoint; here all of them are served alike.
      handler: serve(house, endpoint, handler),
    })
  }
}

const isHandler = (value: unknown): value is AnyHandler =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && 'prove' in value && typeof value.prove === 'function')

const serve =
  (house: House, endpoint: Endpoint, handler: AnyHandler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const caller = endpoint.isPublic ? null : await identify(house, request)
    checkForgery(house, request, caller?.session_id ?? null)
    if (!endpoint.isPublic) ensureToken(house, request, reply, caller?.session_id ?? null)
    admit(house, endpoint, caller, request)
    const context = contextOf(house, endpoint, caller, request)
    const ask = await readAsk(endpoint, request)
    try {
      const call: Call = {
        endpoint,
        ask,
        reply,
        request,
        act: await actOf(handler, context, ask, { request, reply }),
      }
      const answer = endpoint.method === 'GET' ? await answerOf(context, call) : await transact(context, call)
      return send(reply, answer)
    } catch (error) {
      noteForeignId(house, endpoint, caller, request, ask, error)
      throw error
    } finally {
      await ask.file?.dispose()
    }
  }

/** What is to be done inside the transaction: all of it, or what is left once the proofs are in. */
const actOf = async (
  handler: AnyHandler,
  context: Context,
  ask: Call['ask'],
  http: Http,
): Promise<Call['act']> =>
  typeof handler === 'function' ? (inside) => handler(inside, ask, http) : handler.prove(context, ask, http)

/** The door. Role is judged before existence; a refusal is noted in the access log. */
const admit = (house: House, endpoint: Endpoint, caller: Caller | null, request: FastifyRequest): void => {
  if (endpoint.guestsOnly && caller) throw new Problem('already_signed_in')
  if (endpoint.access === 'anyone') return
  if (!caller) throw problem.unauthenticated()
  if (!endpoint.beforeFactor) demandFactor(house, caller)
  if (mayPass(endpoint.access, caller)) return
  noteRefusal(house, caller, request, { detail: `${endpoint.method} ${endpoint.path}` })
  throw problem.forbidden()
}

const contextOf = (
  house: House,
  endpoint: Endpoint,
  caller: Caller | null,
  request: FastifyRequest,
): Context => {
  const who = endpoint.access === 'anyone' ? { caller: null, visitor: caller } : { caller }
  // an open door's handlers are typed to get nobody; all others have passed `admit`
  return {
    ...who,
    db: house.db,
    house,
    clock: house.clock,
    requestId: request.id,
    address: request.ip,
    act: null,
    afterCommit: [],
  } as Context
}

interface Call {
  readonly endpoint: Endpoint
  readonly act: (context: unknown) => unknown
  readonly ask: { params: unknown; query: unknown; body: unknown; file: Upload | undefined }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Everything that was asked, parsed before a transaction begins: no slow sender holds one open. */
const readAsk = async (endpoint: Endpoint, request: FastifyRequest): Promise<Call['ask']> => {
  const params = parseParams(endpoint, request.params)
  const query = parseQuery(endpoint, request.query)
  return { params, query, ...(await bodyOf(endpoint, request)) }
}

/** Calls the handler and wraps what it gives; a repeated call with the same key is given the first answer. */
const answerOf = async (
  context: Context,
  { endpoint, act, ask, request, reply }: Call,
): Promise<Answer & { readonly stream?: Readable }> => {
  const key = keyOf(endpoint, request)
  if (key !== null) {
    const first = await claimKey(context, key, requestHash(request, ask.body, ask.file))
    if (first) return first
  }
  const answer = wrapReply(endpoint, await act(context), reply, context.house.settings.adminOrigins)
  const changeId = context.act?.undoable ? context.act.id : null
  if (key !== null) await keepAnswer(context, key, { ...answer, changeId })
  return { ...answer, changeId }
}

const bodyOf = async (
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<{ body: unknown; file: Upload | undefined }> => {
  if (endpoint.upload) {
    const { fields, file } = await receiveUpload(request)
    try {
      return { body: endpoint.body ? parse(endpoint.body, cleanBody(fields)) : undefined, file }
    } catch (error) {
      await file.dispose()
      throw error
    }
  }
  if (request.isMultipart()) throw new Problem('unsupported_media')
  if (!endpoint.body) {
    const isEmpty =
      request.body == null || (typeof request.body === 'object' && Object.keys(request.body).length === 0)
    if (!isEmpty) throw new Problem('unreadable', { message: 'This call takes no body.' })
    return { body: undefined, file: undefined }
  }
  return { body: parse(endpoint.body, cleanBody(request.body ?? null, endpoint.literal)), file: undefined }
}

/** Everything but a GET runs in one transaction; what follows a commit follows only a commit. */
const transact = async (context: Context, call: Call) => {
  const done = await context.house.db.transaction().execute(async (trx) => {
    const inside: Context = { ...context, db: trx }
    const answer = await answerOf(inside, call)
    return { answer, afterCommit: inside.afterCommit }
  })
  for (const follow of done.afterCommit) follow()
  return done.answer
}

const send = (reply: FastifyReply, answer: Answer & { readonly stream?: Readable }): unknown => {
  if (answer.changeId !== null) void reply.header('X-Change-Id', String(answer.changeId))
  void reply.code(answer.status)
  if (answer.stream) return reply.send(answer.stream)
  if (answer.status === 204) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
}
