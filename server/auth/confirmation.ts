import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import { confirmationSeconds, secondsSince } from './rules.ts'

/** For calls that want the password confirmed within the last three hours. @throws Problem 423 */
export const requireConfirmation = ({ caller, clock }: Pick<Context, 'caller' | 'clock'>): void => {
  const seconds = secondsSince(caller.password_confirmed_at, clock.now())
  if (seconds === null || seconds > confirmationSeconds) throw new Problem('password_confirmation_required')
}
