import { isAdmin, permissions, type Permission } from '#contract/platform/access.ts'
import { coverageStatuses, type CoverageStatus } from './choices.ts'
import type { StaffEvent } from './events.ts'
import { tiers } from './status-groups.ts'
import { transitions, type Target, type Transition } from './transitions.ts'

/** Returns whether a role can make a status change in the table. */
export const mayRun = (role: Permission, { roles }: Transition): boolean => roles?.includes(role) === true

/** Returns the status changes that only other roles can make from a status, so that a screen can say who decides. */
export const eventsOfOthers = (role: Permission, status: CoverageStatus): readonly StaffEvent[] => {
  const own = new Set(transitions.filter((row) => mayRun(role, row)).map(({ event }) => event))
  const all = transitions.flatMap((row) =>
    row.roles && row.from.includes(status) && !own.has(row.event) ? [row.event] : [],
  )
  return [...new Set(all)]
}

/**
 * Returns the statuses a role can request. An admin can request any, because they can override; others only the
 * targets of their own rows. For rows that restore the prior status, only the record’s own list of status
 * changes has the target.
 */
export const targetsFor = (role: Permission): readonly CoverageStatus[] =>
  isAdmin({ permission: role }) ? coverageStatuses : (namedTargets.get(role) ?? [])

/** Returns whether a status change of staff can lead to a status; to the others only an override does. */
export const isStaffTarget = (status: CoverageStatus): boolean =>
  tiers.some((tier) => tier === status) || [...namedTargets.values()].some((all) => all.includes(status))

const isStatus = (target: Target): target is CoverageStatus => !target.startsWith('@')
const namedTargets = new Map(
  permissions.map((role) => {
    const targets = transitions.filter((row) => mayRun(role, row)).map(({ to }) => to)
    return [role, [...new Set(targets.filter(isStatus))]]
  }),
)
