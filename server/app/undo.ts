import { sql } from 'kysely'
import type { HistoryKind, SubjectType, Undone } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { findKeptRecords, suggest, undoDecisions } from '#server/review/decisions/index.ts'
import { undoDocuments } from '#server/records/documents/index.ts'
import { cancelEmailsOf } from '#server/review/emails/index.ts'
import { undoTemplates } from '#server/mail/email-templates/index.ts'
import { undoCompanies } from '#server/records/insurance-companies/index.ts'
import { undoNotes } from '#server/records/notes/index.ts'
import { undoPeriods, undoPublications } from '#server/setup/periods/index.ts'
import { undoSchools } from '#server/setup/schools/index.ts'
import {
  planStudentPeriodUndo,
  saveReverted,
  withDependents,
  type RevertibleStudentPeriod,
} from '#server/records/student-periods/index.ts'
import { erasedText, lockRecords, recordErased } from '#server/platform/db/record-locks.ts'
import {
  planStudentUndo,
  reasonToKeepMerge,
  recordsOfMerge,
  revertStudents,
  undoMerge,
} from '#server/records/students/index.ts'
import { undoAccepted, waitingForms } from '#server/review/verifications/index.ts'
import { isMatch, recordChanged, undoMatches } from '#server/review/form-submissions/index.ts'
import { problem } from '#server/platform/problem.ts'
import { undoOptions } from '#server/records/options/index.ts'
import { undoPages, undoSetup } from '#server/setup/website/index.ts'
import { erasedName } from '#server/platform/history/index.ts'
import { listChangeEntries } from '#server/platform/history/queries.ts'
import { startChange, recordHistory, type Entry } from '#server/platform/history/record.ts'
import {
  skipReasons,
  type RecordChange,
  type RevertibleRecord,
  type SkippedChange,
} from '#server/platform/history/plan-undo.ts'
import type {
  ChangeEntry,
  SkippedRecord,
  UndoHandler,
  UndoResult,
} from '#server/platform/history/undo-handler.ts'
import { claimUndo, getUndoable, type UndoableChange } from '#server/platform/history/undoable.ts'

type Subject = 'student' | 'student_period'

const changeKindOf = (kind: string): RecordChange['how'] => {
  if (kind.endsWith('_created')) return 'created'
  return kind.endsWith('_removed') ? 'removed' : 'changed'
}

const recordChangesOf = (entries: readonly ChangeEntry[], subject: Subject): RecordChange[] =>
  entries
    .filter(({ subject_type }) => subject_type === subject)
    .map(({ id, subject_id, kind, changes }) => ({
      entry_id: id,
      id: subject_id,
      how: changeKindOf(kind),
      changes,
    }))

interface Evaluation {
  readonly students: readonly RevertibleRecord[]
  readonly studentPeriods: readonly RevertibleRecord<RevertibleStudentPeriod>[]
  readonly left: readonly SkippedRecord[]
}

const idsOf = (some: readonly { readonly id: number }[]): number[] => some.map(({ id }) => id)

/** Returns the erased students among the records of a change. They stay as they are. */
const erasedAmong = (entries: readonly (ChangeEntry & { readonly is_erased: boolean })[]): SkippedRecord[] =>
  entries
    .filter(({ is_erased, subject_type: of }) => is_erased && of === 'student_period')
    .map(({ subject_id: id }) =>
      skippedRecord('student_period', { id, name: erasedName, reason: erasedText }),
    )

