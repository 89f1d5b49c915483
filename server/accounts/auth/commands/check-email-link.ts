import type { AnonymousContext } from '#server/platform/context.ts'
import { problem } from '#server/platform/problem.ts'
import { findOpenLink } from '../queries.ts'
import { counters, runCounted, tooManyAttempts } from '../throttle.ts'

/**
 * Returns the valid link to a new email address, with its user, before the transaction. Only failures count.
 * @throws Problem 422 `token`, 429 with Retry-After
 */
export const checkEmailLink = async ({ services, address }: AnonymousContext, token: string) => {
  const link = await findOpenLink(services, token, ['email'])
  if (link) return link
  await runCounted(services, [counters.reset(address)], tooManyAttempts('token'), () => Promise.resolve(null))
  throw badEmailLink()
}

/** Returns the error of a link that can’t be used, for whatever reason. */
export const badEmailLink = () =>
  problem.invalid({ token: 'This link doesn’t work anymore. Sign in and change your email address again.' })
