import { coverages, isCoverageStatus } from '#contract/platform/coverage/choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { unpricedText, unpricedTiers, type RenewedTier } from '#server/platform/coverage/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { copyValues } from '#server/records/student-periods/index.ts'
import { selectPeriodWithRules, type PeriodWithRules } from '#server/setup/periods/index.ts'
import { yearCopyOf, type ImportRecord } from '../queries/runs.ts'
import { listSourceKinds, type CopiedYear } from '../queries/sources.ts'
import { renewedTiers, samePremiums, samePremiumsText } from '../rules/renewal.ts'

/**
 * Checks the premiums of the students whom a copy would enroll again, before it starts.
 * @throws Problem 422 on `to_period_id` if one isn’t set, and on `accept_same_premiums` if they are as in the earlier
 * year and `accepts` is false; null if a preview will ask
 */
export const assertRenewable = async (
  context: Context,
  year: CopiedYear,
  to: PeriodWithRules,
  accepts: boolean | null,
): Promise<void> => {
  if (to.rules.insurance.enrolled_becomes !== 'renewed') return
  const renewed = await tiersToRenew(context, year, to)
  assertPriced(renewed, to)
  if (accepts !== false) return
  const from = await selectPeriodWithRules(context, year.from_period_id, 'from_period_id')
  assertAccepted(samePremiums(renewed, to.rules.plans, from.rules.plans), from.name)
}

/** Checks the premiums of a preview as they are now. @throws Problem 422, as `assertRenewable` */
export const assertStillRenewable = async (
  context: Context,
  run: ImportRecord,
  accepts: boolean,
): Promise<void> => {
  const copy = yearCopyOf(run)
  if (copy === null) return
  assertPriced(renewedTiers(copy.statuses), await selectPeriodWithRules(context, run.period_id))
  if (!accepts) assertAccepted(copy.same_premiums, copy.from_period_name)
}

const tiersToRenew = async (
  context: Context,
  year: CopiedYear,
  period: PeriodWithRules,
): Promise<RenewedTier[]> => {
  const kinds = await listSourceKinds(context, year)
  const copying = { today: dayIn(context.clock, officeTimeZone), period, fields: year.fields }
  return renewedTiers(
    kinds.flatMap((kind) => {
      const copy = copyValues(kind, copying)
      return coverages.flatMap((coverage) => {
        const after = copy[statusFieldOf(coverage)]
        return isCoverageStatus(after) ? [{ coverage, after }] : []
      })
    }),
  )
}

const assertPriced = (renewed: readonly RenewedTier[], { name, rules }: PeriodWithRules): void => {
  const missing = unpricedTiers(renewed, rules.plans)
  if (missing.length > 0) throw problem.invalid({ to_period_id: unpricedText(missing, name) })
}

const assertAccepted = (same: readonly unknown[], yearName: string): void => {
  if (same.length > 0) throw problem.invalid({ accept_same_premiums: samePremiumsText(yearName) })
}
