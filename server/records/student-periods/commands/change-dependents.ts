import * as z from 'zod/mini'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { ssnMask, toSsn } from '#contract/platform/fields.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { texts } from '#contract/platform/problem.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import type { DependentChange } from '#contract/records/student-periods/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { fieldChanges, type Entry } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { decrypt, encryptSsn, formSsnsPlace, ssnPlace } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import type { Sealed } from '#server/records/students/index.ts'
import { presentDependent } from '../present.ts'
import { listDependents } from '../queries/single.ts'
import type { MatchedDependent } from '../rules/match-dependents.ts'

/** The dependents of a form, to be covered by some coverage types. */
interface SignedDependents {
  readonly formId: number
  readonly matched: readonly MatchedDependent[]
  readonly covers: readonly Coverage[]
}

/**
 * Covers the signed dependents of a form: adds those who are new with their SSN, and completes those on record, whose
 * own values stay. Returns a history entry for each changed row.
 */
export const addSignedDependents = async (
  context: DependentContext,
  owner: Owner,
  { formId, matched, covers }: SignedDependents,
): Promise<Entry[]> => {
  if (matched.length === 0 || covers.length === 0) return []
  const ssns = await readSsns(context, formId)
  const entries: Entry[] = []
  for (const one of matched) {
    const field = `dependents.${one.index}.ssn`
    const ssn = ssns[field]
    if (one.recorded)
      entries.push(
        ...(await changeDependent(
          context,
          owner,
          one.recorded,
          completed(one.recorded, one, covers, ssn),
          field,
        )),
      )
    else
      entries.push(await addDependent(context, owner, { ...asSigned(one), ssn, covers: [...covers] }, field))
  }
  return entries
}

/** Returns a dependent on record with what it lacks from the form. */
const completed = (
  recorded: Dependent,
  { signed }: MatchedDependent,
  covers: readonly Coverage[],
  ssn: string | undefined,
): DependentChange => ({
  ...recorded,
  gender: recorded.gender ?? asGender(signed.gender),
  dob: recorded.dob ?? signed.dob,
  ssn: recorded.ssn === null ? ssn : undefined,
  covers: [...new Set([...recorded.covers, ...covers])],
})

// a form is only taken with the contract's relations and genders
const asGender = (gender: string | null) => gender as Dependent['gender']
const asSigned = ({ signed: { type, gender, first_name, last_name, dob } }: MatchedDependent) => ({
  type: type as Dependent['type'],
  gender: asGender(gender),
  first_name,
  last_name,
  dob,
})

const storedSsns = z.record(z.string(), z.string())

/** Returns the SSNs that a form was signed with, by field. They go from one encrypted column to another. */
const readSsns = async (context: DependentContext, formId: number): Promise<Record<string, string>> => {
  const found = await scope
    .formSubmissionSnapshots(context)
    .select('form_submission_snapshots.ssns_cipher')
    .where('form_submission_snapshots.submission_id', '=', formId)
    .orderBy('form_submission_snapshots.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found?.ssns_cipher) return {}
  const text = decrypt(context.services.keys, formSsnsPlace(formId), found.ssns_cipher).toString()
  return storedSsns.parse(JSON.parse(text))
}

/** The record that dependents belong to. */
interface Owner {
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
const addDependent = async (
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
const changeDependent = async (
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

/** Returns the encrypted SSN of a dependent. @throws Problem 404 */
export const findSealedSsn = async (context: ScopeContext, id: number): Promise<Sealed> => {
  const row = await scope
    .dependents(context)
    .innerJoin('student_periods', 'student_periods.id', 'dependents.student_period_id')
    .select(['dependents.ssn_cipher', 'dependents.school_id', 'student_periods.student_id'])
    .where('dependents.id', '=', id)
    .where('student_periods.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  const { school_id, student_id } = row
  return {
    cipher: row.ssn_cipher,
    // a dependent is copied from year to year, always of the same student
    place: ssnPlace('dependents', student_id),
    access: { subject_type: 'dependent', subject_id: id, school_id, student_id },
  }
}

/** What dependents are written with: a caller’s scope, or the system’s for one school. */
type DependentContext = ScopeContext & Pick<Context, 'clock' | 'services'>

/** The columns for a new SSN, and its history entry with masks. */
interface SsnWrite {
  readonly columns: { readonly ssn_cipher?: Buffer | null; readonly ssn_last_four?: string | null }
  readonly changes: readonly FieldChange[]
}

const nothing: SsnWrite = { columns: {}, changes: [] }

/** The owner of the SSN: the student’s current dependent, or null for a new one. */
interface SsnOwner {
  readonly studentId: number
  readonly before: { readonly id: number; readonly ssn: string | null } | null
}

/**
 * Returns the new SSN columns. Unchanged if it’s missing or its own mask; null clears it. The same 9 digits are a change
 * like any others: “unchanged” would tell a user who may not see the SSN that they guessed it.
 * @throws Problem 422 on another SSN’s mask
 */
const writeSsn = (
  context: DependentContext,
  { studentId, before }: SsnOwner,
  ssn: string | null | undefined,
  field: string,
): SsnWrite => {
  const mask = before?.ssn ?? null
  if (ssn === undefined || ssn === mask) return nothing
  const change = (after: string | null): FieldChange[] => [{ field: 'ssn', before: mask, after }]
  if (ssn === null) return { columns: { ssn_cipher: null, ssn_last_four: null }, changes: change(null) }
  const digits = toSsn(ssn)
  if (digits === null) throw problem.invalid({ [field]: texts.nine_digits })
  return {
    columns: {
      ssn_cipher: encryptSsn(context.services.keys, ssnPlace('dependents', studentId), digits),
      ssn_last_four: digits.slice(-4),
    },
    changes: change(ssnMask(digits.slice(-4))),
  }
}
