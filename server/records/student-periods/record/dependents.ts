import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dependentDateFields } from '#contract/platform/record/student-period-fields.ts'
import { ssnMask, toSsn } from '#contract/platform/fields.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { fieldChanges, type Entry } from '#server/platform/history/index.ts'
import { keysOf } from '#server/platform/lib/pick.ts'
import type { Clock } from '#server/platform/lib/clock.ts'
import { decrypt, encryptSsn, formSsnsPlace, ssnPlace, type Keys } from '#server/platform/lib/crypt.ts'
import { datesIn, type DependentDates, type DependentWrite } from '../rules/dependents.ts'

/** The record that dependents belong to. */
interface Owner {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
}

/** What a change makes of the dependents of one record. */
interface OwnedWrites {
  readonly row: Owner
  readonly dependents: readonly DependentWrite[]
  readonly reason?: string | null | undefined
}

type WriteContext = ScopeContext & { readonly clock: Clock }

/** A write with its SSN in digits; null clears it, undefined leaves it. */
interface Resolved extends Omit<DependentWrite, 'ssn'> {
  readonly row: Owner
  readonly reason: string | null
  readonly ssn: string | null | undefined
}

/**
 * Writes dependents of some records, each kind of write in one statement. Returns a history entry for each changed
 * dependent, by record.
 */
export const writeDependents = async (
  context: WriteContext,
  keys: Keys,
  owned: readonly OwnedWrites[],
): Promise<ReadonlyMap<number, readonly Entry[]>> => {
  const writes = await resolve(context, keys, owned)
  const of = (isOf: (write: Resolved) => unknown): Resolved[] => writes.filter(isOf)
  await changeAll(
    context,
    keys,
    of(({ before, after }) => before && after),
  )
  await setRemoved(
    context,
    of(({ after }) => !after),
    true,
  )
  await setRemoved(
    context,
    of(({ restored }) => restored),
    false,
  )
  const added = of(({ before, restored }) => !before && !restored)
  const ids = await addAll(context, keys, added)
  const idOf = new Map(added.map((write, index) => [write, ids[index]]))
  const entries = writes.map((write) => entryOf(write, rowOf(write)?.id ?? idOf.get(write) ?? 0))
  return Map.groupBy(entries, ({ student_period_id: id }) => id ?? 0)
}

/** Returns the dependent that a write is about, if it exists. */
const rowOf = ({ before, restored }: Resolved) => before ?? restored

/** Finds the SSNs of signed dependents. Writes that change nothing without one are left out. */
const resolve = async (
  context: WriteContext,
  keys: Keys,
  owned: readonly OwnedWrites[],
): Promise<Resolved[]> => {
  const all = owned.flatMap(({ row, dependents, reason = null }) =>
    dependents.map((one) => ({ row, reason, ...one })),
  )
  const forms = all.flatMap(({ ssn }) => (typeof ssn === 'object' && ssn !== null ? [ssn.formId] : []))
  const signed = await readSigned(context, keys, [...new Set(forms)])
  return all
    .map(({ ssn, ...write }): Resolved => {
      if (typeof ssn !== 'object' || ssn === null) return { ...write, ssn: ssn && toSsn(ssn) }
      const found = signed.get(ssn.formId)?.[`dependents.${ssn.index}.ssn`]
      return { ...write, ssn: found === undefined ? undefined : toSsn(found) }
    })
    .filter((write) => !write.before || !write.after || changesOf(write).length > 0)
}

const storedSsns = z.record(z.string(), z.string())

/** Returns the SSNs that forms were signed with, by form and field. They go from one encrypted column to another. */
const readSigned = async (
  context: WriteContext,
  keys: Keys,
  formIds: readonly number[],
): Promise<Map<number, Record<string, string>>> => {
  if (formIds.length === 0) return new Map()
  const rows = await scope
    .formSubmissionSnapshots(context)
    .distinctOn('form_submission_snapshots.submission_id')
    .select(['form_submission_snapshots.submission_id', 'form_submission_snapshots.ssns_cipher'])
    .where('form_submission_snapshots.submission_id', 'in', [...formIds])
    .orderBy('form_submission_snapshots.submission_id')
    .orderBy('form_submission_snapshots.number', 'desc')
    .execute()
  return new Map(
    rows.map(({ submission_id: id, ssns_cipher: cipher }) => [
      id,
      cipher === null
        ? {}
        : storedSsns.parse(JSON.parse(decrypt(keys, formSsnsPlace(id), cipher).toString())),
    ]),
  )
}

