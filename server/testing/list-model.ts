import { studentListColumns, type StudentListColumn } from '#contract/platform/record/columns.ts'
import type { Anchor, RelativeDay } from '#contract/platform/relative-day.ts'
import type { SortKey } from '#contract/platform/table-query.ts'
import type { ColumnKind, Constraint, Filters } from '#contract/platform/table-filters.ts'
import type { WhereGroup, WhereNode, WhereRule } from '#contract/platform/table-where.ts'

/**
 * The student list in plain JavaScript, written from what the list promises, without server code. `list-model.test.ts`
 * compares the server’s replies with it.
 */
export type ModelValue = string | number | boolean | null
/** A row by column: text as stored, money as text, dates `YYYY-MM-DD`, instants ISO 8601. */
export type ModelRow = Readonly<Record<StudentListColumn, ModelValue>>

/** The dates of relative filters; null if the period has none. */
export type ModelDays = Readonly<Record<Anchor, string | null>>

export interface ModelQuery {
  readonly filters: Filters
  readonly where: WhereGroup
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

/** Folds case and accents: NFKD, marks removed, letters NFKD doesn’t change mapped, lower case. */
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

/** Returns a value as filters compare it: folded text, numbers, calendar dates. */
const comparable = (kind: ColumnKind, value: Comparable): Comparable => {
  if (kind === 'text' || kind === 'choice') return fold(String(value))
  if (kind === 'number' || kind === 'money') return Number(value)
  if (kind === 'boolean') return ['true', '1'].includes(String(value))
  return kind === 'instant' && String(value).length > 10 ? dayOf(String(value)) : String(value)
}

/** Compares a stored value with a rule’s: both ends of `between`, otherwise the first or all. */
type Test = (stored: Comparable, wanted: readonly Comparable[]) => boolean
const same: Test = (stored, [wanted]) => stored === wanted
const within: Test = (stored, wanted) => wanted.includes(stored)
const contains: Test = (stored, [wanted]) => String(stored).includes(String(wanted))
const not =
  (test: Test): Test =>
  (stored, wanted) =>
    !test(stored, wanted)

const ordered =
  (compare: (stored: Comparable, wanted: Comparable) => boolean): Test =>
  (stored, [wanted]) =>
    wanted !== undefined && compare(stored, wanted)

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
  lt: ordered((stored, wanted) => stored < wanted),
  dateBefore: ordered((stored, wanted) => stored < wanted),
  lte: ordered((stored, wanted) => stored <= wanted),
  gt: ordered((stored, wanted) => stored > wanted),
  dateAfter: ordered((stored, wanted) => stored > wanted),
  gte: ordered((stored, wanted) => stored >= wanted),
  between: (stored, [from = '', to = '']) => stored >= from && stored <= to,
  isEmpty: () => false,
  isNotEmpty: () => true,
}
/** Modes that include rows with an empty field. */
const keepEmpty = new Set(['notContains', 'notEquals', 'notIn', 'dateIsNot', 'isEmpty'])

/** Values of filters are trimmed. */
const trimmed = <T>(value: T): T | string => (typeof value === 'string' ? value.trim() : value)

/** Rules without a value are ignored; `isEmpty` and `isNotEmpty` need none. */
const isRule = ({ match_mode, value }: Constraint): boolean =>
  match_mode === 'isEmpty' ||
  match_mode === 'isNotEmpty' ||
  !(value == null || trimmed(value) === '' || (Array.isArray(value) && value.length === 0))

