import { sql } from 'kysely'
import type { Permission } from '#contract/platform/access.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { plannedFields, statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { isTier, tierFor } from '#contract/platform/coverage/tiers.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { listedName } from '#server/platform/db/person-names.ts'
import { scope } from '#server/platform/db/scope.ts'
import {
  entriesAbout,
  fieldsOf,
  hasOtherPermission,
  isUnchangedSince,
  planUndo,
  skipReasons,
  type ChangeEntry,
  type RecordChange,
  type RevertibleRow,
  type UndoPlan,
} from '#server/platform/history/index.ts'
import { isMergedSince, mergedSince } from '#server/records/students/index.ts'
import { presentDependent } from './present.ts'
import { loadRows } from './queries/rows.ts'
import { dependentDates, type DependentRow } from './queries/single.ts'
import type { RevertibleStudentPeriod } from './record/save.ts'
import type { DependentWrite } from './rules/dependents.ts'
import { forbiddenKey, isColumn } from './rules/fields.ts'
import { moveContextOf } from './rules/lines.ts'
import type { MovableRow } from './rules/movable-row.ts'

/** What a change did to a student-period and its dependents. */
interface ChangedStudentPeriod extends RecordChange {
  readonly dependents: readonly ChangeEntry[]
}

/** Adds what a change did to dependents to their records; a record of which only dependents changed is added. */
export const withDependents = (
  done: readonly RecordChange[],
  entries: readonly ChangeEntry[],
): ChangedStudentPeriod[] => {
  const known = new Set(done.map(({ id }) => id))
  const own = Map.groupBy(entriesAbout(entries, 'dependent'), ({ student_period_id: id }) => id ?? 0)
  return [
    ...done.map((one) => ({ ...one, dependents: own.get(one.id) ?? [] })),
    ...[...own]
      .filter(([id]) => !known.has(id))
      .map(([id, dependents]) => ({
        entry_id: Math.max(...dependents.map((one) => one.id)),
        id,
        how: 'changed' as const,
        changes: [],
        dependents,
      })),
  ]
}

interface Row extends RevertibleRow, Readonly<Record<string, unknown>> {
  readonly deleted_at: string | null
  readonly status: string
  /** Whether something was recorded for it after the change. */
  readonly is_touched: boolean
  /** Whether its dependents changed after the change. */
  readonly has_other_dependents: boolean
  readonly has_student: boolean
  /** Whether the student is in the period with another record, so this one can’t be restored. */
  readonly is_replaced: boolean
  readonly is_merged: boolean
}

/** The condition that a later entry was undone in this record, or undoes one that is later too: the record is as before. */
// scope: part of `readRows`, which limits its records; the entries are of the record of its row
const isTakenBack = sql<boolean>`(
  exists (select from changes act join history taken on taken.change_id = act.id
    where act.undoes_change_id = h.change_id and taken.student_period_id = sp.id)
  or exists (select from changes act join history taken on taken.change_id = act.undoes_change_id
    where act.id = h.change_id and taken.student_period_id = sp.id and taken.id > done.entry_id))`

const readRows = async (
  context: Context,
  changeId: number,
  done: readonly RecordChange[],
): Promise<Map<number, Row>> => {
  const columns = fieldsOf(done.filter(({ how }) => how === 'changed')).filter(isColumn)
  // school and period aren't search keys of the row conditions: see isStale in imports
  const { rows } = await sql<Row>`
    select sp.id, sp.school_id, sp.student_id, sp.deleted_at, ${listedName('s')} as name, sp.status,
      since.is_touched, since.has_other_dependents,
      s.deleted_at is null as has_student,
      (select count(*) filter (where other.period_id = sp.period_id and other.id <> sp.id)
        from student_periods other where other.student_id = sp.student_id and other.deleted_at is null) > 0
        as is_replaced,
      ${isMergedSince(context, changeId, sql`s.id`)} as is_merged
      ${sql.join([sql``, ...columns.map((name) => sql.ref(`sp.${name}`))])}
    from unnest(${done.map(({ id }) => id)}::bigint[], ${done.map(({ entry_id }) => entry_id)}::bigint[])
      as done(id, entry_id)
    join student_periods sp on sp.id = done.id
    join students s on s.id = sp.student_id
    cross join lateral (
      select count(*) > 0 as is_touched,
        coalesce(bool_or(h.subject_type = 'dependent' and not ${isTakenBack}), false) as has_other_dependents
      from history h
      where h.student_period_id = sp.id and h.id > done.entry_id and h.change_id <> ${changeId}
    ) since
    where ${scope.within(context, 'sp.school_id')}`.execute(context.db)
  return new Map(rows.map((row) => [row.id, row]))
}