const maskOf = (ssn: string | null): string | null => (ssn === null ? null : ssnMask(ssn.slice(-4)))

/** A removed dependent keeps the days on which coverage ended, so a restored one loses them. */
const endsOf = ({ medical_end_on, dental_end_on, vision_end_on }: DependentDates) => ({
  medical_end_on,
  dental_end_on,
  vision_end_on,
})

const changesOf = ({ before, after, restored, ended, ssn }: Resolved): Entry['changes'] => {
  const { id: _id, ...present } = before ?? restored ?? {}
  const nothing = Object.fromEntries(Object.keys(present).map((name) => [name, null]))
  if (!after) return fieldChanges(present, { ...nothing, ...ended })
  if (restored) return fieldChanges({ ...nothing, ...endsOf(restored) }, { ...present, ...endsOf(after) })
  return [
    ...fieldChanges(present, { ...after }),
    ...(ssn === undefined ? [] : [{ field: 'ssn', before: before?.ssn ?? null, after: maskOf(ssn) }]),
  ]
}

const entryOf = (write: Resolved, id: number): Entry => ({
  kind: write.before ? (write.after ? 'dependent_changed' : 'dependent_removed') : 'dependent_added',
  subject: { type: 'dependent', id },
  school_id: write.row.school_id,
  student_id: write.row.student_id,
  student_period_id: write.row.id,
  reason: write.reason,
  changes: changesOf(write),
})

const cipherOf = (keys: Keys, { row, ssn }: Resolved): Buffer | null =>
  ssn == null ? null : encryptSsn(keys, ssnPlace('dependents', row.student_id), ssn)

/** Returns bytes as the database reads them from JSON. */
const asText = (bytes: Buffer | null): string | null => bytes && `\\x${bytes.toString('hex')}`

const addAll = async (context: WriteContext, keys: Keys, added: readonly Resolved[]): Promise<number[]> => {
  if (added.length === 0) return []
  const rows = await context.db
    .insertInto('dependents')
    .values(
      added.flatMap((write) =>
        write.after
          ? [
              {
                ...write.after,
                ssn_cipher: cipherOf(keys, write),
                ssn_last_four: write.ssn?.slice(-4) ?? null,
                school_id: write.row.school_id,
                student_period_id: write.row.id,
              },
            ]
          : [],
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const changeAll = async (context: WriteContext, keys: Keys, changed: readonly Resolved[]): Promise<void> => {
  if (changed.length === 0) return
  const values = changed.map((write) => ({
    ...write.after,
    id: write.before?.id,
    has_ssn: write.ssn !== undefined,
    ssn_cipher: asText(cipherOf(keys, write)),
    ssn_last_four: write.ssn?.slice(-4) ?? null,
  }))
  await sql`
    update dependents d
    set type = made.type, gender = made.gender, first_name = made.first_name, last_name = made.last_name,
      dob = made.dob, covers = made.covers, ${dates}, updated_at = ${context.clock.now().toISOString()},
      ssn_cipher = case when made.has_ssn then made.ssn_cipher else d.ssn_cipher end,
      ssn_last_four = case when made.has_ssn then made.ssn_last_four else d.ssn_last_four end
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as made(id bigint, type text, gender text,
      first_name text, last_name text, dob date, covers text[], ${dateTypes}, has_ssn boolean, ssn_cipher bytea, ssn_last_four text)
    where d.id = made.id and ${scope.within(context, 'd.school_id')}`.execute(context.db)
}

const dateNames = keysOf(dependentDateFields)
const dates = sql.join(dateNames.map((name) => sql`${sql.ref(name)} = ${sql.ref(`made.${name}`)}`))
const dateTypes = sql.join(dateNames.map((name) => sql`${sql.ref(name)} date`))

/** Marks dependents as removed or not, with the days of their coverage. */
const setRemoved = async (
  context: WriteContext,
  writes: readonly Resolved[],
  isRemoved: boolean,
): Promise<void> => {
  if (writes.length === 0) return
  const now = context.clock.now().toISOString()
  const values = writes.map((write) => {
    const row = rowOf(write)
    return { id: row?.id, ...datesIn(write.after ?? row ?? null), ...write.ended }
  })
  await sql`
    update dependents d set deleted_at = ${isRemoved ? now : null}::timestamptz, updated_at = ${now}, ${dates}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as made(id bigint, ${dateTypes})
    where d.id = made.id and ${scope.within(context, 'd.school_id')}`.execute(context.db)
}
