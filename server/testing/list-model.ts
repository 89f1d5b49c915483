import { studentListColumns, type StudentListColumn } from '#contract/student-periods/shapes.ts'
import type { ColumnKind, Constraint, Filters, SortKey } from '#contract/table-query.ts'

/**
 * The student list in plain JavaScript, written from the requirements and from nothing of the server: what
 * `list-model.test.ts` holds the server's answers against.
 */
export type ModelValue = string | number | boolean | null
/** A row by column; text as stored, money as text, days `YYYY-MM-DD`, instants ISO 8601. */
export type ModelRow = Readonly<Record<StudentListColumn, ModelValue>>

export interface ModelQuery {
  readonly filters: Filters
  readonly search: string
  readonly sort: readonly SortKey[]
}

const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
}

/** Case and accents ignored: NFKD, marks dropped, what NFKD leaves alone mapped, lower case. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[łøđæœß]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()

const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })

const kindOf = (field: string): ColumnKind => studentListColumns[field as StudentListColumn].kind

type Comparable = string | number | boolean

/** A value as filters compare it: folded text, numbers, calendar days. */
const comparable = (kind: ColumnKind, value: Comparable): Comparable => {
  if (kind === 'text' || kind === 'choice') return fold(String(value))
  if (kind === 'number' || kind === 'money') return Number(value)
  if (kind === 'boolean') return ['true', '1'].includes(String(value))
  return kind === 'instant' && String(value).length > 10 ? dayOf(String(value)) : String(value)
}

type Test = (stored: Comparable, wanted: readonly Comparable[]) => boolean
const same: Test = (stored, [wanted]) => stored === wanted
const within: Test = (stored, wanted) => wanted.includes(stored)
const contains: Test = (stored, [wanted]) => String(stored).includes(String(wanted))
const not =
  (test: Test): Test =>
  (stored, wanted) =>
    !test(stored, wanted)

const tests: Readonly<Record<Constraint['match_mode'], Test>> = {
  startsWith: (stored, [wanted]) => String(stored).startsWith(String(wanted)),
  endsWith: (stored, [wanted]) => String(stored).endsWith(String(wanted)),
  contains,
  notContains: not(contains),
  equals: same,
  dateIs: same,
  notEquals: not(same),
  dateIsNot: not(same),
  in: within,
  notIn: not(within),
  lt: (stored, [wanted]) => stored < wanted!,
  dateBefore: (stored, [wanted]) => stored < wanted!,
  lte: (stored, [wanted]) => stored <= wanted!,
  gt: (stored, [wanted]) => stored > wanted!,
  dateAfter: (stored, [wanted]) => stored > wanted!,
  gte: (stored, [wanted]) => stored >= wanted!,
  between: (stored, [from, to]) => stored >= from! && stored <= to!,
  isEmpty: () => false,
  isNotEmpty: () => true,
}
/** Modes that keep rows whose field is empty. */
const keepEmpty = new Set(['notContains', 'notEquals', 'notIn', 'dateIsNot', 'isEmpty'])

/** No value, no rule; `isEmpty` and `isNotEmpty` need none. */
const isRule = ({ match_mode, value }: Constraint): boolean =>
  match_mode === 'isEmpty' || match_mode === 'isNotEmpty' || !(value == null || [value].flat().join() === '')

const passesRule = (row: ModelRow, field: string, { match_mode, value }: Constraint): boolean => {
  const stored = row[field as StudentListColumn]
  if (stored === null) return keepEmpty.has(match_mode)
  const kind = kindOf(field)
  const wanted = [value].flat().filter((one) => one != null)
  return tests[match_mode](
    comparable(kind, stored),
    wanted.map((one) => comparable(kind, one as Comparable)),
  )
}

const passesFilters = (row: ModelRow, filters: Filters): boolean =>
  Object.entries(filters).every(([field, { operator, constraints }]) => {
    const rules = constraints.filter(isRule)
    if (rules.length === 0) return true
    const passed = rules.map((rule) => passesRule(row, field, rule))
    return operator === 'or' ? passed.includes(true) : !passed.includes(false)
  })

const wordsOf = (value: ModelValue, marks = /\s+/): string[] => fold(String(value ?? '')).split(marks)

/** Every word starts a word of first, last or prior last name, student ID or login, or occurs in an e-mail. */
const passesSearch = (row: ModelRow, search: string): boolean => {
  const names = [row.first_name, row.last_name, row.prior_last_name]
  const words = [...names, row.sid, row.uid].flatMap((value) => wordsOf(value))
  const parts = names.flatMap((value) => wordsOf(value, /[\s\-'’.]+/))
  // a name with its marks left out is a word too: O'Brien is found by 'obrien'
  const emails = [row.university_email, row.personal_email].map((value) => fold(String(value ?? '')))
  return wordsOf(search)
    .filter((word) => word !== '')
    .every(
      (word) =>
        [...words, ...parts].some((one) => one.startsWith(word)) ||
        emails.some((email) => email.includes(word)),
    )
}

/** Stands in for the database's collation: ICU's root order, numeric-aware; equals are told apart by their bytes. */
const collator = new Intl.Collator('und', { numeric: true })
const compareText = (one: string, other: string): number =>
  collator.compare(one, other) || Buffer.compare(Buffer.from(one), Buffer.from(other))

/** What a row sorts by: the name by last, first and middle name, so that Smith comes before Smith-Jones. */
const sortValue = (row: ModelRow, field: string): ModelValue =>
  field === 'student_name'
    ? `${row.last_name}\t${row.first_name}\t${row.middle_initial ?? ''}`
    : row[field as StudentListColumn]

const compareValues = (kind: ColumnKind, one: Comparable, other: Comparable): number => {
  if (kind === 'text') return compareText(String(one), String(other))
  const [left, right] = kind === 'money' ? [Number(one), Number(other)] : [one, other]
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Empties last in both directions. */
const compareBy =
  ({ field, descending }: SortKey) =>
  (one: ModelRow, other: ModelRow): number => {
    const [left, right] = [sortValue(one, field), sortValue(other, field)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    const order = compareValues(kindOf(field), left, right)
    return descending ? -order : order
  }

const ofStatus = (filters: Filters): boolean => filters['status']?.constraints.some(isRule) === true

/** The rows of a query in order, all pages together. */
export const modelList = (rows: readonly ModelRow[], { filters, search, sort }: ModelQuery): ModelRow[] => {
  const keys = sort.length > 0 ? sort : [{ field: 'student_name', descending: false }]
  const orders = [...keys, { field: 'id', descending: false }].map(compareBy)
  return rows
    .filter((row) => row.status === 'active' || ofStatus(filters))
    .filter((row) => passesFilters(row, filters) && passesSearch(row, search))
    .sort((one, other) => orders.reduce((order, by) => order || by(one, other), 0))
}
