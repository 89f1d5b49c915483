import { sql } from 'kysely'
import type { HistoryKind, Undone } from '#contract/history/shapes.ts'
import type { Context } from '../context.ts'
import { judgeStudentPeriods, revertStudentPeriods } from '../student-periods/index.ts'
import { judgeStudents, lockStudents, revertStudents } from '../students/index.ts'
import { listActEntries } from './queries.ts'
import { beginAct, recordHistory, type Entry } from './record.ts'
import type { Done, Left, Reverted } from './reverting.ts'
import { takeBackOthers } from './take-back.ts'
import type { ActEntry, LeftAlone } from './taking-back.ts'
import { claimUndo, getUndoable, type UndoableAct } from './undoable.ts'

type Subject = 'student' | 'student_period'

const howOf = (kind: string): Done['how'] => {
  if (kind.endsWith('_created')) return 'created'
  return kind.endsWith('_removed') ? 'removed' : 'changed'
}

const doneOf = (entries: readonly ActEntry[], subject: Subject): Done[] =>
  entries
    .filter(({ subject_type }) => subject_type === subject)
    .map(({ id, subject_id, kind, changes }) => ({
      entry_id: id,
      id: subject_id,
      how: howOf(kind),
      changes,
    }))

interface Judged {
  readonly students: readonly Reverted[]
  readonly studentPeriods: readonly Reverted[]
  readonly left: readonly LeftAlone[]
}

/** Locks what the act did and says, record by record, what goes back and what stays. */
const judge = async (context: Context, act: UndoableAct, entries: readonly ActEntry[]): Promise<Judged> => {
  const ofStudents = doneOf(entries, 'student')
  await lockStudents(context, ofStudents)
  const removed = ofStudents.filter(({ how }) => how === 'removed')
  const back = await judgeStudents(context, act.id, removed, new Set())
  const returning = new Set(back.reverted.map(({ id }) => id))
  const periods = await judgeStudentPeriods(context, act.id, doneOf(entries, 'student_period'), returning)
  const leaving = new Set(periods.reverted.filter(({ how }) => how === 'created').map(({ id }) => id))
  const others = ofStudents.filter(({ how }) => how !== 'removed')
  const students = await judgeStudents(context, act.id, others, leaving)
  return {
    students: [...back.reverted, ...students.reverted],
    studentPeriods: periods.reverted,
    left: [
      ...periods.left.map((one) => leftRecord('student_period', one)),
      ...dependentsLeft(entries, periods.reverted),
      ...unnamed([...back.left, ...students.left], periods.left),
    ],
  }
}

const leftRecord = (subject_type: Subject, { id, name, reason }: Left): LeftAlone => ({
  id,
  subject_type,
  name,
  reason,
})

/** Dependents are replaced whole and not brought back: whose stay is said, unless they go with their record. */
const dependentsLeft = (entries: readonly ActEntry[], reverted: readonly Reverted[]): LeftAlone[] => {
  const changed = new Set(
    entries
      .filter(({ subject_type }) => subject_type === 'dependent')
      .map((entry) => entry.student_period_id),
  )
  return reverted
    .filter(({ id, how }) => how === 'changed' && changed.has(id))
    .map(({ id, name }) => ({
      id,
      subject_type: 'student_period',
      name,
      reason: 'The dependents stay as they are.',
    }))
}

/** Students who stay, but for those who are named already because their student-period stays. */
const unnamed = (students: readonly Left[], periods: readonly Left[]): LeftAlone[] => {
  const named = new Set(periods.map(({ student_id }) => student_id))
  return students
    .filter(({ student_id }) => student_id === null || !named.has(student_id))
    .map((one) => leftRecord('student', one))
}

const kindsOf = {
  student: { created: 'student_removed', changed: 'change_undone', removed: 'student_created' },
  student_period: {
    created: 'student_period_removed',
    changed: 'change_undone',
    removed: 'student_period_created',
  },
} as const satisfies Record<Subject, Record<Done['how'], HistoryKind>>

const entryOf = (type: Subject, one: Reverted): Entry => ({
  kind: kindsOf[type][one.how],
  subject: { type, id: one.id },
  school_id: one.school_id,
  student_id: one.student_id,
  student_period_id: type === 'student_period' ? one.id : null,
  changes: one.changes.map(({ field, before, after }) => ({ field, before: after, after: before })),
})

/** At most so many records are named that stay as they are. */
const leftLimit = 1000

/**
 * Takes an act back, in one transaction: students and student-periods return to what they were wherever nobody has
 * touched them since, those that it made go, those that it removed come back. Sends no mail, and may restore any status.
 */
export const undoChange = async (context: Context, id: number): Promise<Undone> => {
  const act = await getUndoable(context, id)
  await claimUndo(context, id)
  // a roster's undo may take longer than a request's statements are given
  await sql`set local statement_timeout = 0`.execute(context.db)
  const entries = await listActEntries(context, id)
  const { students, studentPeriods, left: leftOfPeople } = await judge(context, act, entries)
  const others = await takeBackOthers(context, id, entries)
  const left = [...leftOfPeople, ...others.left]
  const kind = {
    kind: 'change_undone',
    cause: 'undo',
    schoolId: act.school_id,
    undoes: act.id,
    undoable: students.length + studentPeriods.length + others.entries.length > 0,
  } as const
  context.progress?.expect(2 * (students.length + studentPeriods.length) + others.entries.length)
  const undoId = await beginAct(context, kind)
  await revertStudents(context, { changeId: id, undoId }, students)
  await revertStudentPeriods(context, studentPeriods)
  await recordHistory(context, kind, [
    ...studentPeriods.map((one) => entryOf('student_period', one)),
    ...students.map((one) => entryOf('student', one)),
    ...others.entries,
  ])
  const known = new Set(studentPeriods.map(({ student_id }) => student_id))
  const alone = students.filter((one) => !known.has(one.student_id))
  return {
    reverted: studentPeriods.length + alone.length + others.entries.length,
    left: left.slice(0, leftLimit),
    left_total: left.length,
  }
}
