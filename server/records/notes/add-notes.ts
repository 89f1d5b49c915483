import { sql } from 'kysely'
import { sharedNoteLimit, type NotesToAdd } from '#contract/records/notes/shapes.ts'
import type { BulkResult } from '#contract/records/student-periods/bulk-shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import {
  assertExpected,
  listNamedRows,
  sampleSize,
  type NamedRow,
} from '#server/records/student-periods/index.ts'
import { cleaned, noteEntry } from './commands.ts'

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
  const notes = await writeNotes(context, subjects, body)
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
const writeNotes = async (context: Context, subjects: readonly Subject[], body: string): Promise<Note[]> => {
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
