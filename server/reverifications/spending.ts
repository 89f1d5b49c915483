import { sql } from 'kysely'
import { scope, type ScopeContext } from '../db/scope.ts'
import type { Clock } from '../lib/clock.ts'
import { dayIn, officeTimeZone } from '../lib/clock.ts'
import type { SavedSettings } from '../verifications/index.ts'

/** Returns what a school’s limit leaves for checks this month, in cents; null without a limit. */
export const leftThisMonth = async (
  context: ScopeContext & { readonly clock: Clock },
  settings: SavedSettings,
): Promise<number | null> => {
  if (settings.cost_limit_cents === null) return null
  const month = `${dayIn(context.clock, officeTimeZone).slice(0, 7)}-01`
  const { spent } = await scope
    .verificationRequests(context)
    .select(sql<number>`coalesce(sum(verification_requests.cost_cents), 0)::int`.as('spent'))
    .where('verification_requests.school_id', '=', settings.school_id)
    .where(sql<boolean>`verification_requests.sent_at >= ${month}::timestamp at time zone ${officeTimeZone}`)
    .executeTakeFirstOrThrow()
  return Math.max(0, settings.cost_limit_cents - spent)
}
