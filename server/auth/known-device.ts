import type { FastifyReply, FastifyRequest } from 'fastify'
import type { House } from '../context.ts'
import { closedOptions, deviceCookie } from '../http/cookies.ts'
import { isSame, newToken, sign } from '../lib/crypt.ts'
import { loginName } from './rules.ts'

/** A browser in which somebody has signed in is theirs for half a year. */
const knownSeconds = 180 * 86_400

const signatureOf = (house: House, id: string, until: string, email: string): string =>
  sign(house.keys, `device:${id}:${until}:${loginName(email)}`)

/**
 * The id of this browser where the person with this address has signed in before, else null. It opens nothing: whoever
 * comes from there is counted apart, so that nobody else's wrong tries keep them out.
 */
export const knownDevice = (house: House, request: FastifyRequest, email: string): string | null => {
  const [id, until, signature, ...rest] = (request.cookies[deviceCookie(house.settings)] ?? '').split('.')
  if (!id || !until || !signature || rest.length > 0) return null
  const isMade = isSame(signature, signatureOf(house, id, until, email))
  return isMade && Number(until) * 1000 > house.clock.now().getTime() ? id : null
}

/** Lets this browser be known as that of whoever has just signed in. */
export const rememberDevice = (
  house: House,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  email: string,
): void => {
  const id = knownDevice(house, request, email) ?? newToken()
  const until = String(Math.floor(house.clock.now().getTime() / 1000) + knownSeconds)
  const value = `${id}.${until}.${signatureOf(house, id, until, email)}`
  void reply.setCookie(deviceCookie(house.settings), value, closedOptions(house.settings, knownSeconds))
}
