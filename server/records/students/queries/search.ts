import { sql } from 'kysely'
import { sidKey } from '#contract/platform/student-id.ts'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { likeText, searchConditions, searchWords, wholeAddress } from '#server/platform/lib/table.ts'
import { currentPeriodId } from '#server/setup/periods/index.ts'

interface Ask {
  readonly q: string
  readonly school_id?: number | undefined
  readonly current_school_id?: number | undefined
}

const hitLimit = 20

/** The most matches that are ranked by similarity. */
const rankedLimit = 200

/**
 * Finds students by name, student ID, username or email: first those with words that start with the search
 * words, then, if there’s room, those that do with two neighboring letters swapped, then similar spellings.
 */
export const searchStudents = async (context: Context, ask: Ask): Promise<StudentHit[]> => {
  const words = searchWords(ask.q)
  if (words.length === 0) return []
  const owners = await findOwners(context, ask)
  if (owners.length > 0) return owners
  const exact = await findHits(context, ask, sql.join(matchingStudent(words), sql` and `), ranking(ask.q))
  const isTheOne = exact.some(({ sid }) => sidKey(sid) === sidKey(ask.q))
  if (isTheOne || exact.length >= hitLimit) return exact
  const swapped = sql`${swappedIn(words)} and ${besides(exact)}`
  const close = [...exact, ...(await findHits(context, ask, swapped, alikeSoFar))]
  if (close.length === 0) return findSimilar(context, ask, words)
  if (close.length >= hitLimit) return close.slice(0, hitLimit)
  const alike = sql`shipmate_fold(${ask.q}) <% s.search_text and ${besides(close)}`
  return [...close, ...(await findHits(context, ask, alike, likeness(ask.q)))].slice(0, hitLimit)
}

/** The rank of many matches that differ little: only the first by name are ranked by similarity. */
const alikeSoFar = sql`0`

/** Returns the condition that a student isn’t among those already found. */
const besides = (found: readonly StudentHit[]) =>
  sql<boolean>`s.id <> all(${found.map(({ id }) => id)}::bigint[])`