const later = (day: string, days: number): string => {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

const dayMeant = ({ relative, offset = 0 }: RelativeDay, days: ModelDays): string | null => {
  const day = days[relative]
  return day === null ? null : later(day, offset)
}

/** A rule on a date that doesn’t exist matches no row. */
const passesRule = (row: ModelRow, { field, match_mode, value }: WhereRule, days: ModelDays): boolean => {
  const wanted = [value ?? '']
    .flat()
    .map((one) => (typeof one === 'object' ? dayMeant(one, days) : trimmed(one)))
  if (wanted.includes(null)) return false
  const stored = row[field as StudentListColumn]
  if (stored === null) return keepEmpty.has(match_mode)
  const kind = kindOf(field)
  return tests[match_mode](
    comparable(kind, stored),
    wanted.filter((one) => one !== null).map((one) => comparable(kind, one)),
  )
}

/** Returns true or false, or null if there’s nothing to check. */
const passesNode = (row: ModelRow, node: WhereNode, days: ModelDays): boolean | null => {
  if (!('rules' in node)) return isRule(node) ? passesRule(row, node, days) : null
  const passed = node.rules.map((rule) => passesNode(row, rule, days)).filter((one) => one !== null)
  if (passed.length === 0) return null
  return node.operator === 'or' ? passed.includes(true) : !passed.includes(false)
}

/** Columns are combined with and, the rules of one column by its operator. */
const treeOf = (filters: Filters): WhereGroup => ({
  operator: 'and',
  rules: Object.entries(filters).map(([field, { operator, constraints }]) => ({
    operator,
    rules: constraints.map((rule) => ({ field, ...rule })),
  })),
})

const asks = (node: WhereNode, field: string): boolean =>
  'rules' in node ? node.rules.some((rule) => asks(rule, field)) : node.field === field && isRule(node)

const wordsOf = (value: ModelValue, marks = /\s+/): string[] => fold(String(value ?? '')).split(marks)

/**
 * Every word starts a word of a name (whole, split at punctuation, or without it), student ID or username, or
 * appears in an email address.
 */
const passesSearch = (row: ModelRow, search: string): boolean => {
  const names = [row.first_name, row.last_name, row.prior_last_name]
  const words = [...names, row.sid, row.uid].flatMap((value) => wordsOf(value))
  const parts = names.flatMap((value) => wordsOf(value, /[\s\-'’.]+/))
  const unmarked = names.flatMap((value) => wordsOf(value)).map((word) => word.replace(/[-'’.]/g, ''))
  const emails = [row.university_email, row.personal_email].map((value) => fold(String(value ?? '')))
  return wordsOf(search, /[\s,;]+/)
    .filter((word) => word !== '')
    .every((word) =>
      // with and without its apostrophes
      [word, word.replaceAll("'", '')].some(
        (spelling) =>
          [...words, ...parts, ...unmarked].some((one) => one.startsWith(spelling)) ||
          emails.some((email) => email.includes(spelling)),
      ),
    )
}

/** Compares like the database’s collation: ICU root order, numeric-aware; ties by bytes. */
const collator = new Intl.Collator('und', { numeric: true })
const compareText = (one: string, other: string): number =>
  collator.compare(one, other) || Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Returns the sort key of a row: last, first and middle name, so that Smith comes before Smith-Jones. */
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

/** Sorts empty values last in both directions. */
const compareBy =
  ({ field, descending }: SortKey) =>
  (one: ModelRow, other: ModelRow): number => {
    const [left, right] = [sortValue(one, field), sortValue(other, field)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    const order = compareValues(kindOf(field), left, right)
    return descending ? -order : order
  }

/** Returns the rows of a query in order, on all pages. */
export const modelList = (rows: readonly ModelRow[], query: ModelQuery, days: ModelDays): ModelRow[] => {
  const { filters, where, search, sort } = query
  const ties = ['student_name', 'id'].map((field) => ({ field, descending: false }))
  const orders = [...sort, ...ties].map(compareBy)
  const tree: WhereGroup = { operator: 'and', rules: [treeOf(filters), where] }
  return rows
    .filter((row) => row.status === 'active' || asks(tree, 'status'))
    .filter((row) => passesNode(row, tree, days) !== false && passesSearch(row, search))
    .sort((one, other) => orders.reduce((order, by) => order || by(one, other), 0))
}
