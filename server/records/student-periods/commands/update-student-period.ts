import { coverages } from '#contract/platform/coverage/choices.ts'
import type { HistoryKind } from '#contract/platform/history/shapes.ts'
import { statusFieldOf, type StatusField } from '#contract/platform/record/student-period-fields.ts'
import type {
  DependentsAsk,
  DependentsPreview,
  InsuranceDetailsChange,
  StudentPeriodChange,
} from '#contract/records/student-periods/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import {
  eventForAcademicStatus,
  leaveDay,
  leaveField,
  type AcademicEvent,
} from '#server/platform/coverage/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem, Problem } from '#server/platform/problem.ts'
import { loadRows } from '../queries/rows.ts'
import { isCompany } from '../queries/single.ts'
import { readStudentPeriod } from '../present.ts'
import { lockRow } from '../record/lock.ts'
import { save } from '../record/save.ts'
import { replacedDependents, signedDependents } from '../rules/dependents.ts'
import {
  acceptedEvents,
  changedTiers,
  dependentsStart,
  lifeEventFor,
  startErrors,
  startReason,
} from '../rules/dependents-start.ts'
import { assertMadeInYear, assertMayWrite, assertStartsWithin, datePartners } from '../rules/fields.ts'
import { matchDependents } from '../rules/match-dependents.ts'
import type { MovableRow } from '../rules/movable-row.ts'
import { isChange, planAsked, planChange, type AskedStep, type Plan, type Step } from '../rules/plan.ts'
import {
  cancelStep,
  fieldsStep,
  kindOf,
  orderErrors,
  recordFieldsStep,
  recordKindOf,
  statusSteps,
  targetSteps,
  waits,
} from '../rules/steps.ts'
import { queueWaiverApprovals } from './emails.ts'
import { settleForms } from './settle-forms.ts'

/** Updates any fields of a student-period and makes the status changes that follow. */
export const updateStudentPeriod = async (
  context: Context,
  id: number,
  body: StudentPeriodChange,
): Promise<void> => {
  const { dependents: _, dependents_effective_on, qualifying_event, event_on, ...others } = body
  const { override_reason: reason, send_email: sendEmail, version, ...dated } = others
  const { effective_on, coverage_starts_on: startsOn, ...rest } = dated
  assertMayWrite(Object.keys(rest), context.caller.permission)
  const { academic_status, status, medical_status, dental_status, vision_status, ...typed } = rest
  const row = await open(context, id, version, typed)
  assertStartsWithin(row.period, startsOn)
  const today = dayIn(context.clock, officeTimeZone)
  const start = { dependents_effective_on, qualifying_event, event_on }
  const dependents = dependentsOf(context, row, body, today)
  const asked = { academic_status, status, effective_on }
  const { steps: ofStatus, fields } = stepsOfStatus(row, asked, typed, today)
  const mayOverride = (reason ?? '').trim() !== ''
  const steps = [
    ...ofStatus,
    fieldsStep(fields),
    ...(dependents ? [dependents] : []),
    ...targetSteps(
      { medical_status, dental_status, vision_status },
      { role: context.caller.permission, mayOverride, startsOn },
    ),
    // what was typed stays, whatever the status changes would write
    fieldsStep(fields),
  ]
  const plan = plannedOf(row, steps, today)
  await savePlan(context, plan, recordKindOf(plan), {
    reason: reason ?? null,
    about: dependents && startReason(start, changedTiers(plan, dependents.effective_on, today)),
  })
  if (sendEmail === true) await queueWaiverApprovals(context, [plan], { kind: recordKindOf(plan) })
}

/** Returns the step that replaces the dependents; null if the body has none. @throws Problem 422 by key */
const dependentsOf = (context: Context, row: MovableRow, body: StudentPeriodChange, today: string) => {
  const writes = body.dependents ? replacedDependents(row.dependents, body.dependents, today) : null
  const errors = startErrors(row, body, writes, { today, permission: context.caller.permission })
  if (Object.keys(errors).length > 0) throw problem.invalid(errors)
  return writes && { dependents: writes, effective_on: dependentsStart(row, writes, body, today) }
}

/** Returns what other dependents would change, without saving it. @throws Problem 404, 422 on what is entered */
export const previewDependents = async (
  context: Context,
  id: number,
  ask: DependentsAsk,
): Promise<DependentsPreview> => {
  const [row] = await loadRows(context, { ids: [id] })
  if (!row) throw problem.notFound()
  const today = dayIn(context.clock, officeTimeZone)
  const writes = replacedDependents(row.dependents, ask.dependents, today)
  const effective_on = dependentsStart(row, writes, ask, today)
  return {
    life_events: acceptedEvents(row),
    life_event: lifeEventFor(row, writes, { today, permission: context.caller.permission }),
    lines: changedTiers(planChange(row, [{ dependents: writes, effective_on }], today), effective_on, today),
  }
}

/** Locks a record in scope for an update and checks its version. @throws Problem 404, 409 */
const open = async (
  context: Context,
  id: number,
  version: number | undefined,
  fields: object = {},
): Promise<MovableRow> => {
  const names = Object.keys(fields)
  const row = await lockRow(context, id, { columns: [...names, ...names.flatMap(datePartners)] })
  if (!row) throw problem.notFound()
  if (version !== undefined && version !== row.version)
    throw problem.stale(await readStudentPeriod(context, id))
  return row
}

/** Cancels the change of academic status that a record waits for, if there is one. */
export const cancelPlannedStatus = async (context: Context, id: number): Promise<void> => {
  const row = await open(context, id, undefined)
  const plan = plannedOf(row, [cancelStep], dayIn(context.clock, officeTimeZone))
  await savePlan(context, plan, 'status_change_canceled')
}

