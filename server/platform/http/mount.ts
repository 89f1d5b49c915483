import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayPass } from '#contract/platform/access.ts'
import {
  passwordOf,
  type HandlerInput,
  type Endpoint,
  type HandlerResult,
  type EndpointModule,
} from '#contract/platform/endpoint.ts'
import { requireConfirmation } from './confirmation.ts'
import { identifyToken, mayUseToken } from './token.ts'
import type { AnonymousContext, Caller, Context, Services } from '#server/platform/context.ts'
import { problem, Problem } from '#server/platform/problem.ts'
import { checkForgery, checkOrigin, ensureToken } from './csrf.ts'
import { claimKey, saveResponse, keyOf, requestHash, type SavedResponse } from './idempotency.ts'
import { assertFactor } from './second-factor.ts'
import { cleanBody, parse, parseParams, parseQuery } from './input.ts'
import { wrapReply } from './output.ts'
import { assertKnownRecords, failureOf } from './path-records.ts'
import { logForeignId, logRefusal } from './refusals.ts'
import { countCall } from './limits.ts'
import { evenOut, evenOutFailure } from './even-time.ts'
import { identify } from './session.ts'
import { receiveUpload, type Upload } from './uploads.ts'

/** The HTTP parts a handler can use: cookies and headers for sign-in, nothing else. */
export interface Http {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type ContextOf<E extends Endpoint> = E['access'] extends 'anyone' ? AnonymousContext : Context
type ParsedRequest<E extends Endpoint> = HandlerInput<E> &
  (E extends { readonly upload: true } ? { readonly file: Upload } : unknown)

/** A function from context and parsed input to the reply’s content. */
type Act<E extends Endpoint> = (
  context: ContextOf<E>,
  ask: ParsedRequest<E>,
  http: Http,
) => Promise<HandlerResult<E>> | HandlerResult<E>

/**
 * A handler in two steps. `prove` runs before the transaction: password hashing, which must not hold a
 * connection, and writes that a rollback must not undo (counters, used codes, failed logins). It returns the
 * action that runs in the transaction.
 */
interface ProvenAct<E extends Endpoint> {
  readonly prove: (
    context: ContextOf<E>,
    ask: ParsedRequest<E>,
    http: Http,
  ) => Promise<(context: ContextOf<E>) => Promise<HandlerResult<E>> | HandlerResult<E>>
}

/** A handler with one step, or with a proof that runs before the transaction. */
export type Handler<E extends Endpoint> = Act<E> | ProvenAct<E>

/** The handlers of a module: exactly one for every endpoint of its contract. */
export type Handlers<R extends EndpointModule> = { readonly [K in keyof R]: Handler<R[K]> }

type AnyAct = (context: unknown, ask: unknown, http: Http) => unknown
interface AnyProvenAct {
  readonly prove: (context: unknown, ask: unknown, http: Http) => Promise<(context: unknown) => unknown>
}
type AnyHandler = AnyAct | AnyProvenAct

/** The most bytes in the body of a large call. */
const largeBody = 3 * 1024 * 1024

/**
 * Adds a module’s endpoints to the server. A missing handler or access rule is a compile error, and stops the
 * start.
 */
export const mount = <R extends EndpointModule>(
  app: FastifyInstance,
  services: Services,
  module: R,
  handlers: Handlers<R>,
): void => {
  for (const [name, endpoint] of Object.entries(module)) {
    const handler: unknown = Reflect.get(handlers, name)
    if (!isHandler(handler)) throw new Error(`Endpoint ${name} has no handler.`)
    if (endpoint.access === undefined) throw new Error(`Endpoint ${name} doesn’t say who can call it.`)
    assertKnownRecords(endpoint)
    // Handlers<R> has checked each handler against its endpoint; here they're all called the same way
    const answer = serve(services, endpoint, handler)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { isPublic: endpoint.isPublic === true },
      ...(endpoint.isLarge ? { bodyLimit: largeBody } : {}),
      handler: (request, reply) => services.traffic.during(() => answer(request, reply)),
    })
  }
}

const isHandler = (value: unknown): value is AnyHandler =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && 'prove' in value && typeof value.prove === 'function')

const serve =
  (services: Services, endpoint: Endpoint, handler: AnyHandler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (endpoint.hasStudentSession) checkOrigin(services, request)
    const caller = endpoint.isPublic ? null : await identifyCaller(services, request, reply)
    assertAccess(services, endpoint, caller, request)
    const context = contextOf(services, endpoint, caller, request)
    const startedAt = performance.now()
    const ask = await parseRequest(endpoint, request).catch(async (error: unknown) => {
      const params = parseParams(endpoint, request.params)
      const failure = await failureOf(context, endpoint, params, error)
      const unread = { params, query: undefined, body: undefined }
      if (failure !== error) logForeignId(services, endpoint, caller, request, unread, failure)
      throw failure
    })
    try {
      const call: Call = {
        endpoint,
        ask,
        reply,
        request,
        act: await actOf(endpoint, handler, context, ask, { request, reply }),
      }
      const answer =
        endpoint.method === 'GET' ? await runHandler(context, call) : await runInTransaction(context, call)
      await evenOut(services, endpoint, startedAt)
      return send(reply, answer)
    } catch (thrown) {
      const error = await failureOf(context, endpoint, ask.params, thrown)
      logForeignId(services, endpoint, caller, request, ask, error)
      await evenOutFailure(services, endpoint, startedAt, error)
      assertListed(endpoint, error)
      throw error
    } finally {
      await ask.file?.dispose()
    }
  }