/** Locks the records of the change and decides for each whether it’s reverted or skipped. */
const evaluate = async (
  context: Context,
  act: UndoableChange,
  entries: readonly ChangeEntry[],
): Promise<Evaluation> => {
  const ofStudents = recordChangesOf(entries, 'student')
  const ofPeriods = withDependents(recordChangesOf(entries, 'student_period'), entries)
  // before they’re checked, so that concurrent changes are seen
  const merged = await recordsOfMerge(context, act.id, entries)
  await lockRecords(context, [...idsOf(ofPeriods), ...merged.studentPeriods], {
    students: [...idsOf(ofStudents), ...merged.students],
    purpose: 'remove',
  })
  const removed = ofStudents.filter(({ how }) => how === 'removed')
  const back = await planStudentUndo(context, act.id, removed, new Set())
  const periods = await planStudentPeriodUndo(context, act.id, ofPeriods, new Set(idsOf(back.reverted)))
  // after the records are locked, as decisions lock
  const kept = await findKeptRecords(context, act.id, entries)
  const reverted = periods.reverted.filter(({ id }) => !kept.has(id))
  const leaving = new Set(reverted.filter(({ how }) => how === 'created').map(({ id }) => id))
  const others = ofStudents.filter(({ how }) => how !== 'removed')
  const students = await planStudentUndo(context, act.id, others, leaving)
  return {
    students: [...back.reverted, ...students.reverted],
    studentPeriods: reverted,
    left: [
      ...periods.left.map((one) => skippedRecord('student_period', one)),
      ...periods.reverted
        .filter(({ id }) => kept.has(id))
        .map((one) => skippedRecord('student_period', { ...one, reason: skipReasons.decided })),
      ...unnamed([...back.left, ...students.left], periods.left),
    ],
  }
}

const skippedRecord = (
  subject_type: Subject,
  { id, name, reason }: Pick<SkippedChange, 'id' | 'name' | 'reason'>,
): SkippedRecord => ({
  id,
  subject_type,
  name,
  reason,
})

/** Returns skipped students, except those already named with their student-period. */
const unnamed = (students: readonly SkippedChange[], periods: readonly SkippedChange[]): SkippedRecord[] => {
  const named = new Set(periods.map(({ student_id }) => student_id))
  return students
    .filter(({ student_id }) => student_id === null || !named.has(student_id))
    .map((one) => skippedRecord('student', one))
}

/** Only dependents of a record may have changed. */
const isRecorded = ({ how, changes }: RecordChange): boolean => how !== 'changed' || changes.length > 0

const kindsOf = {
  student: { created: 'student_removed', changed: 'change_undone', removed: 'student_created' },
  student_period: {
    created: 'student_period_removed',
    changed: 'change_undone',
    removed: 'student_period_created',
  },
} as const satisfies Record<Subject, Record<RecordChange['how'], HistoryKind>>

const entryOf = (type: Subject, one: RevertibleRecord): Entry => ({
  kind: kindsOf[type][one.how],
  subject: { type, id: one.id },
  school_id: one.school_id,
  student_id: one.student_id,
  student_period_id: type === 'student_period' ? one.id : null,
  changes: one.changes.map(({ field, before, after }) => ({ field, before: after, after: before })),
})

/** The modules with their own undo handler. */
const handlers: readonly UndoHandler[] = [
  undoNotes,
  undoDocuments,
  undoSchools,
  undoCompanies,
  undoTemplates,
  undoOptions,
  undoPages,
  undoSetup,
  undoPeriods,
  undoPublications,
  undoDecisions,
  undoAccepted,
  undoMatches,
]

/** Undoes a change in records other than students and student-periods. */
const undoOtherRecords = async (
  context: Context,
  changeId: number,
  entries: readonly ChangeEntry[],
): Promise<UndoResult> => {
  const results: UndoResult[] = []
  for (const undo of handlers) results.push(await undo(context, changeId, entries))
  return { entries: results.flatMap((one) => one.entries), left: results.flatMap((one) => one.left) }
}

/** Removes the entries of decided forms whose student-period stays as it is: they stay with it. Of a match nothing stays. */
const withoutKept = (
  entries: readonly ChangeEntry[],
  left: readonly SkippedRecord[],
): readonly ChangeEntry[] => {
  if (isMatch(entries)) return entries
  const kept = new Set(left.filter(({ subject_type: of }) => of === 'student_period').map(({ id }) => id))
  return entries.filter(
    ({ subject_type: of, student_period_id: id }) => of !== 'form_submission' || id === null || !kept.has(id),
  )
}

/** Returns the student-periods of entries about one record type. */
const recordsOf = (entries: readonly Entry[], type: SubjectType): number[] =>
  entries.flatMap(({ subject, student_period_id: id }) => (subject.type === type ? (id ?? []) : []))

const formsOf = (entries: readonly Entry[]): number[] =>
  entries.flatMap(({ subject }) => (subject.type === 'form_submission' ? [subject.id] : []))

/** The most skipped records in the response. */
const skippedLimit = 1000