/** Returns the condition that every word, or the word with two neighboring letters swapped, starts a word of the student. */
const swappedIn = (words: readonly string[]) => {
  const each = words.map((word) => {
    const starts = [word, ...swappedSpellings(word)].map(
      (spelling) => sql`s.search_text like shipmate_fold(${`% ${likeText(spelling)}%`})`,
    )
    return sql`(${sql.join(starts, sql` or `)})`
  })
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** The letters of words whose spellings are tried: longer ones aren’t names, and short ones fit too many. */
const spelled = { least: 3, most: 24 }

/** Returns a word with each two neighbors swapped. Digits stay, because another number is another student’s. */
const swappedSpellings = (word: string): string[] => {
  const letters = [...word.normalize('NFC')]
  if (letters.length < spelled.least || letters.length > spelled.most) return []
  return letters.slice(1).flatMap((letter, index) => {
    const before = letters[index] ?? ''
    if (before === letter || /\d/.test(before + letter)) return []
    return [[...letters.slice(0, index), letter, before, ...letters.slice(index + 2)].join('')]
  })
}

/** Returns students whose email address is exactly the search text. If there are any, only they are found. */
const findOwners = async (context: Context, ask: Ask): Promise<StudentHit[]> => {
  const address = wholeAddress(ask.q)
  if (address === null) return []
  return findHits(context, ask, sql.join(isOwnerOf(address), sql` and `), ranking(ask.q))
}

const emails = sql`coalesce(s.university_email, '') || ' ' || coalesce(s.personal_email, '')`

/** A student ID of digits alone: a spreadsheet may have taken its leading zeros. */
const number = /^\d{4,}$/

const hasSid = (sid: string) => sql<boolean>`shipmate_sid_key(s.sid) = shipmate_sid_key(${sid})`

/** Returns the condition that every word starts a word of the student `s`, or that a number means their student ID. */
export const matchingStudent = (words: readonly string[], text = sql`s.search_text`) => {
  const starting = searchConditions(words, text, emails)
  const [word, ...others] = words
  const isNumber = word !== undefined && others.length === 0 && number.test(word)
  return isNumber ? [sql<boolean>`(${sql.join(starting, sql` and `)} or ${hasSid(word)})`] : starting
}

/**
 * Returns the conditions that an address is exactly one of the email addresses of the student `s`. The first ones
 * use the search index.
 */
export const isOwnerOf = (address: string) => [
  ...matchingStudent([address]),
  sql<boolean>`${address} in (lower(s.university_email), lower(s.personal_email))`,
]

/** Shorter words are similar to too many others. */
const fewestLetters = 4

/**
 * Returns the condition that any word is similar; with several words, one can be misspelled beyond recognition.
 */
const similarTo = (words: readonly string[]) => {
  const telling = words.filter((word) => word.length >= fewestLetters)
  const some = telling.length > 0 ? telling : words
  return some.map((word) => sql<boolean>`shipmate_fold(${word}) <% s.search_text`)
}

/**
 * Returns students with similar names, for words that no name starts with. Lowers the similarity limit: one wrong
 * vowel in 'Abernethy' leaves 0.54, which PostgreSQL’s default of 0.6 would miss. A lower limit finds many more, which
 * takes time to rank, so that a list that’s full without it stays as it is.
 */
const findSimilar = (context: Context, ask: Ask, words: readonly string[]): Promise<StudentHit[]> =>
  context.db.transaction().execute(async (db) => {
    const alike = sql.join(similarTo(words), sql` or `)
    const find = () => findHits({ ...context, db }, ask, sql`(${alike})`, likeness(ask.q))
    // one word's rank is its similarity, unless the current school comes first: then less similar names come later
    if (words.length === 1 && ask.current_school_id === undefined) {
      const closest = await find()
      if (closest.length === hitLimit) return closest
    }
    await sql`set local pg_trgm.word_similarity_threshold = 0.5`.execute(db)
    return find()
  })

/** Returns the similarity of all words together. */
const likeness = (q: string, text = sql`s.search_text`) =>
  sql.join(
    searchWords(q).map((word) => sql<number>`word_similarity(shipmate_fold(${word}), ${text})`),
    sql` + `,
  )

/** The searched texts: current names, and names including the former one. */
const presentName = sql`s.name_text`
const everyName = sql`(s.name_text || shipmate_fold(
    coalesce(s.prior_last_name, '')
    || translate(' ' || coalesce(s.prior_last_name, ''), '-''’.', '    ')
    || translate(' ' || coalesce(s.prior_last_name, ''), '-''’.', '')) || ' ') collate "C"`

/** Returns the condition that every word starts a word of a text. */
const allStart = (q: string, text: ReturnType<typeof sql>) => {
  const each = searchWords(q).map((word) => sql`${text} like shipmate_fold(${`% ${likeText(word)}%`})`)
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** Returns why a student matches: the first reason that applies to all words. */
const matchedBy = (q: string) => sql`case
  when ${allStart(q, presentName)} then 'name'
  when ${allStart(q, everyName)} then 'former_name'
  when ${allStart(q, sql`(' ' || shipmate_fold(s.sid))`)} or ${hasSid(q)} then 'student_id'
  when ${allStart(q, sql`(' ' || shipmate_fold(coalesce(s.uid, '')))`)} then 'login'
  when ${sql.join(matchingStudent(searchWords(q), sql`shipmate_fold(${emails})`), sql` and `)} then 'email'
  when ${sql.join(matchingStudent(searchWords(q)), sql` and `)} then 'several'
  else 'similar' end`

/** Returns the search as whole words, so that 'Kim' comes before 'Kimberly'. */
const wholeWords = (q: string): string => `% ${likeText(q.trim())} %`

/** Returns the rank from the saved texts: current names first, and whole words before beginnings. */
const ranking = (q: string) => sql`
  ${allStart(q, presentName)}::int * 4 + (${presentName} like shipmate_fold(${wholeWords(q)}))::int * 2
    + (s.search_text like shipmate_fold(${wholeWords(q)}))::int`

/**
 * Returns the students a condition matches. Takes a limited number by `rank` and name, and computes similarity
 * only for those.
 */
const findHits = async (
  context: Context,
  { q, school_id, current_school_id }: Ask,
  condition: ReturnType<typeof sql>,
  rank: ReturnType<typeof sql>,
): Promise<StudentHit[]> => {
  const { rows } = await sql<StudentHit>`
    select s.id, s.school_id, schools.name as school_name, s.first_name, s.last_name, s.prior_last_name, s.sid,
      s.dob::text, s.university_email, ${matchedBy(q)} as matched,
      ${currentPeriodId(context.clock, sql`s.school_id`)} as latest_period_id
    from (
      select s.*, s.sid = ${q} as is_the_one, ${rank} as rank,
        s.school_id is not distinct from ${current_school_id ?? null}::bigint as is_here
      from students s
      where s.deleted_at is null and ${scope.within(context, 's.school_id')}
        and ${school_id === undefined ? sql`true` : sql`s.school_id = ${school_id}`} and ${condition}
      order by is_the_one desc, is_here desc, rank desc, s.sort_name, s.id
      limit ${rankedLimit}
    ) s join schools on schools.id = s.school_id
    order by s.is_the_one desc, s.is_here desc, s.rank desc, ${likeness(q)} desc, ${likeness(q, presentName)} desc,
      s.sort_name, s.id
    limit ${hitLimit}`.execute(context.db)
  return rows
}
