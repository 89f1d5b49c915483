import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { HistoryKind } from '#contract/platform/history/shapes.ts'
import type { AcademicStatus, RecordStatus } from '#contract/platform/record/student-period-choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { Permission } from '#contract/platform/access.ts'
import { eventForAcademicStatus, leaveDates } from '#server/platform/coverage/index.ts'
import type { Value, Values } from '#server/platform/db/update-in-groups.ts'
import { dateOrderErrors } from './fields.ts'
import type { MovableRow } from './movable-row.ts'
import type { AskedStep, Plan, Step } from './plan.ts'

/** The requested change of academic or record status. */
interface StatusRequest {
  readonly academic_status?: AcademicStatus | null | undefined
  readonly status?: RecordStatus | undefined
  readonly effective_on?: string | null | undefined
}

const nothingPlanned = { planned_academic_status: null, planned_status_on: null } as const

/** Takes back the change of academic status that a record waits for. */
export const cancelStep: Step = { values: nothingPlanned }

/** Returns whether a change of the academic status counts from a day after today, so that it waits. */
export const waits = (
  row: MovableRow,
  { academic_status, effective_on }: StatusRequest,
  today: string,
): boolean =>
  academic_status != null &&
  academic_status !== row.academic_status &&
  effective_on != null &&
  effective_on > today

/**
 * Returns the steps of a change of academic or record status, with the coverage status changes that follow. A change of the
 * academic status after today waits for its day, in place of one that waits already; any other takes back what waits.
 */
export const statusSteps = (row: MovableRow, ask: StatusRequest, today: string): Step[] => {
  const { academic_status, effective_on } = ask
  const recordStatus = ask.status === undefined ? {} : { status: ask.status }
  if (academic_status === undefined || academic_status === row.academic_status)
    return [{ values: recordStatus }]
  if (waits(row, ask, today)) {
    const planned = { planned_academic_status: academic_status, planned_status_on: effective_on ?? null }
    return [{ values: { ...recordStatus, ...planned } }]
  }
  const values = { ...recordStatus, academic_status, ...nothingPlanned }
  const event = eventForAcademicStatus(row.academic_status, academic_status)
  if (event === null) return [{ values }]
  return [
    { values: { ...values, ...leaveDates(event, effective_on ?? today, row) } },
    ...coverages.map((coverage) => ({ event, coverage, effective_on })),
  ]
}

/** Returns the steps of a planned change whose day has come. A leave’s end that was entered for it stays. */
export const dueSteps = (row: MovableRow, today: string): Step[] => {
  const { planned, loa_end_on: end } = row
  if (!planned) return []
  const isKept = planned.academic_status === 'leave_of_absence' && end !== null && end > planned.effective_on
  return [
    ...statusSteps(row, planned, today),
    { values: { ...nothingPlanned, ...(isKept ? { loa_end_on: end } : {}) } },
  ]
}

/** The target statuses of a call. */
type Targets = Readonly<Partial<Record<`${Coverage}_status`, CoverageStatus | undefined>>>

/** Who asks for target statuses, and whether they override those that no event leads to. */
interface Asking {
  readonly role: Permission
  readonly mayOverride?: boolean | undefined
  /** The day on which an override starts coverage, if the call says it. */
  readonly startsOn?: string | null | undefined
}

/** Returns the steps to target statuses. If one can’t be reached, the change is refused. */
export const targetSteps = (targets: Targets, by: Asking): AskedStep[] =>
  coverages.flatMap((coverage): AskedStep[] => {
    const target = targets[statusFieldOf(coverage)]
    return target === undefined ? [] : [{ target, coverage, ...by }]
  })

const isValue = (value: unknown): value is Value => value !== undefined && typeof value !== 'object'

/** Returns the step that writes plain fields of a body; those that aren’t there are left. */
export const fieldsStep = (fields: Readonly<Record<string, unknown>>): Step => ({ values: valuesIn(fields) })

const valuesIn = (fields: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, Value] => field[1] === null || isValue(field[1]),
    ),
  )

/**
 * Returns the step that writes plain fields of a record. A waiver that gets another insurance company was verified with the one
 * before, so its date of verification is cleared, unless the call says one.
 */
export const recordFieldsStep = (row: MovableRow, fields: Readonly<Record<string, unknown>>): Step => ({
  values: {
    ...Object.fromEntries(
      coverages.flatMap((coverage) =>
        hasOtherCompany(row, fields, coverage) ? [[`${coverage}_waive_verified_on`, null]] : [],
      ),
    ),
    ...valuesIn(fields),
  },
})

/** A name that is matched to a company, where there was none, is still the same insurer. */
const hasOtherCompany = (
  { values }: MovableRow,
  fields: Readonly<Record<string, unknown>>,
  coverage: Coverage,
): boolean => {
  const name = `${coverage}_waive_insurance_company_id`
  const [before = null, after] = [values[name], fields[name]]
  return before !== null && after !== undefined && after !== before
}

/** Returns errors for date pairs that a change puts out of order, on the later field. */
export const orderErrors = ({ row, set }: Plan): Record<string, string> =>
  dateOrderErrors({ ...row.values, ...set }, Object.keys(set))

/** Returns whether a change makes a record wait for a change of academic status. */
export const plansStatus = ({ set }: Pick<Plan, 'set'>): boolean =>
  set['planned_status_on'] != null || set['planned_academic_status'] != null

/** Returns the history kind of a change of a record, by its academic and record status. */
export const recordKindOf = (plan: Pick<Plan, 'set'>): HistoryKind => {
  if ('status' in plan.set || 'academic_status' in plan.set) return 'student_status_changed'
  return plansStatus(plan) ? 'status_change_planned' : 'student_period_changed'
}

/** Returns the history kind of a change by its status changes; `otherwise` without any. */
export const kindOf = ({ moves }: Pick<Plan, 'moves'>, otherwise: HistoryKind): HistoryKind => {
  if (moves.some(({ event }) => event === null)) return 'coverage_status_overridden'
  return moves.length > 0 ? 'coverage_status_changed' : otherwise
}
