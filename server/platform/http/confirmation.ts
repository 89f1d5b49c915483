import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { secondsSince } from '#server/platform/lib/clock.ts'

/** Seconds for which a confirmed password is valid. */
export const confirmationSeconds = 3 * 3600

/** Returns whether the password was confirmed in the last 3 hours. */
export const hasConfirmed = ({ caller, clock }: Pick<Context, 'caller' | 'clock'>): boolean => {
  const seconds = secondsSince(caller.password_confirmed_at, clock.now())
  return seconds !== null && seconds <= confirmationSeconds
}

/** Checks that the password was confirmed in the last 3 hours. @throws Problem 423 */
export const requireConfirmation = (context: Pick<Context, 'caller' | 'clock'>): void => {
  if (!hasConfirmed(context)) throw new Problem('password_confirmation_required')
}
