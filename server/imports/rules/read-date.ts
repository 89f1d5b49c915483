/** How the year of a date in two digits is meant (decisions section 1). */
export type Century = 'past' | 'around'

interface Parts {
  readonly year: string
  readonly month: number
  readonly date: number
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthOf = (name: string): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

const byOrder = (year = '', month = '', date = ''): Parts => ({
  year,
  month: /^\d/.test(month) ? Number(month) : monthOf(month),
  date: Number(date),
})

/** The ways a date is written; a time of day after it is left out. */
const shapes: readonly { pattern: RegExp; read: (match: RegExpExecArray) => Parts }[] = [
  // 2001-03-07, 2001/3/7
  { pattern: /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/, read: (m) => byOrder(m[1], m[3], m[4]) },
  // 3/7/2001, 03-07-01
  { pattern: /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/, read: (m) => byOrder(m[4], m[1], m[3]) },
  // 7-Mar-2001, 07 March 01
  {
    pattern: /^(\d{1,2})[- ]([a-z]{3,9})\.?,?[- ](\d{4}|\d{2})$/i,
    read: (m) => byOrder(m[3], m[2], m[1]),
  },
  // March 7, 2001
  { pattern: /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i, read: (m) => byOrder(m[3], m[1], m[2]) },
  // 20010307
  { pattern: /^((?:19|20|21)\d\d)(\d\d)(\d\d)$/, read: (m) => byOrder(m[1], m[2], m[3]) },
  // 03072001
  { pattern: /^(\d\d)(\d\d)(\d{4})$/, read: (m) => byOrder(m[3], m[1], m[2]) },
]

const timeOfDay = /[T ]\d{1,2}:\d\d(:\d\d(\.\d+)?)?( ?[ap]m)?(Z|[+-]\d\d:?\d\d)?$/i

/**
 * A date as rosters write it, US order before any other, as `YYYY-MM-DD`; null when it is none. Two digits of a
 * year: the latest such date not after `today` (`past`, birth dates), else the latest within ten years ahead.
 */
export const readDate = (text: string, today: string, century: Century): string | null => {
  const bare = text.replace(timeOfDay, '')
  for (const { pattern, read } of shapes) {
    const match = pattern.exec(bare)
    if (match) return toDay(read(match), today, century)
  }
  return null
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
