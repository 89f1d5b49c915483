import { sql } from 'kysely'
import type { FieldChange } from '#contract/history/shapes.ts'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import { forbiddenKey } from './rules.ts'
import { isColumn, writeStudentPeriods, type Write } from './write.ts'

/** What an act did to one student-period. */
export interface Done {
  readonly id: number
  readonly changes: readonly FieldChange[]
  /** The act brought the record about: taking it back removes it. */
  readonly isCreation: boolean
}

/** A record that stays as it is, and why. */
export interface Left {
  readonly id: number
  readonly name: string
  readonly reason: string
}
export interface Reverted {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly changes: readonly FieldChange[]
  readonly isRemoval: boolean
}

type Row = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly name: string
  readonly is_touched: boolean
  readonly deleted_at: string | null
  /** The student was brought into the period anew. */
  readonly is_replaced: boolean
}

const readRows = async (
  context: Context,
  ids: readonly number[],
  changeId: number,
): Promise<Map<number, Row>> => {
  const { rows } = await sql<Row>`
    select sp.*, s.last_name || ', ' || s.first_name as name, exists (
      select from history h where h.student_period_id = sp.id and h.change_id > ${changeId}) as is_touched,
      exists (select from student_periods other where other.student_id = sp.student_id
        and other.period_id = sp.period_id and other.id <> sp.id and other.deleted_at is null) as is_replaced
    from student_periods sp join students s on s.id = sp.student_id
    where sp.id = any(${[...ids]}::bigint[]) and ${scope.within(context, 'sp.school_id')}
    order by sp.id for update of sp`.execute(context.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Values as history spells them compare with values as the database gives them. */
const isSame = (stored: unknown, recorded: FieldChange['before']): boolean =>
  stored === recorded || (isScalar(stored) && recorded !== null && String(stored) === String(recorded))

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Whether what is taken back removed the record. */
const isRemovalOf = ({ changes }: Done): boolean =>
  changes.some(({ field, after }) => field === 'deleted_at' && after !== null)

/** Why a record is not there to be brought back; null when it is. */
const absence = (row: Row | undefined, done: Done): string | null => {
  if (!row || (row.deleted_at !== null && !isRemovalOf(done))) return 'The record is gone.'
  return row.deleted_at !== null && row.is_replaced ? 'The student is in the period again.' : null
}

const leaveReason = (context: Context, row: Row | undefined, done: Done): string | null => {
  const absent = absence(row, done)
  if (!row || absent !== null) return absent
  if (done.isCreation) return row.is_touched ? 'It was changed since.' : null
  const touched = done.changes.find(({ field, after }) => !isSame(row[field] ?? null, after))
  if (touched) return 'It was changed since.'
  if (done.changes.some(({ field }) => !isColumn(field))) return 'This kind of change cannot be taken back.'
  const forbidden = forbiddenKey(
    done.changes.map(({ field }) => field),
    context.caller.permission,
  )
  return forbidden === undefined ? null : 'Only a Shipmate Admin may change this field.'
}

/** Takes back what an act did, wherever nobody has touched it since; the others are left and named. */
export const revertStudentPeriods = async (
  context: Context,
  changeId: number,
  done: readonly Done[],
): Promise<{ reverted: Reverted[]; left: Left[] }> => {
  const rows = await readRows(
    context,
    done.map(({ id }) => id),
    changeId,
  )
  const reverted: Reverted[] = []
  const left: Left[] = []
  for (const one of done) {
    const row = rows.get(one.id)
    const reason = leaveReason(context, row, one)
    if (!row || reason !== null) left.push({ id: one.id, name: row?.name ?? '', reason: reason ?? '' })
    else
      reverted.push({
        id: row.id,
        school_id: row.school_id,
        student_id: row.student_id,
        changes: one.changes.map(({ field, before, after }) => ({ field, before: after, after: before })),
        isRemoval: one.isCreation,
      })
  }
  await write(context, reverted)
  return { reverted, left }
}

const write = async (context: Context, reverted: readonly Reverted[]): Promise<void> => {
  const removed = reverted.filter(({ isRemoval }) => isRemoval).map(({ id }) => id)
  const writes: Write[] = reverted
    .filter(({ isRemoval }) => !isRemoval)
    .map(({ id, changes }) => ({
      id,
      set: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    }))
  await writeStudentPeriods(context, writes)
  if (removed.length === 0) return
  await scope
    .update(context, 'student_periods')
    .set({ deleted_at: context.clock.now().toISOString() })
    .where('id', '=', sql<number>`any(${removed}::bigint[])`)
    .execute()
}
