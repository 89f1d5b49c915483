import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { savedStatusColumns } from '#contract/platform/record/student-period-fields.ts'
import type { Permission } from '#contract/platform/access.ts'
import {
  currentPremium,
  enrollmentTermsFor,
  feeColumns,
  movesFrom,
  premiumsOfPlan,
  reverifyOnAfter,
  rulesOf,
  type Line,
  type LineEffects,
  type MoveContext,
} from '#server/platform/coverage/index.ts'
import type { Values } from '#server/platform/db/update-in-groups.ts'
import { fieldChanges } from '#server/platform/history/index.ts'
import type { MovableRow } from './movable-row.ts'
import { coveredFor, waiverFor, type ApprovedForm } from './signed-parts.ts'

/** Returns a line of a row in the shape the coverage rules use. */
export const lineOf = (row: MovableRow, coverage: Coverage): Line => ({
  coverage,
  ...row.lines[coverage],
  offered: row.period[`${coverage}_offered`],
  voluntary: coverage === 'medical' ? row.period.medical_is_voluntary : true,
})

/** Returns what the status changes of a line depend on besides the line. */
export const moveContextOf = (
  row: MovableRow,
  coverage: Coverage,
  today: string,
  of: ApprovedForm = {},
): MoveContext => ({
  today,
  period: row.period,
  requested_enrollment_on: row.requested_enrollment_on,
  covered: coveredFor(row, coverage, of),
  waiverOf: () => waiverFor(row, coverage, of).set,
  record: { status: row.status, academic_status: row.academic_status },
  planOf: () => row.period.rules?.plans[coverage],
  signed_on: row.signed_on,
  life_event: row.life_event,
  termsOf: () => row.period.rules && enrollmentTermsFor(row.period.rules, row.facts),
  charged: new Set(feeColumns.filter((name) => (row.values[name] ?? null) !== null)),
  nextReverifyOn: () => nextReverifyOf(row, coverage, today),
  isLockedByBenefits: () => isLockedByBenefits(row),
  mostTries: () => row.period.rules?.waivers?.tries,
  ...rulesOf(row.period.rules),
})

/** Returns whether the student has used benefits of the plan, and the policy year allows no waiver after that. */
export const isLockedByBenefits = ({ values, period }: Pick<MovableRow, 'values' | 'period'>): boolean =>
  (values['benefits_used_on'] ?? null) !== null && period.rules?.waivers?.locks_after_benefits_used === true

const nextReverifyOf = (
  { id, lines, period, reverify_on }: MovableRow,
  verified: Coverage,
  today: string,
) => {
  const others = coverages.filter((coverage) => coverage !== verified).map((coverage) => lines[coverage])
  return reverifyOnAfter(
    { id, today, ends_on: period.ends_on, reverify_on, lines: [lines[verified], ...others] },
    period.rules?.waivers ?? null,
  )
}

/** Returns the available status changes for the lines of a row, each with the values it would save today. */
export const offeredMoves = (
  row: MovableRow,
  { role, today }: { readonly role: Permission; readonly today: string },
) =>
  coverages.flatMap((coverage) =>
    movesFrom(lineOf(row, coverage), { ...moveContextOf(row, coverage, today), role }).map(
      ({ effects, ...move }) => ({
        coverage,
        ...move,
        changes: fieldChanges(row.values, displayed(effects)),
      }),
    ),
  )

/**
 * Returns the plan premiums for the current tiers and coverage dates. If the tier changed during the year, it’s the premium
 * of that change, unless the record has that of the plan for the whole coverage.
 */
export const planPremiumsOf = (
  row: MovableRow,
  tierChanges: Readonly<Partial<Record<Coverage, string | null>>> = {},
) =>
  coverages.flatMap((coverage) => {
    const plan = currentPremium(lineOf(row, coverage), row.period, row.period.rules?.plans[coverage])
    if (!plan) return []
    const isPlans = row.values[`${coverage}_enroll_premium`] === plan.premium
    const changed = isPlans ? null : tierChanges[coverage]
    return [{ coverage, ...plan, premium: changed ?? plan.premium }]
  })

/** A coverage type whose premium isn’t the plan’s, with what a change of the tier made of it. */
interface Differing {
  readonly coverage: Coverage
  readonly after_tier_change: string | null
}

/**
 * Returns the premiums that differing coverage types should have. A premium that students pay directly is set with the
 * other if the record has it, or if it has none of both, as an approval would.
 */
export const planPremiumValues = (
  row: MovableRow,
  differing: readonly Differing[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    differing.flatMap(({ coverage, after_tier_change: changed }) => {
      const effects = premiumsOfPlan(lineOf(row, coverage), row.period, row.period.rules?.plans[coverage])
      const [premium, direct] = [
        `${coverage}_enroll_premium`,
        `${coverage}_enroll_direct_pay_premium`,
      ] as const
      if (changed !== null) return [[premium, changed] as const]
      const isEmpty = row.values[premium] === null && row.values[direct] === null
      return [premium, direct].flatMap((name) => {
        const value = effects[name]
        return value != null && (isEmpty || name === premium || row.values[name] !== null)
          ? [[name, value] as const]
          : []
      })
    }),
  )

const cents = (money: unknown): number => (typeof money === 'string' ? Number(money.replace('.', '')) : 0)

/** Returns the premiums that plans change, added up before and after, without those that students pay directly. */
export const premiumSums = (changed: readonly { readonly row: MovableRow; readonly set: Values }[]) => {
  const names = coverages.map((coverage) => `${coverage}_enroll_premium`)
  const sumOf = (valueOf: (one: (typeof changed)[number], name: string) => unknown): string => {
    const all = changed.flatMap((one) =>
      names.filter((name) => name in one.set).map((name) => valueOf(one, name)),
    )
    return (all.reduce<number>((sum, money) => sum + cents(money), 0) / 100).toFixed(2)
  }
  return { before: sumOf(({ row }, name) => row.values[name]), after: sumOf(({ set }, name) => set[name]) }
}

/** Removes the columns that reverse a status change, which aren’t shown. */
const displayed = (effects: LineEffects): Values =>
  Object.fromEntries(Object.entries(effects).filter(([name]) => !savedStatusColumns.has(name)))
