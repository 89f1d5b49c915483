import type { Context } from '../../context.ts'
import { hashToken, newToken } from '../../lib/crypt.ts'
import { linkSeconds, type LinkPurpose } from '../rules.ts'

const screens = { reset: '/login/reset', invite: '/login/welcome' } as const satisfies Record<
  LinkPurpose,
  string
>

/**
 * Makes the link by which somebody sets a password: 60 minutes for a reset, 7 days for an invite. It works once,
 * and its former one no longer. Its address comes from the settings, never from a request.
 */
export const issueLink = async (
  { db, clock, house }: Pick<Context, 'db' | 'clock' | 'house'>,
  to: { readonly id: number; readonly email: string },
  purpose: LinkPurpose,
): Promise<string> => {
  const token = newToken()
  const now = clock.now()
  const life = {
    token_hash: hashToken(token),
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
  const query = new URLSearchParams({ token, email: to.email })
  return `${house.settings.publicUrl}${screens[purpose]}?${query.toString()}`
}
