import { coverages } from '#contract/platform/coverage/choices.ts'
import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import { statusFieldOf, type StatusField } from '#contract/platform/record/student-period-fields.ts'
import type { InsuranceDetailsChange, StudentPeriodChange } from '#contract/records/student-periods/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, recordHistory, type Entry } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem, Problem } from '#server/platform/problem.ts'
import { runEvent } from '#server/platform/coverage/index.ts'
import { queueWaiverApprovals } from './emails.ts'
import { evaluateStatus, evaluateTargets, lineOf, moveContextOf, type LineMove } from '../rules/evaluate.ts'
import { getStudentPeriod, isCompany, type StudentPeriodRow } from '../queries/single.ts'
import { readStudentPeriod } from '../present.ts'
import { loadRows, type MovableRow } from '../queries/rows.ts'
import { assertMayWrite, dateOrderErrors } from '../rules/fields.ts'
import { writeStudentPeriods, type Value, type Values } from '../record.ts'
import { matchDependents } from '../rules/match-dependents.ts'
import { addSignedDependents, replaceDependents } from './change-dependents.ts'
import { settleForms } from './settle-forms.ts'

interface Open {
  readonly row: MovableRow
  readonly before: StudentPeriodRow
}

/** Loads and locks a record in scope for an update and checks its version. @throws Problem 404, 409 */
const open = async (context: Context, id: number, version: number | undefined): Promise<Open> => {
  const [row] = await loadRows(context, { ids: [id] }, true)
  if (!row) throw problem.notFound()
  if (version !== undefined && version !== row.version)
    throw problem.stale(await readStudentPeriod(context, id))
  return { row, before: await getStudentPeriod(context, id) }
}

const isValue = (value: unknown): value is Value => value !== undefined && typeof value !== 'object'

const plainValues = (fields: Readonly<Record<string, unknown>>): Record<string, Value> => {
  const values: Record<string, Value> = {}
  for (const [name, value] of Object.entries(fields))
    if (value === null || isValue(value)) values[name] = value
  return values
}

/**
 * Evaluates the target statuses of a body. Returns the values to save and the status changes.
 * @throws Problem 403 or 422 on the status key
 */
const moveStatuses = (context: Context, row: MovableRow, body: StudentPeriodChange, today: string) => {
  const targets = Object.fromEntries(
    coverages.flatMap((coverage) => {
      const to = body[statusFieldOf(coverage)]
      return to === undefined ? [] : [[coverage, to]]
    }),
  )
  const mayOverride = (body.override_reason ?? '').trim() !== ''
  const options = { role: context.caller.permission, today, mayOverride }
  const verdict = evaluateTargets(row, targets, options)
  if (verdict.kind !== 'skipped') return verdict
  const field = statusFieldOf(verdict.coverage)
  if (verdict.reason === 'forbidden')
    throw new Problem('forbidden', { message: verdict.detail, errors: { [field]: [verdict.detail] } })
  throw problem.invalid({ override_reason: `${verdict.detail} Enter a reason to override.` })
}

const kindOf = (moves: readonly LineMove[], hasStatusChange: boolean): HistoryKind => {
  if (moves.some(({ event }) => event === null)) return 'coverage_status_overridden'
  if (moves.length > 0) return 'coverage_status_changed'
  return hasStatusChange ? 'student_status_changed' : 'student_period_changed'
}

/** Updates any fields of a student-period (decisions section 1) and makes the status changes that follow. */
export const updateStudentPeriod = async (
  context: Context,
  id: number,
  body: StudentPeriodChange,
): Promise<void> => {
  const { dependents, override_reason: reason, send_email: sendEmail, version, ...rest } = body
  assertMayWrite(Object.keys(rest), context.caller.permission)
  const { row, before } = await open(context, id, version)
  const today = dayIn(context.clock, officeTimeZone)
  const {
    academic_status,
    status,
    medical_status: _m,
    dental_status: _d,
    vision_status: _v,
    ...fields
  } = rest
  const set: Record<string, Value> = plainValues(fields)
  const moves: LineMove[] = []
  const academic = evaluateStatus(row, { academic_status, status, effective_on: effectiveOn(body) }, today)
  if (academic.kind === 'changed') {
    Object.assign(set, { ...academic.set, ...plainValues(fields) })
    moves.push(...academic.moves)
  }
  const statuses = moveStatuses(context, row, body, today)
  if (statuses.kind === 'changed') {
    Object.assign(set, statuses.set)
    moves.push(...statuses.moves)
  }
  const entries = dependents === undefined ? [] : await replaceDependents(context, row, dependents)
  if (dependents !== undefined) Object.assign(set, await followTiers(context, id, today, set, moves))
  const kind = kindOf(moves, academic.kind === 'changed')
  await save(context, { row, before }, set, { kind, reason: reason ?? null, entries, moves, today })
  if (sendEmail === true && statuses.kind === 'changed')
    await queueWaiverApprovals(context, [{ row, verdict: statuses }])
}

