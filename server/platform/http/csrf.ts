import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/platform/context.ts'
import { isSame, sign } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { siteHostOrigin } from './site-host.ts'
import { tokenCookie, tokenOptions } from './cookies.ts'

/** What a token is bound to: a session, or no session yet. */
type Binding = number | null

const signatureOf = (services: Services, random: string, binding: Binding): string =>
  sign(services.keys, `xsrf:${random}:${binding ?? 'guest'}`)

const newAntiForgeryToken = (services: Services, binding: Binding): string => {
  const random = randomBytes(18).toString('base64url')
  return `${random}.${signatureOf(services, random, binding)}`
}

const isValid = (services: Services, token: string | undefined, binding: Binding): token is string => {
  const [random, signature, ...rest] = (token ?? '').split('.')
  if (!random || !signature || rest.length > 0) return false
  return isSame(signature, signatureOf(services, random, binding))
}

/** Sets a new token after the binding changed: login, challenge, logout. */
export const renewToken = (services: Services, reply: FastifyReply, binding: Binding): void => {
  void reply.setCookie(tokenCookie, newAntiForgeryToken(services, binding), tokenOptions(services.settings))
}

/** Makes sure that the caller has a token for the current session. */
export const ensureToken = (
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  binding: Binding,
): void => {
  if (!isValid(services, request.cookies[tokenCookie], binding)) renewToken(services, reply, binding)
}

const originOf = (address: string | undefined): string | null =>
  address !== undefined && URL.canParse(address) ? new URL(address).origin : null

/**
 * Checks that the Origin (or else the Referer) is ours or an admin host’s; at the host of a school’s site, that it’s this host’s. Requests without either are
 * accepted, because the token protects them, or the cookie, which browsers don’t send from other sites.
 */
const hasAllowedOrigin = (services: Services, request: FastifyRequest): boolean => {
  const stated = request.headers.origin ?? request.headers.referer
  if (stated === undefined) return true
  const origin = originOf(stated)
  if (origin === null) return false
  const { publicUrl, publicUrlIsGiven, adminOrigins } = services.settings
  const ofSite = siteHostOrigin(request, services.settings)
  if (ofSite !== null) return origin === ofSite
  if (origin === publicUrl || adminOrigins.includes(origin)) return true
  return !publicUrlIsGiven && new URL(origin).host === request.headers.host
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses an unsafe call that a page of another site makes. @throws Problem 403 */
export const checkOrigin = (services: Services, request: FastifyRequest): void => {
  if (!safeMethods.has(request.method) && !hasAllowedOrigin(services, request)) throw problem.forbidden()
}

/**
 * Requires the session’s token in X-XSRF-TOKEN for every unsafe call. Before login there’s no session; then the
 * header must equal the cookie, which only our pages can read.
 * @throws Problem 403 for a foreign origin, 419 for a missing or wrong token
 */
export const checkForgery = (services: Services, request: FastifyRequest, binding: Binding): void => {
  checkOrigin(services, request)
  if (safeMethods.has(request.method)) return
  const sent = request.headers['x-xsrf-token']
  const token = typeof sent === 'string' ? sent : undefined
  if (!isValid(services, token, binding)) throw problem.tokenMismatch()
  if (binding === null && !isSame(token, request.cookies[tokenCookie] ?? '')) throw problem.tokenMismatch()
}
