import { sql } from 'kysely'
import type { StudentHit } from '#contract/students/shapes.ts'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import { likeText, searchConditions, searchWords } from '../lib/table.ts'
import { currentPeriodId } from '../periods/index.ts'

interface Ask {
  readonly q: string
  readonly school_id?: number | undefined
  readonly current_school_id?: number | undefined
}

const hitLimit = 20

/**
 * Students by name, student ID, login or email: first those whose words begin with what was typed, then,
 * while there is room, those that are spelled alike.
 */
export const searchStudents = async (context: Context, ask: Ask): Promise<StudentHit[]> => {
  const words = searchWords(ask.q)
  if (words.length === 0) return []
  const owners = await findOwners(context, ask, words)
  if (owners.length > 0) return owners
  const exact = await findHits(context, ask, sql.join(matching(words), sql` and `), [])
  const isTheOne = exact.some(({ sid }) => sid.toLowerCase() === ask.q.trim().toLowerCase())
  if (isTheOne || exact.length >= hitLimit) return exact
  if (exact.length === 0) return findLoosely(context, ask, words)
  const alike = sql<boolean>`shipmate_fold(${ask.q}) <% s.search_text`
  const seen = exact.map(({ id }) => id)
  return [...exact, ...(await findHits(context, ask, alike, seen))].slice(0, hitLimit)
}

/** Whose email address is exactly what was typed: they are found alone. */
const findOwners = async (context: Context, ask: Ask, words: readonly string[]): Promise<StudentHit[]> => {
  if (!/^\S+@\S+\.\S+$/.test(ask.q.trim())) return []
  const address = sql`lower(${ask.q.trim()})`
  // what matches the words is found by the index
  const conditions = sql.join(matching(words), sql` and `)
  const isTheirs = sql`(lower(s.university_email) = ${address} or lower(s.personal_email) = ${address})`
  return findHits(context, ask, sql`${conditions} and ${isTheirs}`, [])
}

const emails = sql`coalesce(s.university_email, '') || ' ' || coalesce(s.personal_email, '')`

const matching = (words: readonly string[], text = sql`s.search_text`) =>
  searchConditions(words, text, emails)

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
const findLoosely = (context: Context, ask: Ask, words: readonly string[]): Promise<StudentHit[]> =>
  context.db.transaction().execute(async (db) => {
    await sql`set local pg_trgm.word_similarity_threshold = 0.5`.execute(db)
    const alike = sql.join(alikeTo(words), sql` or `)
    return findHits({ ...context, db }, ask, sql`(${alike})`, [])
  })

/** How alike all words are together. */
const likeness = (q: string, text = sql`s.search_text`) =>
  sql.join(
    searchWords(q).map((word) => sql<number>`word_similarity(shipmate_fold(${word}), ${text})`),
    sql` + `,
  )

/** Names as they are searched: folded, once with marks and once with blanks for them. */
const searched = (names: ReturnType<typeof sql>) =>
  sql`(' ' || shipmate_fold(${names} || ' ' || translate(${names}, '-''’.', '    ')) || ' ')`
const presentName = searched(sql`(s.first_name || ' ' || s.last_name)`)
const everyName = searched(
  sql`(s.first_name || ' ' || s.last_name || ' ' || coalesce(s.prior_last_name, ''))`,
)

/** Whether every word starts a word of a text. */
const allStart = (q: string, text: ReturnType<typeof sql>) => {
  const each = searchWords(q).map((word) => sql`${text} like shipmate_fold(${`% ${likeText(word)}%`})`)
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** Why a student is found: the first of these that holds for all words. */
const matchedBy = (q: string) => sql`case
  when ${allStart(q, presentName)} then 'name'
  when ${allStart(q, everyName)} then 'former_name'
  when ${allStart(q, sql`(' ' || shipmate_fold(s.sid))`)} then 'student_id'
  when ${allStart(q, sql`(' ' || shipmate_fold(coalesce(s.uid, '')))`)} then 'login'
  when ${sql.join(matching(searchWords(q), sql`shipmate_fold(${emails})`), sql` and `)} then 'email'
  when ${sql.join(matching(searchWords(q)), sql` and `)} then 'several'
  else 'similar' end`

/** What was typed as whole words: 'Kim' stands before 'Kimberly'. */
const wholeWords = (q: string): string => `% ${likeText(q.trim())} %`

const findHits = async (
  context: Context,
  { q, school_id, current_school_id }: Ask,
  condition: ReturnType<typeof sql>,
  exceptIds: readonly number[],
): Promise<StudentHit[]> => {
  const { rows } = await sql<StudentHit>`
    select hit.id, hit.school_id, schools.name as school_name, hit.first_name, hit.last_name, hit.prior_last_name,
      hit.sid, hit.dob::text, hit.university_email, hit.matched, ${currentPeriodId(context.clock, sql`hit.school_id`)} as latest_period_id
    from (
      select s.*, ${matchedBy(q)} as matched from students s
      where s.deleted_at is null and ${scope.within(context, 's.school_id')}
        and ${school_id === undefined ? sql`true` : sql`s.school_id = ${school_id}`}
        and s.id <> all(${[...exceptIds]}::bigint[]) and ${condition}
      order by
        s.sid = ${q} desc,
        s.school_id is not distinct from ${current_school_id ?? null}::bigint desc,
        ${allStart(q, presentName)} desc,
        ${presentName} like shipmate_fold(${wholeWords(q)}) desc,
        s.search_text like shipmate_fold(${wholeWords(q)}) desc,
        ${likeness(q)} desc,
        ${likeness(q, presentName)} desc,
        s.sort_name, s.id
      limit ${hitLimit}
    ) hit join schools on schools.id = hit.school_id`.execute(context.db)
  return rows
}