/** Returns the start date of a leave in the request, from which the leave counts. */
const effectiveOn = (body: StudentPeriodChange): string | null =>
  (body.academic_status === 'leave_of_absence' ? body.loa_start_on : body.loa_end_on) ?? null

/** Updates the tiers of enrolled lines when the covered dependents change (dependents_changed). */
const followTiers = async (
  context: Context,
  id: number,
  today: string,
  set: Values,
  moves: LineMove[],
): Promise<Record<string, Value>> => {
  const [row] = await loadRows(context, { ids: [id] }, true)
  const written: Record<string, Value> = {}
  if (!row) return written
  for (const coverage of coverages) {
    const field = statusFieldOf(coverage)
    if (set[field] !== undefined) continue
    const outcome = runEvent('dependents_changed', lineOf(row, coverage), moveContextOf(row, coverage, today))
    if (!outcome || outcome.to === row.lines[coverage].status) continue
    Object.assign(written, outcome.effects, { [field]: outcome.to })
    moves.push({ coverage, from: row.lines[coverage].status, to: outcome.to, event: 'dependents_changed' })
  }
  return written
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
  const { row, before } = await open(context, id, version)
  await save(context, { row, before }, plainValues(fields), {
    kind: 'student_period_changed',
    reason: null,
    entries: [],
    moves: [],
    today: dayIn(context.clock, officeTimeZone),
  })
}

/**
 * Covers the signed dependents of a form with its coverage types; the tiers of enrolled lines follow.
 * @throws Problem 404; 422 on `fields` if staff must choose who one of them is
 */
export const mergeDependents = async (context: Context, id: number, formId: number): Promise<void> => {
  const { row, before } = await open(context, id, undefined)
  const form = row.forms.find((one) => one.id === formId)
  const matched = matchDependents(form?.dependents ?? [], row.dependents)
  if (!form || matched.some(({ isClear }) => !isClear)) throw problem.selected('fields')
  const today = dayIn(context.clock, officeTimeZone)
  const moves: LineMove[] = []
  const entries = await addSignedDependents(context, row, { formId, matched, covers: form.coverage_types })
  const set = await followTiers(context, id, today, {}, moves)
  await save(context, { row, before }, set, {
    kind: kindOf(moves, false),
    reason: null,
    entries,
    moves,
    today,
  })
}

/** The parts of a change that more than their own columns depend on. */
type PlainlyNever =
  'version' | 'status' | 'academic_status' | 'dependents' | 'override_reason' | 'send_email' | StatusField

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

interface Saving {
  readonly kind: HistoryKind
  readonly reason: string | null
  readonly entries: readonly Entry[]
  readonly moves: readonly LineMove[]
  readonly today: string
}

/** Saves the fields that differ, checks rules between fields, and records the change. */
const save = async (context: Context, { row, before }: Open, set: Values, saving: Saving): Promise<void> => {
  const stored: Readonly<Record<string, unknown>> = { ...before }
  const changes: FieldChange[] = fieldChanges(stored, set)
  const errors = dateOrderErrors({ ...stored, ...set }, Object.keys(set))
  if (Object.keys(errors).length > 0) throw problem.invalid(errors)
  if (changes.length === 0 && saving.entries.length === 0) return
  const written = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
  // a change of only the dependents also increments the record's version
  const values = changes.length === 0 ? { status: row.status } : written
  await writeStudentPeriods(context, [{ id: row.id, set: values }])
  const own: Entry = {
    kind: saving.kind,
    subject: { type: 'student_period', id: row.id },
    school_id: row.school_id,
    student_id: row.student_id,
    student_period_id: row.id,
    reason: saving.reason,
    changes,
  }
  const change = { kind: saving.kind, undoable: true, schoolId: row.school_id }
  const settled = await settleForms(context, change, [{ row, moves: saving.moves }], saving)
  await recordHistory(context, change, [
    ...(changes.length === 0 ? [] : [own]),
    ...saving.entries,
    ...settled,
  ])
}