const isMerge = (entries: readonly ChangeEntry[]): boolean =>
  entries.some(({ subject_type: type }) => type === 'student_merge')

const nothingUndone = (left: readonly SkippedRecord[]): Undone => ({
  reverted: 0,
  left: left.slice(0, skippedLimit),
  left_total: left.length,
  emails_canceled: 0,
  emails_sent: 0,
})

/** @throws Problem 409 if a form would stay matched while only a part of its match is undone */
const assertMatchIsFree = (people: readonly SkippedRecord[], others: readonly SkippedRecord[]): void => {
  const reason = others[0]?.reason ?? (people.length > 0 ? recordChanged : undefined)
  if (reason !== undefined) throw problem.stale(null, reason)
}

/** Counts what was reverted: a student with their records once, and checks with their record. */
const countReverted = (
  students: readonly RevertibleRecord[],
  studentPeriods: readonly RevertibleRecord[],
  others: readonly Entry[],
): number => {
  const known = new Set(studentPeriods.map(({ student_id }) => student_id))
  const records = new Set(idsOf(studentPeriods))
  const alone = students.filter((one) => !known.has(one.student_id))
  const counted = others.filter(
    ({ subject: { type }, student_period_id: of }) =>
      type !== 'eligibility_report' || of == null || !records.has(of),
  )
  return studentPeriods.length + alone.length + counted.length
}

/**
 * Undoes a change in one transaction: reverts students and student-periods that haven’t changed again, removes
 * those it created and restores those it removed. Cancels its queued emails, and can restore any status.
 */
export const undoChange = async (context: Context, id: number): Promise<Undone> => {
  const act = await getUndoable(context, id)
  await claimUndo(context, id)
  // the undo of a roster can take longer than a request's statement timeout
  await sql`set local statement_timeout = 0`.execute(context.db)
  const all = await listChangeEntries(context, id)
  const entries = all.filter(({ is_erased }) => !is_erased)
  if (entries.length === 0 && all.length > 0) throw recordErased()
  const { students, studentPeriods, left: leftOfPeople } = await evaluate(context, act, entries)
  const stuck = await reasonToKeepMerge(context, id, entries)
  if (stuck) return nothingUndone([skippedRecord('student', stuck)])
  const others = await undoOtherRecords(context, id, withoutKept(entries, leftOfPeople))
  const leaving = [...leftOfPeople, ...others.left, ...erasedAmong(all)]
  if (isMatch(entries)) assertMatchIsFree(leftOfPeople, others.left)
  const many = students.length + studentPeriods.length + others.entries.length
  // it can be undone later, when what came after it is undone
  if (many === 0 && leaving.length > 0 && !isMerge(entries)) return nothingUndone(leaving)
  const kind = {
    kind: 'change_undone',
    cause: 'undo',
    schoolId: act.school_id,
    undoes: act.id,
    // a form that is no one’s again is matched again by staff
    undoable: many > 0 && !isMatch(entries),
  } as const
  context.progress?.expect(2 * (students.length + studentPeriods.length) + others.entries.length)
  const undoId = await startChange(context, kind)
  await revertStudents(context, { changeId: id, undoId }, students)
  const dependents = await saveReverted(context, studentPeriods)
  // after the kept student has their former student ID again
  const merges = await undoMerge(context, id, entries)
  // the statuses are those of before the decisions now
  await suggest(context, [
    ...formsOf(others.entries),
    ...(await waitingForms(context, recordsOf(others.entries, 'eligibility_report'))),
  ])
  await recordHistory(context, kind, [
    ...studentPeriods.filter(isRecorded).map((one) => entryOf('student_period', one)),
    ...dependents,
    ...students.map((one) => entryOf('student', one)),
    ...others.entries,
    ...merges.entries,
  ])
  // a declined appeal changes no record, but has an email
  const written = [...idsOf(studentPeriods), ...recordsOf(others.entries, 'form_submission')]
  const emails = await cancelEmailsOf(context, id, written, kind)
  return {
    ...nothingUndone([...leaving, ...merges.left]),
    reverted: countReverted(students, studentPeriods, others.entries) + merges.entries.length,
    emails_canceled: emails.canceled,
    emails_sent: emails.sent,
  }
}
