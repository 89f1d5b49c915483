import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { HistoryKind } from '#contract/platform/history/shapes.ts'
import type { AcademicStatus, RecordStatus } from '#contract/platform/record/student-period-choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { Permission } from '#contract/platform/access.ts'
import { eventForAcademicStatus, leaveDates } from '#server/platform/coverage/index.ts'
import type { Value } from '#server/platform/db/update-in-groups.ts'
import { dateOrderErrors } from './fields.ts'
import type { MovableRow } from './movable-row.ts'
import type { AskedStep, Plan, Step } from './plan.ts'

/** The requested change of academic or record status. */
interface StatusRequest {
  readonly academic_status?: AcademicStatus | null | undefined
  readonly status?: RecordStatus | undefined
  readonly effective_on?: string | null | undefined
}

/** Returns the steps of a change of academic or record status, with the coverage status changes that follow. */
export const statusSteps = (row: MovableRow, ask: StatusRequest, today: string): Step[] => {
  const { status, academic_status, effective_on } = ask
  const values = {
    ...(status === undefined ? {} : { status }),
    ...(academic_status === undefined ? {} : { academic_status }),
  }
  const event =
    academic_status === undefined ? null : eventForAcademicStatus(row.academic_status, academic_status)
  if (event === null) return [{ values }]
  return [
    { values: { ...values, ...leaveDates(event, effective_on ?? today, row) } },
    ...coverages.map((coverage) => ({ event, coverage, effective_on })),
  ]
}

/** The target statuses of a call. */
type Targets = Readonly<Partial<Record<`${Coverage}_status`, CoverageStatus | undefined>>>

/** Who asks for target statuses, and whether they override those that no event leads to. */
interface Asking {
  readonly role: Permission
  readonly mayOverride?: boolean | undefined
}

/** Returns the steps to target statuses. If one can’t be reached, the change is refused. */
export const targetSteps = (targets: Targets, by: Asking): AskedStep[] =>
  coverages.flatMap((coverage): AskedStep[] => {
    const target = targets[statusFieldOf(coverage)]
    return target === undefined ? [] : [{ target, coverage, ...by }]
  })

const isValue = (value: unknown): value is Value => value !== undefined && typeof value !== 'object'

/** Returns the step that writes plain fields of a body; those that aren’t there are left. */
export const fieldsStep = (fields: Readonly<Record<string, unknown>>): Step => ({
  values: Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, Value] => field[1] === null || isValue(field[1]),
    ),
  ),
})

/** Returns errors for date pairs that a change puts out of order, on the later field. */
export const orderErrors = ({ row, set }: Plan): Record<string, string> =>
  dateOrderErrors({ ...row.values, ...set }, Object.keys(set))

/** Returns the history kind of a change by its status changes; `otherwise` without any. */
export const kindOf = ({ moves }: Pick<Plan, 'moves'>, otherwise: HistoryKind): HistoryKind => {
  if (moves.some(({ event }) => event === null)) return 'coverage_status_overridden'
  return moves.length > 0 ? 'coverage_status_changed' : otherwise
}
