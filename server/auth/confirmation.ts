import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import { confirmationSeconds, secondsSince } from './rules.ts'

/** Checks that the password was confirmed in the last 3 hours. @throws Problem 423 */
export const requireConfirmation = ({ caller, clock }: Pick<Context, 'caller' | 'clock'>): void => {
  const seconds = secondsSince(caller.password_confirmed_at, clock.now())
  if (seconds === null || seconds > confirmationSeconds) throw new Problem('password_confirmation_required')
}
