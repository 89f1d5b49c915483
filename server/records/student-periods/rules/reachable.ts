import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { Tier } from '#contract/platform/coverage/status-groups.ts'
import type { Permission } from '#contract/platform/access.ts'
import type { ReachableStatuses } from '#contract/records/student-periods/bulk-shapes.ts'
import { movesFrom, rulesOf, staffTargets } from '#server/platform/coverage/index.ts'
import { isLockedByBenefits, lineOf, moveContextOf } from './lines.ts'
import type { MovableRow, Period } from './movable-row.ts'
import { dependentsFor } from './signed-parts.ts'

/** Lines of a selection that are alike in all that decides where their status can change to. */
export interface LineGroup {
  readonly coverage: Coverage
  readonly status: CoverageStatus
  readonly prior_status: CoverageStatus | null
  readonly prior_tier: Tier | null
  readonly has_used_benefits: boolean
  /** Of the dependents that the line covers: how many, and how many of them are children. */
  readonly covered: number
  readonly children: number
  readonly period: Period
  readonly quantity: number
}

/** What a selection consists of. */
export interface LineGroups {
  readonly matched: number
  readonly groups: readonly LineGroup[]
  /** The lines whose tier depends on the dependents of a signed form; `rows` has their records. */
  readonly signed: readonly { readonly id: number; readonly coverage: Coverage }[]
  readonly rows: readonly MovableRow[]
}

interface Ask {
  readonly role: Permission
  /** `YYYY-MM-DD` */
  readonly today: string
}

/** Counts by coverage type how many lines of a selection a staff member of the role can change to each status. */
export const countReachable = (selection: LineGroups, ask: Ask): ReachableStatuses => {
  const counts: ReachableStatuses = { matched: selection.matched, medical: {}, dental: {}, vision: {} }
  const add = (coverage: Coverage, targets: readonly CoverageStatus[], quantity: number) => {
    for (const to of new Set(targets)) counts[coverage][to] = (counts[coverage][to] ?? 0) + quantity
  }
  for (const group of selection.groups) add(group.coverage, targetsOfGroup(group, ask), group.quantity)
  const rows = new Map(selection.rows.map((row) => [row.id, row]))
  for (const { id, coverage } of selection.signed) {
    const row = rows.get(id)
    if (row) add(coverage, targetsOfRow(row, coverage, ask), 1)
  }
  return counts
}

const targetsOfGroup = (group: LineGroup, { role, today }: Ask): CoverageStatus[] => {
  const { coverage, period, covered, children, has_used_benefits } = group
  const line = {
    ...group,
    offered: period[`${coverage}_offered`],
    voluntary: coverage === 'medical' ? period.medical_is_voluntary : true,
  }
  return staffTargets(line, {
    role,
    today,
    period,
    covered: [
      ...Array.from({ length: children }, () => ({ type: 'child' as const })),
      ...Array.from({ length: covered - children }, () => ({ type: 'spouse' as const })),
    ],
    isLockedByBenefits: () =>
      isLockedByBenefits({ period, values: { benefits_used_on: has_used_benefits || null } }),
    ...rulesOf(period.rules),
  })
}

/** Leaves out an approval that the dependents of the form prevent: they may be on record already. */
const targetsOfRow = (row: MovableRow, coverage: Coverage, { role, today }: Ask): CoverageStatus[] => {
  const isClear = dependentsFor(row, coverage).every((dependent) => dependent.isClear)
  return movesFrom(lineOf(row, coverage), { ...moveContextOf(row, coverage, today), role })
    .filter(({ event }) => event !== 'approve_enrollment' || isClear)
    .map(({ to }) => to)
}
