import { sql } from 'kysely'
import type { StudentHit } from '#contract/students/shapes.ts'
import type { Context } from '../context.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import { likeText, searchConditions, searchWords } from '../lib/table.ts'
import { currentPeriodId } from '../periods/index.ts'
import { problem } from '../problem.ts'

/** A student's row, but for the SSN's cipher, which leaves the database only to be revealed. */
const columns = [
  'students.id',
  'students.school_id',
  'students.version',
  'students.first_name',
  'students.last_name',
  'students.middle_initial',
  'students.dob',
  'students.ssn_last_four',
  'students.gender',
  'students.sid',
  'students.uid',
  'students.address_1',
  'students.address_2',
  'students.city',
  'students.state',
  'students.country',
  'students.zip',
  'students.phone',
  'students.personal_email',
  'students.university_email',
  'students.prior_last_name',
  'students.npi_number',
  'students.include_dependents',
] as const

const selectStudents = (context: ScopeContext) => scope.students(context).select(columns)
export type StudentRow = Awaited<ReturnType<ReturnType<typeof selectStudents>['executeTakeFirstOrThrow']>>

/** @throws Problem 404 when unknown or foreign */
export const getStudent = async (context: ScopeContext, id: number): Promise<StudentRow> => {
  const row = await selectStudents(context).where('students.id', '=', id).executeTakeFirst()
  if (!row) throw problem.notFound()
  return row
}

/** The student that a body or query names. @throws Problem 422 on that key when unknown or foreign */
export const selectStudent = async (
  context: ScopeContext,
  id: number,
  field = 'student_id',
): Promise<StudentRow> => {
  const row = await selectStudents(context).where('students.id', '=', id).executeTakeFirst()
  if (!row) throw problem.selected(field)
  return row
}

/** The student with this number at a school, or undefined; held fast, so that no undo removes them meanwhile. */
export const findStudentBySid = (context: ScopeContext, schoolId: number, sid: string) =>
  selectStudents(context)
    .where('students.school_id', '=', schoolId)
    .where('students.sid', '=', sid)
    .forKeyShare()
    .executeTakeFirst()

const hitLimit = 20

/**
 * Students by name, student ID, login or email: first those whose words begin with what was typed, then,
 * while there is room, those that are spelled alike.
 */
export const searchStudents = async (
  context: Context,
  ask: { q: string; school_id?: number | undefined },
): Promise<StudentHit[]> => {
  const words = searchWords(ask.q)
  if (words.length === 0) return []
  const exact = await findHits(context, ask, sql.join(matching(words), sql` and `), [])
  const isTheOne = exact.some(({ sid }) => sid.toLowerCase() === ask.q.trim().toLowerCase())
  if (isTheOne || exact.length >= hitLimit) return exact
  if (exact.length === 0) return findLoosely(context, ask, words)
  const alike = sql<boolean>`shipmate_fold(${ask.q}) <% s.search_text`
  const seen = exact.map(({ id }) => id)
  return [...exact, ...(await findHits(context, ask, alike, seen))].slice(0, hitLimit)
}

const matching = (words: readonly string[]) =>
  searchConditions(
    words,
    sql`s.search_text`,
    sql`coalesce(s.university_email, '') || ' ' || coalesce(s.personal_email, '')`,
  )

/** Shorter words are like too much. */
const fewestLetters = 4

/** Any word is spelled alike: of several, one may be beyond recognition. */
const alikeTo = (words: readonly string[]) => {
  const telling = words.filter((word) => word.length >= fewestLetters)
  const some = telling.length > 0 ? telling : words
  return some.map((word) => sql<boolean>`shipmate_fold(${word}) <% s.search_text`)
}

/**
 * What is less alike, where nothing is spelled so: one wrong vowel in 'Abernethy' leaves 0.54, and the 0.6 that the
 * database comes with takes that for another name. Over all students that would cost several times as much.
 */
const findLoosely = (
  context: Context,
  ask: { q: string; school_id?: number | undefined },
  words: readonly string[],
): Promise<StudentHit[]> =>
  context.db.transaction().execute(async (db) => {
    await sql`set local pg_trgm.word_similarity_threshold = 0.5`.execute(db)
    const alike = sql.join(alikeTo(words), sql` or `)
    return findHits({ ...context, db }, ask, sql`(${alike})`, [])
  })

/** How alike all words are together. */
const likeness = (q: string) =>
  sql.join(
    searchWords(q).map((word) => sql<number>`word_similarity(shipmate_fold(${word}), s.search_text)`),
    sql` + `,
  )

/** What was typed as whole words: 'Kim' stands before 'Kimberly'. */
const wholeWords = (q: string): string => `% ${likeText(q.trim())} %`

const findHits = async (
  context: Context,
  { q, school_id }: { q: string; school_id?: number | undefined },
  condition: ReturnType<typeof sql>,
  exceptIds: readonly number[],
): Promise<StudentHit[]> => {
  const { rows } = await sql<StudentHit>`
    select hit.id, hit.school_id, schools.name as school_name, hit.first_name, hit.last_name, hit.prior_last_name,
      hit.sid, hit.university_email, ${currentPeriodId(context.clock, sql`hit.school_id`)} as latest_period_id
    from (
      select s.* from students s
      where s.deleted_at is null and ${scope.within(context, 's.school_id')}
        and ${school_id === undefined ? sql`true` : sql`s.school_id = ${school_id}`}
        and s.id <> all(${[...exceptIds]}::bigint[]) and ${condition}
      order by
        s.sid = ${q} desc,
        s.search_text like shipmate_fold(${wholeWords(q)}) desc,
        ${likeness(q)} desc,
        s.sort_name, s.id
      limit ${hitLimit}
    ) hit join schools on schools.id = hit.school_id`.execute(context.db)
  return rows
}
