import type { Caller, Services } from '../context.ts'
import { Problem } from '../problem.ts'

/** What decides whether someone must set up two-factor authentication. */
type Holder = Pick<Caller, 'permission' | 'two_factor_enabled' | 'is_demo' | 'school_requires_factor'> & {
  /** Whether the session began at an identity provider that asked for a second factor. */
  readonly provider_factor: boolean
}

/**
 * Returns whether an account must set up two-factor authentication first: every product admin without it, and school
 * admins without it whose school requires it. The demo accounts, marked when the demo data is created, are excused
 * while the demo is on.
 */
export const needsFactor = ({ settings }: Pick<Services, 'settings'>, who: Holder): boolean => {
  const isRequired = who.permission === 'shipmate_admin' || who.school_requires_factor
  const isExcused = who.is_demo && settings.demo
  return isRequired && !isExcused && !who.two_factor_enabled && !who.provider_factor
}

/** Refuses accounts that must set up two-factor authentication. @throws Problem 403 `two_factor_required` */
export const assertFactor = (services: Pick<Services, 'settings'>, caller: Caller): void => {
  if (needsFactor(services, caller)) throw new Problem('two_factor_required')
}
