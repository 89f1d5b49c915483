import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/platform/context.ts'
import { closedOptions, deviceCookie } from '#server/platform/http/cookies.ts'
import { isSame, newToken, sign } from '#server/platform/lib/crypt.ts'
import { loginName } from './rules.ts'

/** Seconds for which a browser counts as a user’s known device: half a year. */
const knownSeconds = 180 * 86_400

const signatureOf = (services: Services, id: string, until: string, email: string): string =>
  sign(services.keys, `device:${id}:${until}:${loginName(email)}`)

/**
 * Returns the ID of this browser if the user with this address has signed in on it, else null. It grants no
 * access; its failures are counted separately, so that others can’t lock the user out.
 */
export const knownDevice = (services: Services, request: FastifyRequest, email: string): string | null => {
  const [id, until, signature, ...rest] = (request.cookies[deviceCookie(services.settings)] ?? '').split('.')
  if (!id || !until || !signature || rest.length > 0) return null
  const isMade = isSame(signature, signatureOf(services, id, until, email))
  return isMade && Number(until) * 1000 > services.clock.now().getTime() ? id : null
}

/** Marks this browser as a known device of the user who has just signed in. */
export const rememberDevice = (
  services: Services,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  email: string,
): void => {
  const id = knownDevice(services, request, email) ?? newToken()
  const until = String(Math.floor(services.clock.now().getTime() / 1000) + knownSeconds)
  const value = `${id}.${until}.${signatureOf(services, id, until, email)}`
  void reply.setCookie(deviceCookie(services.settings), value, closedOptions(services.settings, knownSeconds))
}
