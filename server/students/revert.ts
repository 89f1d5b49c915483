import { sql, type RawBuilder } from 'kysely'
import type { RecordField } from '#contract/record-field.ts'
import { studentFields } from '#contract/students/fields.ts'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import { sqlTypes, writeAlike } from '../db/write-alike.ts'
import {
  fieldsOf,
  isAsLeft,
  judgeAll,
  leftBecause,
  type Done,
  type JudgedRow,
  type Reverted,
  type Verdicts,
} from '../history/index.ts'
import { batches } from '../lib/batches.ts'
import { restoreSsns } from './replaced-ssns.ts'

const fields: Readonly<Record<string, RecordField>> = studentFields
const isPlain = (field: string): boolean => field !== 'ssn' && Object.hasOwn(fields, field)
const typeOf = (column: string): string => sqlTypes[fields[column]?.kind ?? 'text']

interface Row extends JudgedRow, Readonly<Record<string, unknown>> {
  readonly deleted_at: string | null
  /** Something of the student was recorded after the act. */
  readonly is_touched: boolean
  readonly is_ssn_touched: boolean
  /** What the act replaced is still kept. */
  readonly has_former_ssn: boolean
  /** Another student of the school has the former SSN now. */
  readonly is_former_ssn_taken: boolean
  /** Another student of the school has this one's student ID or SSN now: this one cannot come back. */
  readonly is_replaced: boolean
  readonly has_papers: boolean
  /** The student-periods that stand. */
  readonly standing: readonly number[]
}

/** Locks students before anything is judged, and before their student-periods, as imports do. */
export const lockStudents = async (context: Context, done: readonly Done[]): Promise<void> => {
  if (done.length === 0) return
  await sql`select from students where id = any(${done.map(({ id }) => id)}::bigint[])
    and ${scope.within(context, 'school_id')} order by id for update`.execute(context.db)
}

// the school is no search key: see isStale of the imports
const othersWith = (context: Context, condition: RawBuilder<boolean>): RawBuilder<boolean> => sql<boolean>`
  (select count(*) filter (where ${scope.within(context, 'o.school_id')} and o.school_id = s.school_id and o.id <> s.id)
    from students o where ${condition} and o.deleted_at is null) > 0`

const readRows = async (
  context: Context,
  changeId: number,
  done: readonly Done[],
): Promise<Map<number, Row>> => {
  const columns = fieldsOf(done.filter(({ how }) => how === 'changed')).filter(isPlain)
  // 'own': what was recorded of the student, not of a policy year
  const { rows } = await sql<Row>`
    select s.id, s.id as student_id, s.school_id, s.deleted_at, s.last_name || ', ' || s.first_name as name,
      own.is_touched, own.is_ssn_touched, former.student_id is not null as has_former_ssn,
      ${othersWith(context, sql<boolean>`o.ssn_index = former.ssn_index`)} as is_former_ssn_taken,
      ${othersWith(context, sql<boolean>`o.sid = s.sid`)} or ${othersWith(context, sql<boolean>`o.ssn_index = s.ssn_index`)} as is_replaced,
      exists (select from student_notes n where n.student_id = s.id and n.deleted_at is null)
        or exists (select from student_files f where f.student_id = s.id and f.deleted_at is null) as has_papers,
      array(select sp.id from student_periods sp where sp.student_id = s.id and sp.deleted_at is null) as standing
      ${sql.join([sql``, ...columns.map((name) => sql.ref(`s.${name}`))])}
    from unnest(${done.map(({ id }) => id)}::bigint[], ${done.map(({ entry_id }) => entry_id)}::bigint[])
      as done(id, entry_id)
    join students s on s.id = done.id
    cross join lateral (
      select count(*) > 0 as is_touched, coalesce(bool_or(h.changes @> '[{"field": "ssn"}]'), false) as is_ssn_touched
      from history h
      where h.student_id = s.id and h.subject_type = 'student' and h.id > done.entry_id and h.change_id <> ${changeId}
    ) own
    left join replaced_ssns former on former.change_id = ${changeId} and former.student_id = s.id
    where ${scope.within(context, 's.school_id')}`.execute(context.db)
  return new Map(rows.map((row) => [row.id, { ...row, standing: row.standing.map(Number) }]))
}

