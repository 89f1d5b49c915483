import { sql } from 'kysely'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'

const selectNotes = (context: ScopeContext) =>
  scope
    .studentNotes(context)
    .leftJoin('users', 'users.id', 'student_notes.author_id')
    .select([
      'student_notes.id',
      'student_notes.school_id',
      'student_notes.student_id',
      'student_notes.student_period_id',
      'student_notes.body',
      'student_notes.pinned',
      'student_notes.author_id',
      'student_notes.version',
      'student_notes.created_at',
      'student_notes.updated_at',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('author_name'),
    ])
export type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['executeTakeFirstOrThrow']>>

interface NotesRequest {
  readonly student_id: number
  readonly student_period_id?: number | undefined
  readonly page: number
  readonly per_page: number
}

/** Returns a page of a student’s notes: pinned first, then newest first. */
export const listNotes = (context: ScopeContext, ask: NotesRequest): Promise<NoteRow[]> =>
  selectNotes(context)
    .where((row) => row.and(subjectOf(ask)))
    .orderBy('student_notes.pinned', 'desc')
    .orderBy('student_notes.created_at', 'desc')
    .orderBy('student_notes.id', 'desc')
    .limit(ask.per_page)
    .offset((ask.page - 1) * ask.per_page)
    .execute()

/** Counts the notes of a student or of one of their policy years. */
export const countNotes = async (context: ScopeContext, ask: NotesRequest): Promise<number> => {
  const { total } = await scope
    .studentNotes(context)
    .select(sql<number>`count(*)::int`.as('total'))
    .where((row) => row.and(subjectOf(ask)))
    .executeTakeFirstOrThrow()
  return total
}

const subjectOf = ({ student_id, student_period_id }: NotesRequest) => ({
  'student_notes.student_id': student_id,
  ...(student_period_id === undefined ? {} : { 'student_notes.student_period_id': student_period_id }),
})

/** Returns a note. @throws Problem 404 when unknown, foreign or removed */
export const getNote = async (context: ScopeContext, id: number): Promise<NoteRow> => {
  const row = await selectNotes(context).where('student_notes.id', '=', id).executeTakeFirst()
  if (!row) throw problem.notFound()
  return row
}

/** Returns a note and locks its row until the end of the transaction. @throws Problem 404 */
export const lockNote = async (context: ScopeContext, id: number): Promise<NoteRow> => {
  const locked = await scope
    .studentNotes(context)
    .select('student_notes.id')
    .where('student_notes.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw problem.notFound()
  return getNote(context, id)
}
