import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import {
  entriesAbout,
  fieldChanges,
  skipReasons,
  undoEach,
  type ChangeEntry,
  type Entry,
  type UndoHandler,
} from '#server/platform/history/index.ts'
import { presentDependent } from './present.ts'
import { type DependentRow } from './queries.ts'
import { listedName } from '#server/platform/db/person-names.ts'

interface Row extends Omit<DependentRow, 'covers'> {
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
): Promise<Map<number, Row>> => {
  if (own.length === 0) return new Map()
  const { rows } = await sql<Row>`
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

const reasonToSkip = (row: Row | undefined, entry: ChangeEntry): string | null => {
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

const reversalOf = (row: Row, entry: ChangeEntry, now: string): Reversal => {
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

const revert = async (context: Context, row: Row, entry: ChangeEntry): Promise<Entry> => {
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