/**
 * Says which students can be taken back to what they were: what nobody has touched since. `leaving` are the
 * student-periods that go with the same undo: a student whom the act made goes when no other one stands.
 */
export const judgeStudents = async (
  context: Context,
  changeId: number,
  done: readonly Done[],
  leaving: ReadonlySet<number>,
): Promise<Verdicts> => {
  if (done.length === 0) return { reverted: [], left: [] }
  const rows = await readRows(context, changeId, done)
  return judgeAll(rows, done, (row, one) => {
    if (one.how === 'removed') return whyNotBack(row)
    if (row.deleted_at !== null) return leftBecause.gone
    return one.how === 'created' ? whyNotAway(row, leaving) : whyNotFormer(row, one)
  })
}

const whyNotBack = (row: Row): string | null => {
  if (row.deleted_at === null || row.is_touched) return leftBecause.touched
  return row.is_replaced ? 'Another student has this student ID or SSN now.' : null
}

const whyNotAway = (row: Row, leaving: ReadonlySet<number>): string | null => {
  if (row.is_touched) return leftBecause.touched
  if (row.standing.some((id) => !leaving.has(id))) return 'The student stays in a policy year.'
  return row.has_papers ? 'There are notes or documents of the student.' : null
}

const whyNotFormer = (row: Row, { changes }: Done): string | null => {
  const plain = changes.filter(({ field }) => field !== 'ssn')
  if (plain.some(({ field }) => !isPlain(field))) return leftBecause.unknown
  if (!isAsLeft(row, plain)) return leftBecause.touched
  const ssn = changes.find(({ field }) => field === 'ssn')
  if (!ssn) return null
  if (row.is_ssn_touched) return leftBecause.touched
  if (ssn.before !== null && !row.has_former_ssn) return 'The former SSN is no longer kept.'
  return row.is_former_ssn_taken ? 'Another student has the former SSN now.' : null
}

/** Takes back what was judged so; `undoId` is the act that does it. */
export const revertStudents = async (
  context: Context,
  { changeId, undoId }: { changeId: number; undoId: number },
  reverted: readonly Reverted[],
): Promise<void> => {
  const changed = reverted.filter(({ how }) => how === 'changed')
  await writeAlike(
    context,
    'students',
    typeOf,
    changed.map(({ id, changes }) => ({
      id,
      set: Object.fromEntries(
        changes.filter(({ field }) => isPlain(field)).map(({ field, before }) => [field, before]),
      ),
    })),
  )
  const withSsn = changed.filter(({ changes }) => changes.some(({ field }) => field === 'ssn'))
  await restoreSsns(
    context,
    { changeId, undoId },
    withSsn.map(({ id }) => id),
  )
  await setRemoved(context, reverted, 'created')
  await setRemoved(context, reverted, 'removed')
}

/** How many rows one statement writes: what progress is told by. */
const batchSize = 5000

/** Whom the act made goes, whom it removed comes back. */
const setRemoved = async (
  context: Context,
  reverted: readonly Reverted[],
  how: 'created' | 'removed',
): Promise<void> => {
  const ids = reverted.filter((one) => one.how === how).map(({ id }) => id)
  const now = context.clock.now().toISOString()
  for (const batch of batches(ids, batchSize)) {
    await sql`
      update students s
      set deleted_at = ${how === 'created' ? now : null}::timestamptz, version = s.version + 1, updated_at = ${now}
      where s.id = any(${batch}::bigint[]) and ${scope.within(context, 's.school_id')}`.execute(context.db)
    context.progress?.add(batch.length)
  }
}
