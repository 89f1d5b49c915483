import { sql } from 'kysely'
import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import { texts } from '#contract/platform/problem.ts'
import type { BulkResult } from '#contract/platform/record/bulk.ts'
import { richTextLimit } from '#contract/platform/rich-text.ts'
import { sharedNoteLimit, type NotesToAdd } from '#contract/records/notes/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { assertNotErased } from '#server/platform/db/record-locks.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { cleanText } from '#server/platform/lib/cleaning.ts'
import { problem } from '#server/platform/problem.ts'
import {
  assertExpected,
  listNamedRows,
  sampleSize,
  type NamedRow,
} from '#server/records/student-periods/index.ts'
import { selectStudent } from '#server/records/students/index.ts'
import { presentNote } from './present.ts'
import { lockNote, type NoteRow } from './queries.ts'
import { noteEntry, writeNotes, type Fields, type Place } from './record.ts'
import { mayChange } from './rules.ts'

const record = async (context: Context, note: Place, kind: HistoryKind, changes: readonly FieldChange[]) =>
  recordHistory(context, { kind, undoable: true, schoolId: note.school_id }, [noteEntry(note, kind, changes)])

/**
 * Cleans a note’s text. Mentions are allowed only for its own student; a note for several students can’t have
 * any.
 * @throws Problem 422 if nothing remains or it’s too complex
 */
const cleaned = async (
  body: string,
  { student, most = richTextLimit }: { readonly student?: number; readonly most?: number } = {},
): Promise<string> => {
  const text = await cleanText('body', body, { student })
  if (text === null) throw problem.invalid({ body: texts.required })
  if (text.length > most) throw problem.invalid({ body: tooLong(most) })
  return text
}

/** A note is read as it’s saved, where `<` takes 4 characters and `&` takes 5. */
const tooLong = (most: number): string =>
  `This note is too long to save. Use at most ${most.toLocaleString('en-US')} characters. Each < and & counts as 4 or 5.`

interface NewNote {
  readonly student_id: number
  readonly student_period_id?: number | null | undefined
  readonly body: string
}

