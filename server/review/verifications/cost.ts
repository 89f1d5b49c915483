import { sql } from 'kysely'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone, type Clock } from '#server/platform/lib/clock.ts'

/** Returns what a school’s inquiries of this month cost, in cents. Those being sent count already. */
export const readSpentCents = async (
  context: ScopeContext & { readonly clock: Clock },
  schoolId: number,
): Promise<number> => {
  const first = `${dayIn(context.clock, officeTimeZone).slice(0, 7)}-01`
  const row = await scope
    .verificationRequests(context)
    .select(sql<number>`coalesce(sum(verification_requests.cost_cents), 0)::int`.as('cents'))
    .where('verification_requests.school_id', '=', schoolId)
    .where(
      'verification_requests.sent_at',
      '>=',
      sql<string>`${first}::timestamp at time zone ${officeTimeZone}`,
    )
    .executeTakeFirstOrThrow()
  return row.cents
}
