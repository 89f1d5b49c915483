import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { listedName } from '#server/platform/db/person-names.ts'
import { scope } from '#server/platform/db/scope.ts'
import {
  entriesAbout,
  fieldChanges,
  fieldsOf,
  isUnchangedSince,
  planUndo,
  revertRemovals,
  skipReasons,
  undoEach,
  type ChangeEntry,
  type Entry,
  type RecordChange,
  type RevertibleRecord,
  type RevertibleRow,
  type UndoHandler,
  type UndoPlan,
} from '#server/platform/history/index.ts'
import { presentDependent } from './present.ts'
import type { DependentRow } from './queries/single.ts'
import { isColumn, writeStudentPeriods } from './record.ts'
import { forbiddenKey } from './rules/fields.ts'

interface Row extends RevertibleRow, Readonly<Record<string, unknown>> {
  readonly deleted_at: string | null
  /** Whether something was recorded for it after the change. */
  readonly is_touched: boolean
  readonly has_student: boolean
  /** Whether the student is in the period with another record, so this one can’t be restored. */
  readonly is_replaced: boolean
}

const readRows = async (
  context: Context,
  changeId: number,
  done: readonly RecordChange[],
): Promise<Map<number, Row>> => {
  const columns = fieldsOf(done.filter(({ how }) => how === 'changed')).filter(isColumn)
  // school and period aren't search keys of the row conditions: see isStale in imports
  const { rows } = await sql<Row>`
    select sp.id, sp.school_id, sp.student_id, sp.deleted_at, ${listedName('s')} as name,
      exists (select from history h
        where h.student_period_id = sp.id and h.id > done.entry_id and h.change_id <> ${changeId}) as is_touched,
      s.deleted_at is null as has_student,
      (select count(*) filter (where other.period_id = sp.period_id and other.id <> sp.id)
        from student_periods other where other.student_id = sp.student_id and other.deleted_at is null) > 0
        as is_replaced
      ${sql.join([sql``, ...columns.map((name) => sql.ref(`sp.${name}`))])}
    from unnest(${done.map(({ id }) => id)}::bigint[], ${done.map(({ entry_id }) => entry_id)}::bigint[])
      as done(id, entry_id)
    join student_periods sp on sp.id = done.id
    join students s on s.id = sp.student_id
    where ${scope.within(context, 'sp.school_id')}`.execute(context.db)
  return new Map(rows.map((row) => [row.id, row]))
}

const reasonNotToRestore = (row: Row, returning: ReadonlySet<number>): string | null => {
  if (row.deleted_at === null || row.is_touched) return skipReasons.touched
  if (row.is_replaced) return 'The student was added to this policy year again.'
  return row.has_student || returning.has(row.student_id) ? null : 'The student was removed.'
}

const reasonNotToRevert = (context: Context, row: Row, changes: RecordChange['changes']): string | null => {
  if (changes.some(({ field }) => !isColumn(field))) return skipReasons.unknown
  if (!isUnchangedSince(row, changes)) return skipReasons.touched
  const forbidden = forbiddenKey(
    changes.map(({ field }) => field),
    context.caller.permission,
  )
  return forbidden === undefined ? null : skipReasons.forbidden
}

/**
 * Locks the records of a change and returns which ones can be reverted: those that haven’t changed again.
 * `returning` are the students that the same undo restores.
 */
export const planStudentPeriodUndo = async (
  context: Context,
  changeId: number,
  done: readonly RecordChange[],
  returning: ReadonlySet<number>,
): Promise<UndoPlan> => {
  if (done.length === 0) return { reverted: [], left: [] }
  // locked before they're checked, so that concurrent changes are seen
  await sql`select from student_periods where id = any(${done.map(({ id }) => id)}::bigint[])
    and ${scope.within(context, 'school_id')} order by id for update`.execute(context.db)
  const rows = await readRows(context, changeId, done)
  return planUndo(rows, done, (row, { how, changes }) => {
    if (how === 'removed') return reasonNotToRestore(row, returning)
    if (row.deleted_at !== null) return skipReasons.gone
    if (how === 'created') return row.is_touched ? skipReasons.touched : null
    return reasonNotToRevert(context, row, changes)
  })
}

/** Reverts the records that passed the check. */
export const revertStudentPeriods = async (
  context: Context,
  reverted: readonly RevertibleRecord[],
): Promise<void> => {
  await writeStudentPeriods(
    context,
    reverted
      .filter(({ how }) => how === 'changed')
      .map(({ id, changes }) => ({
        id,
        set: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
      })),
  )
  // a restored record is sorted under the student’s current name
  await revertRemovals(context, reverted, ({ ids, deleted_at, now }) =>
    sql`
      update student_periods sp
      set deleted_at = ${deleted_at}::timestamptz, version = sp.version + 1, updated_at = ${now},
        sort_name = (select s.sort_name from students s where s.id = sp.student_id)
      where sp.id = any(${ids}::bigint[]) and ${scope.within(context, 'sp.school_id')}`.execute(context.db),
  )
}

