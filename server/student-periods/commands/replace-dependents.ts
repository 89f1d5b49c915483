import { ssnMask, toSsn } from '#contract/fields.ts'
import type { DependentChange } from '#contract/student-periods/shapes.ts'
import type { Context } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { fieldChanges, type Entry } from '../../history/index.ts'
import { encrypt } from '../../lib/crypt.ts'
import { problem } from '../../problem.ts'
import { presentDependent } from '../present.ts'
import { listDependents } from '../queries.ts'

interface Owner {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
}

const place = 'dependents.ssn'

/** The SSN's columns: absent when it came as its own mask or not at all (unchanged), null to empty it. */
const ssnColumns = (context: Context, ssn: string | null | undefined) => {
  if (ssn === undefined || ssn?.startsWith('***')) return {}
  const digits = ssn === null ? null : toSsn(ssn)
  return digits === null
    ? { ssn_cipher: null, ssn_last_four: null }
    : { ssn_cipher: encrypt(context.house.keys, place, digits), ssn_last_four: digits.slice(-4) }
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

const maskOf = (ssn: string | null | undefined): { ssn?: string | null } => {
  const digits = ssn == null ? null : toSsn(ssn)
  return digits === null ? {} : { ssn: ssnMask(digits.slice(-4)) }
}

const addDependent = async (context: Context, owner: Owner, change: DependentChange): Promise<Entry> => {
  const row = rowOf(change)
  const { id } = await context.db
    .insertInto('dependents')
    .values({
      ...row,
      ...ssnColumns(context, change.ssn),
      school_id: owner.school_id,
      student_period_id: owner.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return entryOf(owner, 'dependent_added', id, fieldChanges({}, { ...row, ...maskOf(change.ssn) }))
}

/**
 * Replaces the dependents of a student-period: rows with an id are changed, those without are added, absent
 * ones removed. Answers an entry for each row that changed. @throws Problem 422 on an id that is not there
 */
export const replaceDependents = async (
  context: Context,
  owner: Owner,
  changes: readonly DependentChange[],
): Promise<Entry[]> => {
  const present = (await listDependents(context, owner.id)).map(presentDependent)
  const at = context.clock.now().toISOString()
  const entries: Entry[] = []
  for (const [index, change] of changes.entries()) {
    if (change.id === undefined) {
      entries.push(await addDependent(context, owner, change))
      continue
    }
    const before = present.find(({ id }) => id === change.id)
    if (!before) throw problem.selected(`dependents.${index}.id`)
    const row = rowOf(change)
    const found = fieldChanges({ ...before }, { ...row, ...maskOf(change.ssn) })
    if (found.length === 0) continue
    await scope
      .update(context, 'dependents')
      .set({ ...row, ...ssnColumns(context, change.ssn), updated_at: at })
      .where('id', '=', change.id)
      .execute()
    entries.push(entryOf(owner, 'dependent_changed', change.id, found))
  }
  const kept = new Set(changes.map(({ id }) => id))
  for (const gone of present.filter(({ id }) => !kept.has(id))) {
    await scope.update(context, 'dependents').set({ deleted_at: at }).where('id', '=', gone.id).execute()
    const { id: _id, ...fields } = gone
    entries.push(
      entryOf(
        owner,
        'dependent_removed',
        gone.id,
        fieldChanges(fields, Object.fromEntries(Object.keys(fields).map((name) => [name, null]))),
      ),
    )
  }
  return entries
}
