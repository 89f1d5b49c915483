import type { Caller, House } from '../context.ts'
import { Problem } from '../problem.ts'

/**
 * Whether an account must set up a second factor before anything else: every product admin without one. The two
 * accounts of the demo, marked when its world is made, are excused as long as the demo is on.
 */
export const needsFactor = (
  { settings }: Pick<House, 'settings'>,
  who: Pick<Caller, 'permission' | 'two_factor_enabled' | 'is_demo'>,
): boolean =>
  who.permission === 'shipmate_admin' && !who.two_factor_enabled && !(who.is_demo && settings.demo)

/** @throws Problem 403 `two_factor_required` */
export const demandFactor = (house: Pick<House, 'settings'>, caller: Caller): void => {
  if (needsFactor(house, caller)) throw new Problem('two_factor_required')
}