type Asked = Pick<StudentPeriodChange, 'academic_status' | 'status' | 'effective_on'>
type Typed = Pick<StudentPeriodChange, 'loa_start_on' | 'loa_end_on'>

/**
 * Returns the steps of a change of status, and the fields that are written besides it. The date of a leave or a return
 * is that from which it counts, unless the request says another.
 * @throws Problem 422 on a date without a new academic status, or after the policy year
 */
const stepsOfStatus = <F extends Typed>(
  row: MovableRow,
  { academic_status, status, effective_on }: Asked,
  typed: F,
  today: string,
): { steps: Step[]; fields: Partial<F> } => {
  if (effective_on != null && academic_status === undefined)
    throw problem.invalid({ effective_on: 'This is the date of a new academic status. Choose one too.' })
  const event =
    academic_status === undefined ? null : eventForAcademicStatus(row.academic_status, academic_status)
  const asked = { academic_status, status, effective_on: effective_on ?? leaveDay(event, typed) }
  const steps = statusSteps(row, asked, today)
  if (!waits(row, asked, today)) return { steps, fields: typed }
  const dated = effective_on == null ? leaveField(event) : null
  assertMadeInYear(row.period, asked.effective_on, dated ?? 'effective_on')
  return { steps, fields: withoutLeaveDay(event, typed) }
}

/** Leaves out the date of a leave or return that waits, because the change writes it on its day. */
const withoutLeaveDay = <F extends object>(event: AcademicEvent | null, typed: F): Partial<F> => {
  const name = leaveField(event)
  // only a key is missing
  return Object.fromEntries(Object.entries(typed).filter(([field]) => field !== name)) as Partial<F>
}

/** Plans a change. @throws Problem 403 or 422 on the status key, 422 on dates out of order */
const plannedOf = (row: MovableRow, steps: readonly AskedStep[], today: string): Plan => {
  const plan = planAsked(row, steps, today)
  if (plan.kind === 'refused') {
    const { reason, detail, coverage } = plan
    if (reason === 'forbidden')
      throw new Problem('forbidden', { message: detail, errors: { [statusFieldOf(coverage)]: [detail] } })
    throw problem.invalid({ override_reason: `${detail} Enter a reason to override.` })
  }
  const errors = orderErrors(plan)
  if (Object.keys(errors).length > 0) throw problem.invalid(errors)
  return plan
}

/** What the history says about a change: what staff entered, and what is known about its dependents. */
interface Why {
  readonly reason?: string | null
  readonly about?: string | null
}

const savePlan = async (
  context: Context,
  plan: Plan,
  otherwise: HistoryKind,
  { reason = null, about = null }: Why = {},
): Promise<void> => {
  if (!isChange(plan)) return
  const kind = kindOf(plan, otherwise)
  const change = { kind, undoable: true, schoolId: plan.row.school_id }
  const today = dayIn(context.clock, officeTimeZone)
  const settled = await settleForms(context, change, [plan], { today, reason })
  const said = [reason, about].filter(Boolean).join(' ') || null
  await save({ context, system: context }, change, [{ plan, kind, reason: said }], { after: settled })
}

/** Updates any waive and enroll fields. Statuses never change here. */
export const updateInsuranceDetails = (
  context: Context,
  id: number,
  { version, ...fields }: InsuranceDetailsChange,
): Promise<void> => updatePlainFields(context, id, fields, version)

/** Updates fields that no status depends on: enrollment fields without an own call, waive and enroll fields. */
export const updatePlainFields = async (
  context: Context,
  id: number,
  fields: Omit<InsuranceDetailsChange & StudentPeriodChange, PlainlyNever>,
  version: number | undefined,
): Promise<void> => {
  assertMayWrite(Object.keys(fields), context.caller.permission)
  await assertCompanies(context, fields)
  const row = await open(context, id, version, fields)
  const plan = plannedOf(row, [recordFieldsStep(row, fields)], dayIn(context.clock, officeTimeZone))
  await savePlan(context, plan, 'student_period_changed')
}

/**
 * Covers the signed dependents of a form with its coverage types; the tiers of enrolled lines follow.
 * @throws Problem 404; 422 on `fields` if staff must choose who one of them is
 */
export const mergeDependents = async (context: Context, id: number, formId: number): Promise<void> => {
  const row = await open(context, id, undefined)
  const form = row.forms.find((one) => one.id === formId)
  const matched = matchDependents(form?.dependents ?? [], row.dependents)
  if (!form || matched.some(({ isClear }) => !isClear)) throw problem.selected('fields')
  const dependents = signedDependents(formId, matched, form.coverage_types)
  const today = dayIn(context.clock, officeTimeZone)
  const plan = plannedOf(row, [{ dependents }], today)
  const about = startReason({}, changedTiers(plan, undefined, today))
  await savePlan(context, plan, 'student_period_changed', { about })
}

/** The parts of a change that more than their own columns depend on. */
type PlainlyNever =
  | 'version'
  | 'status'
  | 'academic_status'
  | 'effective_on'
  | 'coverage_starts_on'
  | keyof DependentsAsk
  | 'override_reason'
  | 'send_email'
  | StatusField

/** Checks that the companies exist. @throws Problem 422 on a company’s key */
const assertCompanies = async (
  context: Context,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> => {
  for (const coverage of coverages) {
    const key = `${coverage}_waive_insurance_company_id`
    const companyId = fields[key]
    if (typeof companyId !== 'number') continue
    if (!(await isCompany(context, companyId))) throw problem.selected(key)
  }
}
