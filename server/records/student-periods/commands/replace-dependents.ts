import { toSsn } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import type { Dependent, DependentChange } from '#contract/records/student-periods/shapes.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fieldChanges, type Entry } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { writeSsn, type DependentContext } from '../dependent-ssn.ts'
import { presentDependent } from '../present.ts'
import { listDependents } from '../queries.ts'

/** The record that dependents belong to. */
export interface Owner {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
}

const rowOf = (change: DependentChange) => ({
  type: change.type,
  gender: change.gender ?? null,
  first_name: change.first_name,
  last_name: change.last_name,
  dob: change.dob ?? null,
  covers: [...new Set(change.covers)].sort(),
})

const entryOf = (owner: Owner, kind: Entry['kind'], id: number, changes: Entry['changes']): Entry => ({
  kind,
  subject: { type: 'dependent', id },
  school_id: owner.school_id,
  student_id: owner.student_id,
  student_period_id: owner.id,
  changes,
})

/** Adds a dependent. `field` is the key of the SSN in errors. Returns the history entry. */
export const addDependent = async (
  context: DependentContext,
  owner: Owner,
  change: DependentChange,
  field: string,
): Promise<Entry> => {
  const row = rowOf(change)
  const ssn = writeSsn(context, { studentId: owner.student_id, before: null }, change.ssn, field)
  const { id } = await context.db
    .insertInto('dependents')
    .values({ ...row, ...ssn.columns, school_id: owner.school_id, student_period_id: owner.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return entryOf(owner, 'dependent_added', id, [...fieldChanges({}, row), ...ssn.changes])
}

/** Changes a dependent. Returns the history entry; none if nothing changes. */
export const changeDependent = async (
  context: DependentContext,
  owner: Owner,
  before: Dependent,
  change: DependentChange,
  field: string,
): Promise<Entry[]> => {
  const row = rowOf(change)
  const ssn = writeSsn(context, { studentId: owner.student_id, before }, change.ssn, field)
  const changes = [...fieldChanges({ ...before }, row), ...ssn.changes]
  if (changes.length === 0) return []
  await scope
    .update(context, 'dependents')
    .set({ ...row, ...ssn.columns, updated_at: context.clock.now().toISOString() })
    .where('id', '=', before.id)
    .execute()
  return [entryOf(owner, 'dependent_changed', before.id, changes)]
}

const removeDependent = async (context: DependentContext, owner: Owner, gone: Dependent): Promise<Entry> => {
  const at = context.clock.now().toISOString()
  await scope.update(context, 'dependents').set({ deleted_at: at }).where('id', '=', gone.id).execute()
  const { id, ...fields } = gone
  const nothing = Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
  return entryOf(owner, 'dependent_removed', id, fieldChanges(fields, nothing))
}

/**
 * Replaces the dependents of a student-period: rows with an ID are updated, those without are added, missing
 * ones are removed. Returns a history entry for each changed row.
 * @throws Problem 422 on every unknown ID, other SSN’s mask and birth date in the future
 */
export const replaceDependents = async (
  context: DependentContext,
  owner: Owner,
  changes: readonly DependentChange[],
): Promise<Entry[]> => {
  const present = (await listDependents(context, owner.id)).map(presentDependent)
  assertRows(changes, present, dayIn(context.clock, officeTimeZone))
  const entries: Entry[] = []
  for (const [index, change] of changes.entries()) {
    const field = `dependents.${index}`
    if (change.id === undefined) {
      entries.push(await addDependent(context, owner, change, `${field}.ssn`))
      continue
    }
    const before = present.find(({ id }) => id === change.id)
    if (before) entries.push(...(await changeDependent(context, owner, before, change, `${field}.ssn`)))
  }
  const kept = new Set(changes.map(({ id }) => id))
  for (const gone of present.filter(({ id }) => !kept.has(id)))
    entries.push(await removeDependent(context, owner, gone))
  return entries
}

/** Checks all rows before any is written, so that one answer names everything wrong in them. */
const assertRows = (
  changes: readonly DependentChange[],
  present: readonly Dependent[],
  today: string,
): void => {
  const errors = changes.flatMap(({ id, ssn, dob }, index): (readonly [string, string])[] => {
    const before = present.find((one) => one.id === id)
    const isForeignMask = ssn != null && ssn !== before?.ssn && toSsn(ssn) === null
    const wrong = {
      ...(id !== undefined && !before ? { id: texts.selected } : {}),
      ...(isForeignMask ? { ssn: texts.nine_digits } : {}),
      ...(dob != null && dob > today ? { dob: texts.past } : {}),
    }
    return Object.entries(wrong).map(([name, text]) => [`dependents.${index}.${name}`, text] as const)
  })
  if (errors.length > 0) throw problem.invalid(Object.fromEntries(errors))
}
