import type { ScopeContext } from '#server/platform/db/scope.ts'
import type { Clock } from '#server/platform/lib/clock.ts'
import { readSpentCents, type SavedSettings } from '#server/review/verifications/index.ts'

/** Returns what a school’s limit leaves for checks this month, in cents; null without a limit. */
export const leftThisMonth = async (
  context: ScopeContext & { readonly clock: Clock },
  { school_id, cost_limit_cents: limit }: SavedSettings,
): Promise<number | null> =>
  limit === null ? null : Math.max(0, limit - (await readSpentCents(context, school_id)))
