import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { confirmationSeconds, secondsSince } from './rules.ts'

/** Returns whether the password was confirmed in the last 3 hours. */
export const hasConfirmed = ({ caller, clock }: Pick<Context, 'caller' | 'clock'>): boolean => {
  const seconds = secondsSince(caller.password_confirmed_at, clock.now())
  return seconds !== null && seconds <= confirmationSeconds
}

/** Checks that the password was confirmed in the last 3 hours. @throws Problem 423 */
export const requireConfirmation = (context: Pick<Context, 'caller' | 'clock'>): void => {
  if (!hasConfirmed(context)) throw new Problem('password_confirmation_required')
}
