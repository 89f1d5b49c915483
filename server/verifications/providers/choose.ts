import type { Services } from '../../context.ts'
import type { ScopeContext } from '../../db/scope.ts'
import { decrypt } from '../../lib/crypt.ts'
import { readSpentCents } from '../cost.ts'
import { isDemoSchool, secretPlace, type SavedSettings } from '../settings.ts'
import { guarded } from './guarded.ts'
import { createJsonProvider } from './json.ts'
import type { Provider } from './provider.ts'
import { createSimulator } from './simulator.ts'
import { createX12Provider } from './x12.ts'

/**
 * Returns who carries a school’s inquiries; null if staff chose no one. The simulator answers demo schools only: what it
 * makes up must not look like coverage at a real one.
 */
export const chooseProvider = async (
  services: Services,
  system: ScopeContext,
  settings: SavedSettings | undefined,
): Promise<Provider | null> => {
  switch (settings?.provider) {
    case 'simulator':
      return (await isDemoSchool(system, settings.school_id))
        ? createSimulator({ latencyMs: settings.simulator_latency_ms, isOut: settings.simulator_is_out })
        : null
    case 'x12':
    case 'json':
      return overHttp(services, system, settings)
    default:
      return null
  }
}

const overHttp = (services: Services, system: ScopeContext, settings: SavedSettings): Provider | null => {
  const { address, secret_cipher, cost_limit_cents: limit } = settings
  if (address === null || !URL.canParse(address)) return null
  const clearinghouse = {
    address,
    userName: settings.user_name,
    secret: secret_cipher && decrypt(services.keys, secretPlace, secret_cipher).toString(),
    costCents: settings.inquiry_cost_cents,
    privateHosts: services.settings.outboundPrivateHosts,
  }
  const provider =
    settings.provider === 'x12' ? createX12Provider(clearinghouse) : createJsonProvider(clearinghouse)
  return guarded(provider, {
    schoolId: settings.school_id,
    host: new URL(address).host,
    perMinute: settings.inquiries_per_minute,
    isOverCostLimit: async () =>
      limit !== null &&
      (await readSpentCents({ ...system, clock: services.clock }, settings.school_id)) > limit,
  })
}
