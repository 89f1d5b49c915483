import type { Caller, Services } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

/** What decides whether someone must set up two-factor authentication: the account, and how the session began. */
type Holder = Pick<
  Caller,
  | 'permission'
  | 'two_factor_enabled'
  | 'is_demo'
  | 'school_requires_factor'
  | 'provider_factor'
  | 'emergency_ends_at'
>

/**
 * Returns whether an account must set up two-factor authentication first: every product admin without it, and school
 * admins without it whose school requires it. The demo accounts, marked when the demo data is created, are excused
 * while the demo is on. Emergency access, and a provider that asked for a second factor, count as both factors.
 */
export const needsFactor = ({ settings }: Pick<Services, 'settings'>, who: Holder): boolean => {
  const isRequired = who.permission === 'shipmate_admin' || who.school_requires_factor
  const isExcused = (who.is_demo && settings.demo) || who.provider_factor || who.emergency_ends_at !== null
  return isRequired && !isExcused && !who.two_factor_enabled
}

/** Refuses accounts that must set up two-factor authentication. @throws Problem 403 `two_factor_required` */
export const assertFactor = (services: Pick<Services, 'settings'>, caller: Caller): void => {
  if (needsFactor(services, caller)) throw new Problem('two_factor_required')
}
