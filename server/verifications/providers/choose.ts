import type { SavedSettings } from '../settings.ts'
import type { Provider } from './provider.ts'
import { createSimulator } from './simulator.ts'

/** Returns who carries a school’s inquiries; null if staff chose no one. */
export const providerOf = (settings: SavedSettings | undefined): Provider | null => {
  switch (settings?.provider) {
    case 'simulator':
      return createSimulator({
        latencyMs: settings.simulator_latency_ms,
        isOut: settings.simulator_is_out,
      })
    default:
      return null
  }
}
