import type { Me } from '#contract/auth/shapes.ts'
import { idleMinutes } from '../http/session.ts'
import type { Account } from './queries.ts'

/** The authenticated user. A required second factor is asked for once there are screens to set it up. */
export const presentMe = (account: Account, schools: Me['schools']): Me => ({
  id: account.id,
  first_name: account.first_name,
  last_name: account.last_name,
  email: account.email,
  permission: account.permission,
  schools,
  two_factor_enabled: account.two_factor_confirmed_at !== null,
  two_factor_required: false,
  idle_minutes: idleMinutes,
})