/** Adds a note. Returns its ID. @throws Problem 422 on unknown or foreign records, or an empty text */
export const createNote = async (context: Context, asked: NewNote): Promise<number> => {
  const student = await selectStudent(context, asked.student_id)
  await assertNotErased(context, student.id)
  const periodId = asked.student_period_id ?? null
  if (periodId !== null) await assertOwnPeriod(context, student.id, periodId)
  const body = await cleaned(asked.body, { student: student.id })
  const at = context.clock.now().toISOString()
  const place = { school_id: student.school_id, student_id: student.id, student_period_id: periodId }
  const { id } = await context.db
    .insertInto('student_notes')
    .values({ ...place, body, author_id: context.caller.id, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(context, { id, ...place }, 'note_added', fieldChanges({}, { body }))
  return id
}

/** Checks that the policy year is the student’s. @throws Problem 422 on `student_period_id` */
export const assertOwnPeriod = async (context: Context, studentId: number, id: number): Promise<void> => {
  const found = await scope
    .studentPeriods(context)
    .select('student_periods.id')
    .where('student_periods.id', '=', id)
    .where('student_periods.student_id', '=', studentId)
    .executeTakeFirst()
  if (!found) throw problem.selected('student_period_id')
}

/** Returns a note for a change by its author. @throws Problem 404, 403, 409 with the current note */
const open = async (context: Context, id: number, version?: number): Promise<NoteRow> => {
  const note = await lockNote(context, id)
  if (!mayChange(context.caller, note))
    throw problem.forbidden('Only the author or a Shipmate Admin can change this note.')
  return assertFresh(note, version)
}

const assertFresh = (note: NoteRow, version: number | undefined): NoteRow => {
  if (version !== undefined && version !== note.version) throw problem.stale(presentNote(note))
  return note
}

const write = async (context: Context, note: NoteRow, fields: Fields): Promise<void> => {
  const changes = fieldChanges({ ...note }, fields)
  if (changes.length === 0) return
  await writeNotes(context, [note.id], fields)
  await record(context, note, 'note_changed', changes)
}

/** Replaces the text of the caller’s own note. @throws Problem 403, 404, 409, 422 */
export const replaceBody = async (
  context: Context,
  id: number,
  { body, version }: { body: string; version?: number | undefined },
): Promise<void> => {
  const note = await open(context, id, version)
  await write(context, note, { body: await cleaned(body, { student: note.student_id }) })
}

/** Pins or unpins any note. @throws Problem 404, 409 */
export const pinNote = async (
  context: Context,
  id: number,
  { pinned, version }: { pinned: boolean; version?: number | undefined },
): Promise<void> => write(context, assertFresh(await lockNote(context, id), version), { pinned })

/** Removes the caller’s own note; it stays in the database for undo. @throws Problem 403, 404 */
export const removeNote = async (context: Context, id: number): Promise<void> => {
  const note = await open(context, id)
  await writeNotes(context, [id], { deleted_at: context.clock.now().toISOString() })
  await record(context, note, 'note_removed', [{ field: 'body', before: note.body, after: null }])
}

/** The student of a note and the policy year; no year if two years of the student were selected. */
interface Subject extends NamedRow {
  readonly student_period_id: number | null
}

const subjectsOf = (rows: readonly NamedRow[]): Subject[] =>
  [...Map.groupBy(rows, ({ student_id }) => student_id).values()].flatMap(([row, ...others]) =>
    row ? [{ ...row, student_period_id: others.length === 0 ? row.id : null }] : [],
  )

/** Adds the same note to every student of a selection. @throws Problem 404, 409, 422 */
export const addNotes = async (context: Context, call: NotesToAdd): Promise<BulkResult> => {
  const body = await cleaned(call.body, { most: sharedNoteLimit })
  const rows = await listNamedRows(context, call)
  const subjects = subjectsOf(rows)
  const result: BulkResult = {
    matched: rows.length,
    changed: subjects.length,
    skipped: [],
    skipped_total: 0,
    moves: [],
  }
  if (call.dry_run === true) return { ...result, sample: sampleOf(subjects, body) }
  assertExpected(call, result)
  await insertNotes(context, subjects, body)
  return result
}

const sampleOf = (subjects: readonly Subject[], body: string): BulkResult['sample'] =>
  subjects
    .slice(0, sampleSize)
    .map(({ id, name, sid }) => ({ id, name, sid, changes: fieldChanges({}, { body }) }))

const insertNotes = async (context: Context, subjects: readonly Subject[], body: string): Promise<void> => {
  const notes = await insertRows(context, subjects, body)
  const changes = fieldChanges({}, { body })
  const schools = new Set(notes.map(({ school_id }) => school_id))
  const [school = null] = schools
  await recordHistory(
    context,
    { kind: 'note_added', cause: 'bulk', undoable: true, schoolId: schools.size === 1 ? school : null },
    notes.map((note) => noteEntry(note, 'note_added', changes)),
  )
}

interface Note {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id: number | null
}

/** Saves the notes. Students, years and schools come from rows that the caller’s scope has found. */
const insertRows = async (context: Context, subjects: readonly Subject[], body: string): Promise<Note[]> => {
  const at = context.clock.now().toISOString()
  const { rows } = await sql<Note>`
    insert into student_notes (school_id, student_id, student_period_id, body, author_id, created_at, updated_at)
    select subject.*, ${body}, ${context.caller.id}::bigint, ${at}::timestamptz, ${at}::timestamptz
    from unnest(
      ${subjects.map(({ school_id }) => school_id)}::bigint[],
      ${subjects.map(({ student_id }) => student_id)}::bigint[],
      ${subjects.map(({ student_period_id }) => student_period_id)}::bigint[]
    ) as subject
    returning id, school_id, student_id, student_period_id`.execute(context.db)
  context.progress?.add(rows.length)
  return rows
}
