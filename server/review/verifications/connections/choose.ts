import type { Services } from '#server/platform/context.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { openSecret } from '#server/setup/schools/index.ts'
import { readSpentCents, isDemoSchool, secretPlace, type SavedSettings } from '../queries/settings.ts'
import { createJsonProvider } from './json.ts'
import type { AnswerContent, Provider, ProviderAnswer } from './provider.ts'
import { createSimulator } from './simulator.ts'
import { createX12Provider } from './x12.ts'
import { failures } from './post-inquiry.ts'
import { createBreaker, createRateLimit } from './limits.ts'

/**
 * Returns who carries a school’s inquiries; null if staff chose no one. The simulator answers demo schools only: what it
 * makes up must not look like coverage at a real one.
 * @throws UnreadableSecretError
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
    secret: secret_cipher && readSecret(services, settings.school_id, address, secret_cipher),
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

/** Thrown when a clearinghouse’s password or key can’t be decrypted: its encryption key is missing, or it was changed. */
export class UnreadableSecretError extends Error {
  override readonly name = 'UnreadableSecretError'
}

const readSecret = (
  { keys }: Pick<Services, 'keys'>,
  schoolId: number,
  address: string,
  cipher: Buffer,
): string => {
  try {
    return openSecret(keys, secretPlace(schoolId, address), cipher)
  } catch (error) {
    throw new UnreadableSecretError('A clearinghouse’s password or key can’t be read.', { cause: error })
  }
}

const breaker = createBreaker()
const rateLimit = createRateLimit()

/** What limits a school’s inquiries to a clearinghouse. */
interface Guard {
  readonly schoolId: number
  /** The clearinghouse’s host with its port. */
  readonly host: string
  readonly perMinute: number
  /** Returns whether this inquiry, whose price is counted already, costs more than the month’s limit. */
  isOverCostLimit(): Promise<boolean>
}

/**
 * Asks a provider within the school’s limits. An inquiry that isn’t sent has no text: over the cost limit and in a
 * payer’s outage it fails, over the rate limit it’s pending until there’s a place.
 */
const guarded = (provider: Provider, guard: Guard): Provider => ({
  costCents: provider.costCents,
  send: async (exchange) => {
    const key = `${guard.host} ${exchange.inquiry.payer.id}`
    if (!breaker.enter(key, performance.now())) return unsent(failures.payerOutage)
    let outcome: 'answered' | 'failed' | 'unsent' = 'unsent'
    try {
      const refusal = await refusalOf(guard)
      if (refusal) return refusal
      const answer = await provider.send(exchange)
      outcome = isTechnicalFailure(answer) ? 'failed' : 'answered'
      return answer
    } finally {
      breaker.settle(key, performance.now(), outcome)
    }
  },
})

const refusalOf = async (guard: Guard): Promise<ProviderAnswer | null> => {
  if (await guard.isOverCostLimit()) return unsent(failures.costLimit)
  const wait = rateLimit.take(guard.schoolId, guard.perMinute, performance.now())
  return wait === 0 ? null : unsent({ kind: 'pending', seconds: Math.ceil(wait / 1000) })
}

const unsent = (content: AnswerContent): ProviderAnswer => ({ ...content, sent: null, received: null })

/** The payer’s own codes for an outage (X12 AAA03). */
const outageCodes: ReadonlySet<string> = new Set(['42', '80'])

const isTechnicalFailure = (answer: ProviderAnswer): boolean => {
  switch (answer.kind) {
    case 'pending':
      return false
    case 'failed':
      return answer.status === 'request_failed'
    case 'answered':
      return answer.responses.every(({ rejections }) => rejections.some(({ code }) => outageCodes.has(code)))
  }
}
