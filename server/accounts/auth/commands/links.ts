import type { AnonymousContext, Context, Services } from '#server/platform/context.ts'
import { counters, runCounted, tooManyAttempts } from '#server/platform/http/throttle.ts'
import { hashToken, newToken } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { findOpenLink } from '../queries.ts'
import { linkSeconds, type LinkPurpose } from '../rules/sign-in.ts'

const screens = {
  reset: '/login/reset',
  invite: '/login/welcome',
  email: '/login/confirm-email',
  first_admin: '/login/first-admin',
} as const satisfies Record<LinkPurpose, string>

/**
 * Creates a link to set a password (valid 60 minutes for a reset, 7 days for an invite and the first admin) or to confirm a new email
 * address (24 hours). It works once, while the user has the address it’s sent to, and earlier links stop working, unless they have
 * the same token. Its host comes from the settings, never from a request.
 */
export const issueLink = async (
  { db, clock, services }: Pick<Context, 'db' | 'clock'> & { readonly services: Pick<Services, 'settings'> },
  to: { readonly id: number; readonly email: string },
  purpose: LinkPurpose,
  { token, now } = { token: newToken(), now: clock.now() },
): Promise<string> => {
  const life = {
    token_hash: hashToken(token),
    sent_to: to.email,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + linkSeconds[purpose] * 1000).toISOString(),
  }
  await db
    .insertInto('one_time_tokens')
    .values({ user_id: to.id, purpose, ...life })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'purpose']).where('used_at', 'is', null).doUpdateSet(life),
    )
    .execute()
  // the link to a new address names no account
  const query = new URLSearchParams(purpose === 'email' ? { token } : { token, email: to.email })
  return `${services.settings.publicUrl}${screens[purpose]}?${query.toString()}`
}

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