const reasonNotToRestore = (row: Row, returning: ReadonlySet<number>): string | null => {
  if (row.deleted_at === null || row.is_touched) return skipReasons.touched
  if (row.is_replaced) return 'The student was added to this policy year again.'
  return row.has_student || returning.has(row.student_id) ? null : 'The student was removed.'
}

const reasonNotToRemove = (row: Row): string | null => {
  if (row.is_touched) return skipReasons.touched
  return row.is_merged ? mergedSince : null
}

/** `permission` is the caller’s if it’s another than when they made the change. */
const reasonNotToRevert = (
  row: Row,
  { changes }: ChangedStudentPeriod,
  permission: Permission | null,
): string | null => {
  if (changes.some(({ field }) => !isColumn(field))) return skipReasons.unknown
  if (!isUnchangedSince(row, changes)) return skipReasons.touched
  const names = changes.map(({ field }) => field)
  return permission === null || forbiddenKey(names, permission) === undefined ? null : skipReasons.forbidden
}

/** A dependent of the change, as it is now. */
type Found = ReadonlyMap<number, { readonly shown: Dependent; readonly isRemoved: boolean }>

const readDependents = async (context: Context, done: readonly ChangedStudentPeriod[]): Promise<Found> => {
  const ids = done.flatMap(({ dependents }) => dependents.map(({ subject_id: id }) => id))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<DependentRow & { readonly is_removed: boolean }>`
    select d.id, d.type, d.gender, d.first_name, d.last_name, d.dob, d.ssn_last_four, d.covers,
      ${dependentDates},
      d.deleted_at is not null as is_removed
    from dependents d where d.id = any(${ids}::bigint[]) and ${scope.within(context, 'd.school_id')}`.execute(
    context.db,
  )
  return new Map(
    rows.map(({ is_removed: isRemoved, ...row }) => [row.id, { shown: presentDependent(row), isRemoved }]),
  )
}

/** A former SSN can’t be restored, because the history has only its mask. */
const replacesSsn = ({ changes }: ChangeEntry): boolean =>
  changes.some(({ field, before, after }) => field === 'ssn' && before !== null && after !== null)

/** Dependents are part of their record: if one can’t be reverted, the record stays whole, and its tier agrees with them. */
const reasonOfDependents = (
  { dependents }: ChangedStudentPeriod,
  { has_other_dependents: isTouched }: Row,
  found: Found,
): string | null => {
  if (dependents.length === 0) return null
  if (isTouched) return skipReasons.touched
  for (const { subject_id, kind } of dependents) {
    const one = found.get(subject_id)
    if (!one) return skipReasons.gone
    if (one.isRemoved !== (kind === 'dependent_removed')) return skipReasons.touched
  }
  return dependents.some((one) => one.kind === 'dependent_changed' && replacesSsn(one))
    ? skipReasons.unknown
    : null
}

/**
 * Returns the records whose status would get a tier back that doesn’t fit the dependents who are covered now. Only records
 * whose dependents have changed since are read.
 */
const findMisfits = async (
  context: Context,
  done: readonly ChangedStudentPeriod[],
  rows: ReadonlyMap<number, Row>,
): Promise<ReadonlySet<number>> => {
  const doubtful = new Map(
    done
      .filter(({ id, dependents, changes }) => {
        const row = rows.get(id)
        const isTouched = row?.deleted_at === null && row.has_other_dependents
        return isTouched && dependents.length === 0 && changes.some(givesTier)
      })
      .map((one) => [one.id, one]),
  )
  if (doubtful.size === 0) return new Set()
  const records = await loadRows(context, { ids: [...doubtful.keys()] })
  return new Set(
    records.filter((row) => !fitsAfter(row, doubtful.get(row.id)?.changes ?? [])).map(({ id }) => id),
  )
}

