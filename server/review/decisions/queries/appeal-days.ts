import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { readPublished } from '#server/setup/period-documents/index.ts'

/** Business days to appeal until waiver options are published. */
const defaultAppealDays = 10

/** Returns how many business days after a decline the students of a policy year can appeal it. */
export const readAppealDays = async (context: ScopeContext, periodId: number): Promise<number> =>
  (await readPublished(context, periodId, waiverConfiguration))?.content.appeal_days ?? defaultAppealDays