/** Returns the account of an API token or of a session. A call that ignores cookies can’t be made in someone’s name. */
const identifyCaller = async (
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> => {
  const system = await identifyToken(services, request)
  if (system) return system
  const caller = await identify(services, request)
  checkForgery(services, request, caller?.session_id ?? null)
  ensureToken(services, request, reply, caller?.session_id ?? null)
  return caller
}

/** Throws if a handler asks for the password and its endpoint doesn’t say so: clients read it in the contract. */
const assertListed = (endpoint: Endpoint, error: unknown): void => {
  if (!(error instanceof Problem) || error.code !== 'password_confirmation_required') return
  const { method, path } = endpoint
  if (passwordOf(endpoint) === undefined)
    throw new Error(`${method} ${path} doesn’t say that it asks for the password.`, { cause: error })
}

/**
 * Returns the action to run in the transaction: the handler, or its second step after `prove`. Both run only with a
 * confirmed password, if every request of the call needs one.
 */
const actOf = async (
  endpoint: Endpoint,
  handler: AnyHandler,
  context: Context,
  ask: Call['ask'],
  http: Http,
): Promise<Call['act']> => {
  if (passwordOf(endpoint) === true) requireConfirmation(context)
  await countCall(context.services, endpoint, context.caller, ask.query)
  return typeof handler === 'function'
    ? (inside) => handler(inside, ask, http)
    : handler.prove(context, ask, http)
}

/** Checks access. The role is checked before the record’s existence; refusals are logged in the access log. */
const assertAccess = (
  services: Services,
  endpoint: Endpoint,
  caller: Caller | null,
  request: FastifyRequest,
): void => {
  if (endpoint.guestsOnly && caller) throw new Problem('already_signed_in')
  if (endpoint.access === 'anyone') return
  if (!caller) throw problem.unauthenticated()
  if (!endpoint.beforeFactor) assertFactor(services, caller)
  const mayCall = caller.token_access === undefined || mayUseToken(caller.token_access, endpoint)
  if (mayCall && mayPass(endpoint.access, caller, pathId(request))) return
  logRefusal(services, caller, request, { detail: `${endpoint.method} ${endpoint.path}` })
  throw problem.forbidden()
}

/** Returns the ID in the path as it was sent, not yet parsed. */
const pathId = ({ params }: FastifyRequest): string | undefined => {
  const id: unknown = Reflect.get(Object(params), 'id')
  return typeof id === 'string' ? id : undefined
}

const contextOf = (
  services: Services,
  endpoint: Endpoint,
  caller: Caller | null,
  request: FastifyRequest,
): Context => {
  const who = endpoint.access === 'anyone' ? { caller: null, visitor: caller } : { caller }
  // handlers of `anyone` endpoints are typed to have no caller; all others have passed `admit`
  return {
    ...who,
    db: services.db,
    services,
    clock: services.clock,
    requestId: request.id,
    address: request.ip,
    change: null,
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

/** Parses the whole request before a transaction begins, so that a slow client doesn’t keep one open. */
const parseRequest = async (endpoint: Endpoint, request: FastifyRequest): Promise<Call['ask']> => {
  const params = parseParams(endpoint, request.params)
  const query = parseQuery(endpoint, request.query)
  return { params, query, ...(await bodyOf(endpoint, request)) }
}

/** Calls the handler and wraps its result. A repeated call with the same key gets the first response. */
const runHandler = async (
  context: Context,
  { endpoint, act, ask, request, reply }: Call,
): Promise<SavedResponse & { readonly stream?: Readable }> => {
  const key = keyOf(endpoint, request)
  if (key !== null) {
    const first = await claimKey(context, key, requestHash(request, ask.body, ask.file))
    if (first) return first
  }
  const answer = wrapReply(endpoint, await act(context), reply, context.services.settings.adminOrigins)
  const changeId = context.change?.undoable ? context.change.id : null
  if (key !== null) await saveResponse(context, key, { ...answer, changeId })
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
    if (!isEmpty) throw new Problem('unreadable', { message: 'This call doesn’t accept a body.' })
    return { body: undefined, file: undefined }
  }
  return { body: parse(endpoint.body, cleanBody(request.body ?? null, endpoint.literal)), file: undefined }
}

/** Runs every call except GET in one transaction. Follow-up work runs only after the commit. */
const runInTransaction = async (context: Context, call: Call) => {
  const { db, preparingDb, intake } = context.services
  const frequentDb = call.endpoint.isPublic ? intake.db : preparingDb
  const done = await (call.endpoint.isFrequent ? frequentDb : db).transaction().execute(async (trx) => {
    const inside: Context = { ...context, db: trx }
    const answer = await runHandler(inside, call)
    return { answer, afterCommit: inside.afterCommit }
  })
  for (const follow of done.afterCommit) follow()
  return done.answer
}

const send = (reply: FastifyReply, answer: SavedResponse & { readonly stream?: Readable }): unknown => {
  if (answer.changeId !== null) void reply.header('X-Change-Id', String(answer.changeId))
  void reply.code(answer.status)
  if (answer.stream) return reply.send(answer.stream)
  if (answer.status === 204) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
}
