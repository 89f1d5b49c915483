import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { encrypt } from '#server/platform/lib/crypt.ts'
import type { Provider, ProviderAnswer } from '../connections/provider.ts'
import { textPlaces } from '../queries/reports.ts'
import type { Rung } from '../rules/ladder.ts'
import type { Finding, RunningCheck } from '../record.ts'

/** Seconds in which no other run takes over a check: longer than one inquiry lasts. */
const leaseSeconds = 60

const later = ({ clock }: Pick<Services, 'clock'>, seconds: number): string =>
  new Date(clock.now().getTime() + seconds * 1000).toISOString()

/** Returns the instant until which no other run takes over a check. */
export const leaseUntil = (services: Pick<Services, 'clock'>): string => later(services, leaseSeconds)

/** An inquiry of a check: what is asked of whom, and its number in the check. */
export interface Inquiring {
  readonly services: Services
  readonly system: ScopeContext
  readonly check: RunningCheck
  readonly provider: Provider
  readonly rung: Rung
  readonly number: number
}

/**
 * Notes that an inquiry is about to be sent, and keeps the check for this run. One statement, because a reverification
 * waits for it thousands of times. Returns how often it was sent before, and the number of its interchange.
 */
export const noteSending = async ({ services, check, provider, rung, number }: Inquiring) => {
  const { tries, control } = await services.db
    .with('kept', (db) =>
      // scope: only the check that this run has taken over
      db
        .updateTable('eligibility_reports')
        .set({ next_try_at: leaseUntil(services) })
        .where('id', '=', check.id),
    )
    .with('noted', (db) =>
      db
        .insertInto('verification_requests')
        .values({
          school_id: check.school_id,
          report_id: check.id,
          number,
          variation: rung.variation,
          payer_name: rung.payer.name,
          payer_id: rung.payer.id,
          tries: 1,
          cost_cents: provider.costCents,
          sent_at: services.clock.now().toISOString(),
        })
        .onConflict((conflict) =>
          conflict.columns(['report_id', 'number', 'school_id']).doUpdateSet((row) => ({
            tries: row('verification_requests.tries', '+', 1),
            cost_cents: row('verification_requests.cost_cents', '+', provider.costCents),
          })),
        )
        .returning('tries'),
    )
    .selectFrom('noted')
    .select(['noted.tries', sql<number>`nextval('eligibility_control_numbers')::int`.as('control')])
    .executeTakeFirstOrThrow()
  return { tries: tries - 1, control }
}

/** Notes what became of an inquiry. One that wasn’t sent costs nothing, and texts of former tries stay. */
export const noteAnswer = async (
  { services, system, check, provider, number }: Inquiring,
  answer: ProviderAnswer,
  finding: Finding | null,
  latency: number,
): Promise<void> => {
  const sealed = (part: 'sent' | 'received') => {
    const text = answer[part]
    return text === null ? null : encrypt(services.keys, textPlaces[part], text)
  }
  await scope
    .update(system, 'verification_requests')
    .set({
      status: finding?.reading.status ?? null,
      reason_code: finding?.reading.reason_code ?? null,
      message: finding?.reading.message ?? null,
      ...(answer.sent === null
        ? {
            tries: sql<number>`verification_requests.tries - 1`,
            cost_cents: sql<number>`verification_requests.cost_cents - ${provider.costCents}`,
          }
        : { latency_ms: latency, sent_cipher: sealed('sent'), received_cipher: sealed('received') }),
    })
    .where('verification_requests.report_id', '=', check.id)
    .where('verification_requests.number', '=', number)
    .execute()
}

/** Keeps checks for the run that has taken them over and works on others first. */
export const keepChecks = async (services: Services, ids: readonly number[]): Promise<void> => {
  // scope: only the checks that this run has taken over
  await services.db
    .updateTable('eligibility_reports')
    .set({ next_try_at: leaseUntil(services) })
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('retrieval_status', '=', 'pending')
    .execute()
}

/** Leaves a check alone for some seconds. */
export const postpone = async (services: Services, id: number, seconds: number): Promise<void> => {
  // scope: only the check that this run has taken over
  await services.db
    .updateTable('eligibility_reports')
    .set({ next_try_at: later(services, seconds) })
    .where('id', '=', id)
    .execute()
}
