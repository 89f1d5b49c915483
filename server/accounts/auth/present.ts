import type { Me } from '#contract/accounts/auth/shapes.ts'
import type { Caller, Services } from '#server/platform/context.ts'
import { needsFactor } from '#server/platform/http/second-factor.ts'
import { idleMinutes } from '#server/platform/http/session.ts'
import type { Account } from './queries.ts'

/** How the user’s session began. */
export type OwnSession = Pick<Caller, 'provider_factor' | 'emergency_ends_at'>

/** Returns the signed-in user. Whether they need two-factor authentication also depends on how the session began. */
export const presentMe = (
  services: Services,
  account: Account,
  schools: Me['schools'],
  { provider_factor, emergency_ends_at }: OwnSession,
): Me => {
  const two_factor_enabled = account.two_factor_confirmed_at !== null
  return {
    id: account.id,
    first_name: account.first_name,
    last_name: account.last_name,
    email: account.email,
    permission: account.permission,
    schools,
    two_factor_enabled,
    two_factor_required: needsFactor(services, {
      ...account,
      provider_factor,
      emergency_ends_at,
      two_factor_enabled: two_factor_enabled || account.has_passkey,
    }),
    idle_minutes: idleMinutes,
    emergency_ends_at,
  }
}
