import { sql, type RawBuilder } from 'kysely'
import { sidKey } from '#contract/platform/student-id.ts'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { withoutApostrophes } from '#contract/platform/fold-text.ts'
import { likeText, searchConditions, searchWords, wholeAddress } from '#server/platform/lib/table.ts'
import { currentPeriodId } from '#server/setup/periods/index.ts'

interface Ask {
  readonly q: string
  readonly school_id?: number | undefined
  readonly current_school_id?: number | undefined
}

const hitLimit = 20

/**
 * The most matches that are read. Three letters can match 40,000 of a million students; reading them all takes longer
 * than finding them in the index.
 */
const readLimit = 200

type Condition = RawBuilder<boolean>

/** Students to find, and how they rank. */
interface Step {
  /** Students of an earlier condition are read before those of a later one. */
  readonly conditions: readonly Condition[]
  readonly rank: RawBuilder<unknown>
  /** The rank of those who rank equally; by default their names decide. */
  readonly closeness?: RawBuilder<unknown>
  /** Whether all matches are read, because only the rank says which are good. */
  readonly readsAll?: true
  /** The pattern that a word matches; by default it starts a word. */
  readonly pattern?: Pattern
}

/** Returns the LIKE pattern of a word. */
type Pattern = (word: string) => string

/**
 * Finds students by name, student ID, username or email: first those with words that start with the search words, then,
 * if there’s room, those with the search words inside, those with two neighboring letters swapped, and similar
 * spellings: among 6 Catherines, someone may look for a Katherine.
 */
export const searchStudents = async (context: Context, ask: Ask): Promise<StudentHit[]> => {
  const words = searchWords(ask.q)
  if (words.length === 0) return []
  const owners = await findOwners(context, ask)
  if (owners.length > 0) return owners
  const exact = await findHits(context, ask, exactly(ask.q, words))
  if (exact.length >= hitLimit || exact.some(({ sid }) => sidKey(sid) === sidKey(ask.q))) return exact
  const swapped = { conditions: [sql<boolean>`${swappedIn(words)} and ${besides(exact)}`], rank: alikeSoFar }
  const close = [...exact, ...(await findHits(context, ask, swapped))]
  if (close.length === 0) return findSimilar(context, ask, words)
  if (close.length >= hitLimit) return close.slice(0, hitLimit)
  const alike = sql<boolean>`shipmate_fold(${ask.q}) <% s.search_text and ${besides(close)}`
  const similar = await findHits(context, ask, { conditions: [alike], ...bySimilarity(ask.q) })
  return [...close, ...similar].slice(0, hitLimit)
}

const startPattern: Pattern = (word) => `% ${likeText(word)}%`
const wholePattern: Pattern = (word) => `% ${likeText(word)} %`

/** Fewer letters are in too many names, and no index finds them. */
const fewestInside = 3

/** Whether a word is looked for inside others. More than the domain of an address must start one: `ana@` isn’t in `diana@`. */
const mayBeInside = (word: string): boolean => word.length >= fewestInside && !/.@/.test(word)

const insidePattern: Pattern = (word) => (mayBeInside(word) ? `%${likeText(word)}%` : startPattern(word))

/** Returns the students with the whole words, then those whose words start with them, then those with the words inside. */
const exactly = (q: string, words: readonly string[]): Step => ({
  conditions: [
    ...(isNumber(words) ? [hasSid(q.trim())] : []),
    allLike(words, sql`s.search_text`, wholePattern),
    allLike(words, sql`s.search_text`, startPattern),
    ...(words.some(mayBeInside) ? insideOf(words) : []),
  ],
  rank: ranking(q),
  pattern: insidePattern,
})

/** Returns the conditions that the words are inside current names, and inside all that is searched. */
const insideOf = (words: readonly string[]): Condition[] => {
  const anywhere = allLike(words, sql`s.search_text`, insidePattern)
  return [sql<boolean>`${anywhere} and ${allLike(words, presentName, insidePattern)}`, anywhere]
}

/** Returns SQL for folded text. Plain letters are folded here: a statement with 20 calls takes longer to plan than to run. */
const folded = (text: string): RawBuilder<string> =>
  /^[\x20-\x7E]*$/.test(text) ? sql<string>`${text.toLowerCase()}` : sql<string>`shipmate_fold(${text})`

/** Returns the condition that every word matches a text by its pattern, or does without its apostrophes. */
const allLike = (words: readonly string[], text: RawBuilder<unknown>, pattern: Pattern): Condition => {
  const each = words.map((word) => {
    const spellings = new Set([word, withoutApostrophes(word)].filter((spelling) => spelling !== ''))
    const like = [...spellings].map((spelling) => sql`${text} like ${folded(pattern(spelling))}`)
    return sql`(${sql.join(like, sql` or `)})`
  })
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** The rank of matches that differ little: their names decide. */
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
  const condition = sql<boolean>`${sql.join(isOwnerOf(address), sql` and `)}`
  return findHits(context, ask, { conditions: [condition], rank: ranking(ask.q) })
}

const emails = sql`coalesce(s.university_email, '') || ' ' || coalesce(s.personal_email, '')`

/** A student ID of digits alone: a spreadsheet may have taken its leading zeros. */
const number = /^\d{4,}$/

