import type { Caller, Services } from '../context.ts'
import { Problem } from '../problem.ts'

/**
 * Returns whether an account must set up two-factor authentication first: every product admin without it. The
 * demo accounts, marked when the demo data is created, are excused while the demo is on.
 */
export const needsFactor = (
  { settings }: Pick<Services, 'settings'>,
  who: Pick<Caller, 'permission' | 'two_factor_enabled' | 'is_demo'> & Partial<Pick<Caller, 'emergency_id'>>,
): boolean =>
  // emergency access counts as both factors
  (who.emergency_id ?? null) === null &&
  who.permission === 'shipmate_admin' &&
  !who.two_factor_enabled &&
  !(who.is_demo && settings.demo)

/** Refuses accounts that must set up two-factor authentication. @throws Problem 403 `two_factor_required` */
export const assertFactor = (services: Pick<Services, 'settings'>, caller: Caller): void => {
  if (needsFactor(services, caller)) throw new Problem('two_factor_required')
}
