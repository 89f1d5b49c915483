import { sql } from 'kysely'
import type { MergedStudent } from '#contract/records/students/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { lockStudentPeriods, lockStudents } from '#server/platform/db/record-locks.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory, startChange, type Entry } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import {
  endStatusSessions,
  moveRows,
  moveStudentPeriods,
  setPeriodsRemoved,
  type MovedRows,
  type Replacements,
} from '../record.ts'
import { listedName } from '#contract/platform/person-name.ts'
import { presentStudent } from '../present.ts'
import { readMergedYears } from '../queries/merges.ts'
import { getStudent, selectStudent, type StudentRow } from '../queries/single.ts'
import { lostWith } from '../rules/lost-lines.ts'
import { openSsn } from './reveal-ssn.ts'
import { updateStudent } from './update-student.ts'

/**
 * Merges another student of the school into one: the chosen fields, policy years, notes, documents, forms, emails and checks.
 * In a policy year with both, one record stays, and what belonged to the other moves to it. The history of both is shown from
 * then on. Undo takes all of it back.
 * @throws Problem 404; 409 stale, or busy while the other insurance is being checked; 422 on `other_id`, or on
 * `other_period_ids` if coverage or an open form of a record that goes would be lost
 */
export const mergeStudents = async (context: Context, keptId: number, ask: MergedStudent): Promise<void> => {
  const { kept, other } = await openBoth(context, keptId, ask)
  const values = await valuesFrom(context, other, ask.fields)
  const replacements = await planYears(context, { kept, other }, ask.other_period_ids)
  const act = { kind: 'students_merged', undoable: true, schoolId: kept.school_id } as const
  const changeId = await startChange(context, act)
  const between = { from: other.id, to: kept.id }
  await setPeriodsRemoved(context, [...replacements.removed.keys()], true)
  const moved: MovedRows = {
    rows: await moveRows(context, between, replacements.removed),
    student_periods: await moveStudentPeriods(context, replacements.moving, between),
    removed: [...replacements.removed.keys()],
    students: await removeMerged(context, between),
  }
  const { id } = await context.db
    .insertInto('student_merges')
    .values({
      school_id: kept.school_id,
      change_id: changeId,
      kept_id: kept.id,
      merged_id: other.id,
      moved: JSON.stringify(moved),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await endStatusSessions(context, [kept.id, other.id])
  // the other student’s ID and SSN are free now
  if (ask.fields.length > 0) await updateStudent(context, kept.id, values)
  await recordHistory(context, act, entriesOf(id, { kept, other }, moved))
}

interface Both {
  readonly kept: StudentRow
  readonly other: StudentRow
}

/** Locks both students. */
const openBoth = async (context: Context, keptId: number, ask: MergedStudent): Promise<Both> => {
  if (ask.other_id === keptId) throw problem.invalid({ other_id: 'Choose another student.' })
  await lockStudents(context, [keptId, ask.other_id], 'remove')
  const kept = await getStudent(context, keptId)
  const other = await selectStudent(context, ask.other_id, 'other_id')
  if (kept.school_id !== other.school_id)
    throw problem.invalid({ other_id: 'Choose a student of the same school.' })
  if (kept.version !== ask.version) throw problem.stale(presentStudent(kept))
  if (other.version !== ask.other_version) throw problem.stale(presentStudent(other))
  return { kept, other }
}

/** Returns the chosen values of the other student. The SSN goes from one encryption to the other, shown to no one. */
const valuesFrom = async (context: Context, other: StudentRow, fields: MergedStudent['fields']) => {
  const plain = fields.filter((field) => field !== 'ssn').map((field) => [field, other[field]])
  if (!fields.includes('ssn')) return Object.fromEntries(plain)
  const { ssn_cipher } = await scope
    .students(context)
    .select('students.ssn_cipher')
    .where('students.id', '=', other.id)
    .executeTakeFirstOrThrow()
  return { ...Object.fromEntries(plain), ssn: openSsn(context.services.keys, other.id, ssn_cipher) }
}

interface Years {
  readonly removed: Replacements
  /** The other student’s student-periods that stay. */
  readonly moving: readonly number[]
}

/** Returns which student-periods stay. @throws Problem 409 busy while one of a doubled year is being checked; 422 if something would be lost */
const planYears = async (
  context: Context,
  { kept, other }: Both,
  otherPeriodIds: readonly number[],
): Promise<Years> => {
  await lockStudentPeriods(
    context,
    sql`select sp.id from student_periods sp where sp.student_id in (${kept.id}, ${other.id})
      and ${scope.within(context, 'sp.school_id')}`,
    'remove',
  )
  const rows = await readMergedYears(context, [kept.id, other.id])
  const removed = new Map<number, number>()
  const moving: number[] = []
  for (const [periodId, records] of Map.groupBy(rows, ({ period_id }) => period_id)) {
    const own = records.find(({ student_id }) => student_id === kept.id)
    const theirs = records.find(({ student_id }) => student_id === other.id)
    if (!theirs) continue
    const isTheirs = !own || otherPeriodIds.includes(periodId)
    if (isTheirs) moving.push(theirs.id)
    if (!own) continue
    if (records.some(({ is_checked }) => is_checked))
      throw problem.busy(
        'The other insurance is being checked. Wait until the check is done, and merge again.',
      )
    const [goes, stays] = isTheirs ? [own, theirs] : [theirs, own]
    const lost = lostWith(goes, stays)
    if (lost !== null) throw problem.invalid({ other_period_ids: lost })
    removed.set(goes.id, stays.id)
  }
  return { removed, moving }
}

/** Marks the other student as merged. Those merged into them before are merged into the kept one now. */
const removeMerged = async (
  context: Context,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number[]> => {
  const now = context.clock.now().toISOString()
  const { rows } = await sql<{ id: number }>`
    update students s set merged_into_id = ${to}
    where s.merged_into_id = ${from} and ${scope.within(context, 's.school_id')} returning s.id`.execute(
    context.db,
  )
  await sql`
    update students s set deleted_at = ${now}, merged_into_id = ${to}, version = s.version + 1, updated_at = ${now}
    where s.id = ${from} and ${scope.within(context, 's.school_id')}`.execute(context.db)
  return rows.map(({ id }) => id)
}

/** Returns `Okonjo, Amara (S100)`. */
const shown = (student: StudentRow): string => `${listedName(student)} (${student.sid})`

const entriesOf = (id: number, { kept, other }: Both, moved: MovedRows): Entry[] => {
  const of = {
    subject: { type: 'student_merge', id },
    school_id: kept.school_id,
    student_id: kept.id,
  } as const
  const changes = [{ field: 'merged_student', before: shown(other), after: shown(kept) }]
  return [
    { kind: 'students_merged', ...of, changes },
    ...moved.removed.map((student_period_id) => ({
      kind: 'student_period_removed' as const,
      ...of,
      student_period_id,
      changes: [],
    })),
  ]
}