interface ChangedDependent extends Omit<DependentRow, 'covers'> {
  readonly covers: string[]
  readonly school_id: number
  readonly student_period_id: number
  readonly student_id: number
  readonly name: string
  readonly is_removed: boolean
  /** Whether it changed after the change that is undone. */
  readonly is_touched: boolean
}

const lockRows = async (
  context: Context,
  changeId: number,
  own: readonly ChangeEntry[],
): Promise<Map<number, ChangedDependent>> => {
  if (own.length === 0) return new Map()
  const { rows } = await sql<ChangedDependent>`
    select one.id, one.school_id, one.student_period_id, one.type, one.gender, one.first_name, one.last_name,
      one.dob, one.ssn_last_four, one.covers, one.deleted_at is not null as is_removed, sp.student_id,
      ${listedName('s')} as name,
      exists (select from history h where h.subject_type = 'dependent' and h.subject_id = one.id
        and h.student_period_id = one.student_period_id and h.change_id > ${changeId}
        and ${scope.within(context, 'h.school_id')}) as is_touched
    from dependents one
    join student_periods sp on sp.id = one.student_period_id
    join students s on s.id = sp.student_id
    where one.id = any(${own.map(({ subject_id: id }) => id)}::bigint[]) and ${scope.within(context, 'one.school_id')}
    order by one.id for update of one`.execute(context.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A former SSN can’t be restored, because the history has only its mask. */
const replacesSsn = ({ changes }: ChangeEntry): boolean =>
  changes.some(({ field, before, after }) => field === 'ssn' && before !== null && after !== null)

const reasonToSkip = (row: ChangedDependent | undefined, entry: ChangeEntry): string | null => {
  if (!row) return skipReasons.gone
  if (row.is_touched || row.is_removed !== (entry.kind === 'dependent_removed')) return skipReasons.touched
  return entry.kind === 'dependent_changed' && replacesSsn(entry) ? skipReasons.unknown : null
}

/**
 * Locks the dependents of a change. Returns the student-periods with one that can’t be reverted, and why: such a record
 * stays whole, so that its tier and its dependents agree.
 */
export const findKeptByDependents = async (
  context: Context,
  changeId: number,
  entries: readonly ChangeEntry[],
): Promise<ReadonlyMap<number, string>> => {
  const own = entriesAbout(entries, 'dependent')
  const rows = await lockRows(context, changeId, own)
  return new Map(
    own.flatMap((entry) => {
      const reason = reasonToSkip(rows.get(entry.subject_id), entry)
      return reason === null || entry.student_period_id === null ? [] : [[entry.student_period_id, reason]]
    }),
  )
}

/** Undoes a change of dependents: added ones are removed, removed ones restored, changed ones get their former values. */
export const undoDependents: UndoHandler = async (context, changeId, entries) => {
  const own = entriesAbout(entries, 'dependent')
  const rows = await lockRows(context, changeId, own)
  const result = await undoEach(own, async (entry) => {
    const row = rows.get(entry.subject_id)
    const reason = reasonToSkip(row, entry)
    if (!row || reason !== null) return { name: row?.name ?? '', reason: reason ?? skipReasons.gone }
    return revert(context, row, entry)
  })
  const touched = result.entries.flatMap(({ student_period_id: id }) => id ?? [])
  if (touched.length > 0)
    await scope
      .update(context, 'student_periods')
      .set((current) => ({ version: current('version', '+', 1) }))
      .where('student_periods.id', 'in', touched)
      .execute()
  return result
}

/** What an undo makes of a dependent. */
interface Reversal {
  readonly kind: 'dependent_added' | 'dependent_changed' | 'dependent_removed'
  readonly columns: Readonly<Record<string, unknown>>
  readonly changes: Entry['changes']
}

const reversalOf = (row: ChangedDependent, entry: ChangeEntry, now: string): Reversal => {
  const { id: _id, ...shown } = presentDependent(row)
  const nothing = Object.fromEntries(Object.keys(shown).map((name) => [name, null]))
  if (entry.kind === 'dependent_added')
    return { kind: 'dependent_removed', columns: { deleted_at: now }, changes: fieldChanges(shown, nothing) }
  if (entry.kind === 'dependent_removed')
    return { kind: 'dependent_added', columns: { deleted_at: null }, changes: fieldChanges(nothing, shown) }
  const former = Object.fromEntries(entry.changes.map(({ field, before }) => [field, before]))
  const { ssn, ...columns } = former
  const noSsn = ssn === null ? { ssn_cipher: null, ssn_last_four: null } : {}
  return {
    kind: 'dependent_changed',
    columns: { ...columns, ...noSsn },
    changes: fieldChanges({ ...shown }, former),
  }
}

const revert = async (context: Context, row: ChangedDependent, entry: ChangeEntry): Promise<Entry> => {
  const now = context.clock.now().toISOString()
  const { kind, columns, changes } = reversalOf(row, entry, now)
  await scope
    .update(context, 'dependents')
    .set({ updated_at: now, ...columns })
    .where('dependents.id', '=', row.id)
    .execute()
  return {
    kind,
    subject: { type: 'dependent', id: row.id },
    school_id: row.school_id,
    student_id: row.student_id,
    student_period_id: row.student_period_id,
    changes,
  }
}