type Change = RecordChange['changes'][number]

const isStatus = ({ field }: Change): boolean => coverages.some((one) => statusFieldOf(one) === field)

// a status column has only statuses
const tierOf = ({ before }: Change) => before as MovableRow['lines']['medical']['status']

const givesTier = (change: Change): boolean => isStatus(change) && isTier(tierOf(change))

const fitsAfter = (row: MovableRow, changes: RecordChange['changes']): boolean =>
  coverages.every((coverage) => {
    const change = changes.find(({ field }) => field === statusFieldOf(coverage))
    if (!change || !givesTier(change)) return true
    const { covered, one_family_tier } = moveContextOf(row, coverage, row.period.starts_on)
    return tierFor(covered, one_family_tier) === tierOf(change)
  })

/**
 * Decides which records of a change can be reverted, which are locked: those that haven’t changed again. A record and its
 * dependents are reverted together or not at all. `returning` are the students that the same undo restores.
 */
export const planStudentPeriodUndo = async (
  context: Context,
  changeId: number,
  done: readonly ChangedStudentPeriod[],
  returning: ReadonlySet<number>,
): Promise<UndoPlan<RevertibleStudentPeriod>> => {
  if (done.length === 0) return { reverted: [], left: [] }
  const rows = await readRows(context, changeId, done)
  const found = await readDependents(context, done)
  const misfits = await findMisfits(context, done, rows)
  const today = dayIn(context.clock, officeTimeZone)
  const permission = (await hasOtherPermission(context, changeId)) ? context.caller.permission : null
  const plan = planUndo(rows, done, (row, one) => {
    if (one.how === 'removed') return reasonNotToRestore(row, returning)
    if (row.deleted_at !== null) return skipReasons.gone
    if (one.how === 'created') return reasonNotToRemove(row)
    if (misfits.has(row.id)) return skipReasons.touched
    if (one.changes.length > 0 && withoutPast(one.changes, today).length === 0) return pastPlan
    return reasonNotToRevert(row, one, permission) ?? reasonOfDependents(one, row, found)
  })
  return {
    left: plan.left,
    reverted: plan.reverted.map((one) => ({
      ...one,
      changes: withoutPast(one.changes, today),
      status: rows.get(one.id)?.status ?? '',
      dependents: one.dependents.flatMap((entry) => reversalOf(entry, found) ?? []),
    })),
  }
}

const pastPlan = 'The day of the planned change has passed.'

/** A planned change whose day has come doesn’t wait again, because it would be made the next hour. */
const withoutPast = (changes: RecordChange['changes'], today: string): RecordChange['changes'] => {
  const day = changes.find(({ field }) => field === 'planned_status_on')?.before
  const isPast = typeof day === 'string' && day <= today
  return isPast ? changes.filter(({ field }) => !Object.hasOwn(plannedFields, field)) : changes
}

/** Returns what gives a dependent its state of before a change: an added one is removed, a removed one restored. */
const reversalOf = (entry: ChangeEntry, found: Found): DependentWrite | null => {
  const shown = found.get(entry.subject_id)?.shown
  if (!shown) return null
  const { id: _id, ssn: _ssn, ...values } = shown
  const { ssn, ...former } = Object.fromEntries(entry.changes.map(({ field, before }) => [field, before]))
  if (entry.kind === 'dependent_added')
    return { before: shown, after: null, ssn: undefined, ended: neverCovered(shown, former) }
  const ends = Object.fromEntries(endNames.flatMap((name) => (name in former ? [[name, former[name]]] : [])))
  if (entry.kind === 'dependent_removed')
    return { before: null, after: { ...values, ...ends }, restored: shown, ssn: undefined }
  const after = { ...values, ...former }
  return { before: shown, after, ssn: ssn === null ? null : undefined }
}

const endNames = coverages.map((coverage) => `${coverage}_end_on` as const)

/** Coverage of a dependent who wasn’t to be added ends as it started; that of one who was restored ends as before. */
const neverCovered = (shown: Dependent, former: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    coverages.map((coverage) => {
      const [start, end] = [`${coverage}_start_on`, `${coverage}_end_on`] as const
      return [end, former[end] ?? shown[end] ?? (shown.covers.includes(coverage) ? shown[start] : null)]
    }),
  )