const hasSid = (sid: string): Condition => sql<boolean>`shipmate_sid_key(s.sid) = shipmate_sid_key(${sid})`

const isNumber = ([word, ...others]: readonly string[]): boolean =>
  word !== undefined && others.length === 0 && number.test(word)

/** Returns the condition that every word starts a word of the student `s`, or that a number means their student ID. */
export const matchingStudent = (words: readonly string[], text = sql`s.search_text`) => {
  const starting = searchConditions(words, text, emails)
  return isNumber(words)
    ? [sql<boolean>`(${sql.join(starting, sql` and `)} or ${hasSid(words.join(''))})`]
    : starting
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
    const alike = sql<boolean>`(${sql.join(similarTo(words), sql` or `)})`
    const find = () => findHits({ ...context, db }, ask, { conditions: [alike], ...bySimilarity(ask.q) })
    // one word's rank is its similarity, unless the current school comes first: then less similar names come later
    if (words.length === 1 && ask.current_school_id === undefined) {
      const closest = await find()
      if (closest.length === hitLimit) return closest
    }
    await sql`set local pg_trgm.word_similarity_threshold = 0.5`.execute(db)
    return find()
  })

/** Returns the order by similarity: to all that is searched, then to the current names. */
const bySimilarity = (q: string) =>
  ({ rank: likeness(q), closeness: likeness(q, presentName), readsAll: true }) as const

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

/** Returns why a student matches: the first reason that applies to all words. */
const matchedBy = (q: string, pattern: Pattern) => {
  const words = searchWords(q)
  const isIn = (text: RawBuilder<unknown>): Condition => allLike(words, text, pattern)
  return sql`case
  when ${isIn(presentName)} then 'name'
  when ${isIn(everyName)} then 'former_name'
  when ${isIn(sql`(' ' || shipmate_fold(s.sid))`)} or ${hasSid(q)} then 'student_id'
  when ${isIn(sql`(' ' || shipmate_fold(coalesce(s.uid, '')))`)} then 'login'
  when ${isIn(sql`(' ' || shipmate_fold(${emails}))`)} then 'email'
  when ${isIn(sql`s.search_text`)} then 'several'
  else 'similar' end`
}

/** Returns the rank: beginnings before insides, current names before the rest, and whole words first: 'Kim' before 'Kimberly'. */
const ranking = (q: string) => {
  const words = searchWords(q)
  const isIn = (text: RawBuilder<unknown>, pattern: Pattern) => sql`${allLike(words, text, pattern)}::int`
  const searched = sql`s.search_text`
  return sql`(${hasSid(q)})::int * 32 + ${isIn(searched, startPattern)} * 16 + ${isIn(presentName, startPattern)} * 8
    + ${isIn(presentName, wholePattern)} * 4 + ${isIn(searched, wholePattern)} * 2 + ${isIn(presentName, insidePattern)}`
}

const columns = sql`s.id, s.school_id, s.first_name, s.last_name, s.prior_last_name, s.sid, s.uid, s.dob, s.university_email,
  s.personal_email, s.sort_name, s.name_text, s.search_text`

/** Returns SQL for the students of conditions: each student once, those of an earlier condition before others. */
const readStudents = (
  context: Context,
  { school_id, current_school_id }: Ask,
  { conditions, readsAll }: Step,
) => {
  const limit = readsAll ? sql`` : sql`limit ${readLimit}`
  const places =
    school_id === undefined && current_school_id !== undefined
      ? [sql<boolean>`s.school_id = ${current_school_id}`, sql<boolean>`s.school_id <> ${current_school_id}`]
      : [school_id === undefined ? sql<boolean>`true` : sql<boolean>`s.school_id = ${school_id}`]
  const parts = places.flatMap((place) =>
    conditions.map((condition, index) => {
      const earlier = conditions.slice(0, index).map((other) => sql`and not (${other})`)
      return sql`(select ${columns} from students s where s.deleted_at is null and ${scope.within(context, 's.school_id')}
        and ${place} and (${condition}) ${sql.join(earlier, sql` `)} ${limit})`
    }),
  )
  return sql`(select * from (${sql.join(parts, sql` union all `)}) s ${limit})`
}

/** Returns the students of a step, the best matches first. */
const findHits = async (context: Context, ask: Ask, step: Step): Promise<StudentHit[]> => {
  const { q, current_school_id } = ask
  const { rank, closeness = sql`0`, pattern = startPattern } = step
  const { rows } = await sql<StudentHit>`
    select s.id, s.school_id, schools.name as school_name, s.first_name, s.last_name, s.prior_last_name, s.sid,
      s.dob::text, s.university_email, ${matchedBy(q, pattern)} as matched,
      ${currentPeriodId(context.clock, sql`s.school_id`)} as latest_period_id
    from (
      select s.*, s.sid = ${q} as is_the_one, ${rank} as rank, ${closeness} as closeness,
        s.school_id is not distinct from ${current_school_id ?? null}::bigint as is_here
      from ${readStudents(context, ask, step)} s
      order by is_the_one desc, is_here desc, rank desc, closeness desc, s.sort_name, s.id
      limit ${hitLimit}
    ) s join schools on schools.id = s.school_id
    order by s.is_the_one desc, s.is_here desc, s.rank desc, s.closeness desc, s.sort_name, s.id`.execute(
    context.db,
  )
  return rows
}
