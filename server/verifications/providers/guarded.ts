import { failures } from './failures.ts'
import { createBreaker, createRateLimit } from './limits.ts'
import type { AnswerContent, Provider, ProviderAnswer } from './provider.ts'

const breaker = createBreaker()
const rateLimit = createRateLimit()

/** What limits a school’s inquiries to a clearinghouse. */
export interface Guard {
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
export const guarded = (provider: Provider, guard: Guard): Provider => ({
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
      return answer.response.rejections.some(({ code }) => outageCodes.has(code))
  }
}
