import type { DateOrder } from '#contract/review/imports/choices.ts'

/** How a 2-digit year is read. */
type Century = 'past' | 'around'

interface Parts {
  readonly year: string
  readonly month: number
  readonly date: number
}

/** How a date is written in each order. */
export const dateForms: Readonly<Record<DateOrder, string>> = {
  mdy: 'mm/dd/yyyy',
  dmy: 'dd/mm/yyyy',
  ymd: 'mm/dd/yyyy or yyyy-mm-dd',
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthOf = (name: string): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

const partsOf = (year = '', month = '', date = ''): Parts => ({
  year,
  month: /^\d/.test(month) ? Number(month) : monthOf(month),
  date: Number(date),
})

/** Returns the parts of a date of three numbers in an order; a year of 4 digits at the end isn’t the first part. */
const inOrder = (order: DateOrder, [one = '', two = '', three = '']: readonly string[]): Parts => {
  if (order === 'dmy') return partsOf(three, two, one)
  return order === 'ymd' && three.length === 2 ? partsOf(one, two, three) : partsOf(three, one, two)
}

/** 2001-03-07, 2001/3/7. */
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
/** 3/7/2001, 03-07-01, 7.3.2001. */
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/
/** 20010307, but not 20122001. */
const yearFirstDigits = /^((?:19|20|21)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/
/** 03072001. */
const yearLastDigits = /^(\d\d)(\d\d)((?:19|20|21)\d\d)$/

/** The accepted date formats; a time of day at the end is ignored. */
const shapes: readonly {
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray, order: DateOrder) => Parts
}[] = [
  { pattern: yearFirst, read: (m) => partsOf(m[1], m[3], m[4]) },
  { pattern: yearLast, read: (m, order) => inOrder(order, [m[1] ?? '', m[3] ?? '', m[4] ?? '']) },
  // 7-Mar-2001, 07 March 01
  {
    pattern: /^(\d{1,2})[- ]([a-z]{3,9})\.?,?[- ](\d{4}|\d{2})$/i,
    read: (m) => partsOf(m[3], m[2], m[1]),
  },
  // March 7, 2001
  { pattern: /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i, read: (m) => partsOf(m[3], m[1], m[2]) },
  { pattern: yearFirstDigits, read: (m) => partsOf(m[1], m[2], m[3]) },
  { pattern: yearLastDigits, read: (m, order) => inOrder(order, m.slice(1)) },
]

const timeOfDay = /[T ]\d{1,2}:\d\d(:\d\d(\.\d+)?)?( ?[ap]m)?(Z|[+-]\d\d:?\d\d)?$/i

/**
 * Parses a date as rosters write it and returns `YYYY-MM-DD`; null if it isn’t a date. `order` is that of the file’s
 * dates in numbers. A 2-digit year means the latest such date not after `today` (`past`, birth dates), or else the
 * latest within the next 10 years.
 */
export const readDate = (
  text: string,
  today: string,
  century: Century,
  order: DateOrder = 'mdy',
): string | null => {
  const parts = partsIn(text, order)
  return parts && toDay(parts, today, century)
}

const partsIn = (text: string, order: DateOrder): Parts | null => {
  const bare = text.replace(timeOfDay, '')
  for (const { pattern, read } of shapes) {
    const match = pattern.exec(bare)
    if (match) return read(match, order)
  }
  return null
}

/** Returns whether a text that can’t be read as a date is written like one, but its month is shorter: 02/30/2003. */
export const isPastMonthEnd = (text: string, order: DateOrder): boolean => {
  const parts = partsIn(text, order)
  return parts !== null && isMonthAndDay(String(parts.month), String(parts.date))
}

const toDay = ({ year, month, date }: Parts, today: string, century: Century): string | null => {
  if (year.length === 4) return dayOf(Number(year), month, date)
  const thisYear = Number(today.slice(0, 4))
  const limit = century === 'past' ? today : `${thisYear + 10}${today.slice(4)}`
  const first = Number(limit.slice(0, 4)) - (Number(limit.slice(0, 4)) % 100) + Number(year)
  const candidates = [first, first - 100].map((full) => dayOf(full, month, date))
  return candidates.find((day) => day !== null && day <= limit) ?? null
}

const dayOf = (year: number, month: number, date: number): string | null => {
  if (month < 1 || month > 12 || date < 1) return null
  if (date > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`
}

/** The orders in which a date of three numbers can be read. */
interface PossibleOrders {
  /** None if it’s another date, or no date. */
  readonly orders: readonly DateOrder[]
  /** Whether it begins with a year of 4 digits. */
  readonly isYearFirst: boolean
  /** Whether month first and day first are the same day. */
  readonly isSameDay: boolean
}

const noOrder: PossibleOrders = { orders: [], isYearFirst: false, isSameDay: false }

/** Returns the orders in which a date can be read, without a look at the calendar. */
export const ordersOf = (text: string): PossibleOrders => {
  const bare = text.replace(timeOfDay, '')
  if (yearFirst.test(bare) || yearFirstDigits.test(bare)) return { ...noOrder, isYearFirst: true }
  const [, one, , two, three] = yearLast.exec(bare) ?? withoutSeparators(bare)
  if (one === undefined || two === undefined || three === undefined) return noOrder
  const possible = [
    ['mdy', isMonthAndDay(one, two)],
    ['dmy', isMonthAndDay(two, one)],
    ['ymd', three.length === 2 && isMonthAndDay(two, three)],
  ] as const
  const orders = possible.filter(([, fits]) => fits).map(([order]) => order)
  return { orders, isYearFirst: false, isSameDay: Number(one) === Number(two) }
}

/** Returns the parts of 03072001 where a date with separators has them. */
const withoutSeparators = (bare: string): readonly (string | undefined)[] => {
  const [all, one, two, three] = yearLastDigits.exec(bare) ?? []
  return [all, one, '', two, three]
}

const isMonthAndDay = (month: string, day: string): boolean =>
  Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
