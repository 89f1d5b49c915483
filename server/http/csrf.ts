import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { House } from '../context.ts'
import { isSame, sign } from '../lib/crypt.ts'
import { problem } from '../problem.ts'
import { tokenCookie, tokenOptions } from './cookies.ts'

/** What a token is bound to: a session, or nobody yet. */
export type Binding = number | null

const signatureOf = (house: House, random: string, binding: Binding): string =>
  sign(house.keys, `xsrf:${random}:${binding ?? 'guest'}`)

const newAntiForgeryToken = (house: House, binding: Binding): string => {
  const random = randomBytes(18).toString('base64url')
  return `${random}.${signatureOf(house, random, binding)}`
}

const isValid = (house: House, token: string | undefined, binding: Binding): token is string => {
  const [random, signature, ...rest] = (token ?? '').split('.')
  if (!random || !signature || rest.length > 0) return false
  return isSame(signature, signatureOf(house, random, binding))
}

/** Gives a fresh token, after whatever changed the binding: login, challenge, logout. */
export const renewToken = (house: House, reply: FastifyReply, binding: Binding): void => {
  void reply.setCookie(tokenCookie, newAntiForgeryToken(house, binding), tokenOptions(house.settings))
}

/** Sees to it that the caller holds a token of its own binding. */
export const ensureToken = (
  house: House,
  request: FastifyRequest,
  reply: FastifyReply,
  binding: Binding,
): void => {
  if (!isValid(house, request.cookies[tokenCookie], binding)) renewToken(house, reply, binding)
}

const originOf = (address: string | undefined): string | null =>
  address !== undefined && URL.canParse(address) ? new URL(address).origin : null

/** A present Origin (else Referer) must be ours or an admin host's; absent ones are accepted, the token protects. */
const hasAllowedOrigin = (house: House, request: FastifyRequest): boolean => {
  const stated = request.headers.origin ?? request.headers.referer
  if (stated === undefined) return true
  const origin = originOf(stated)
  if (origin === null) return false
  const { publicUrl, publicUrlIsGiven, adminOrigins } = house.settings
  if (origin === publicUrl || adminOrigins.includes(origin)) return true
  return !publicUrlIsGiven && new URL(origin).host === request.headers.host
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Every unsafe call carries the token of its own session in X-XSRF-TOKEN. Before login there is no session:
 * then the header must equal the cookie, which only a page of ours can read.
 * @throws Problem 403 for a foreign origin, 419 for a missing or wrong token
 */
export const checkForgery = (house: House, request: FastifyRequest, binding: Binding): void => {
  if (safeMethods.has(request.method)) return
  if (!hasAllowedOrigin(house, request)) throw problem.forbidden()
  const sent = request.headers['x-xsrf-token']
  const token = typeof sent === 'string' ? sent : undefined
  if (!isValid(house, token, binding)) throw problem.tokenMismatch()
  if (binding === null && !isSame(token, request.cookies[tokenCookie] ?? '')) throw problem.tokenMismatch()
}
