import { phoneText } from '#contract/platform/phone.ts'

const locale = 'en-US'
const none = '—'

/** Formats '2026-08-01' as '08/01/2026' without a Date, so that no time zone changes it. A dash for none. */
export const formatDay = (day: string | null | undefined): string => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(day ?? '')
  return parts ? `${parts[2]}/${parts[3]}/${parts[1]}` : none
}

/** Formats a range of days: '08/01/2026 – 07/31/2027'. */
export const formatDays = (from: string | null | undefined, to: string | null | undefined): string =>
  `${formatDay(from)} – ${formatDay(to)}`

const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })

/** Formats an instant in the user's time zone: 'August 1, 2026 at 9:05 a.m.' A sentence that ends with it needs no period. */
export const formatInstant = (instant: string | null | undefined): string => {
  const date = new Date(instant ?? '')
  return Number.isNaN(date.getTime()) ? none : withPeriodOfDay(exact.format(date))
}

/** Rewrites the end of a time in American English: '9:05 AM' → '9:05 a.m.' */
export const withPeriodOfDay = (time: string): string =>
  time.replace(/\s([AP])M$/, (_, half: string) => `\u00a0${half.toLowerCase()}.m.`)

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['minute', 60],
  ['hour', 60],
  ['day', 24],
  ['week', 7],
  ['month', 30 / 7],
  ['year', 365 / 30],
]

/** Returns 'just now', '5 minutes ago' or 'yesterday'; the date if it's more than a month ago. */
export const formatAgo = (instant: string | null | undefined, now = new Date()): string => {
  const date = new Date(instant ?? '')
  if (Number.isNaN(date.getTime())) return none
  let amount = (date.getTime() - now.getTime()) / 1000
  if (Math.abs(amount) < 45) return 'just now'
  for (const [index, [unit, size]] of steps.entries()) {
    amount /= size
    const next = steps[index + 1]
    if (unit === 'week' && Math.abs(amount) > 4) return formatDay(localDay(date))
    if (!next || Math.abs(amount) < next[1]) return relative.format(Math.round(amount), unit)
  }
  return formatDay(localDay(date))
}

/** Returns the calendar day of a date in the user's time zone, `YYYY-MM-DD`; never in UTC. */
export const localDay = (date: Date): string =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-')

const numbers = new Intl.NumberFormat(locale)
const percents = new Intl.NumberFormat(locale, { style: 'percent' })

/** 3126 → '3,126' */
export const formatNumber = (value: number | null | undefined): string =>
  value == null ? none : numbers.format(value)

/** 0.61 → '61%' */
export const formatPercent = (share: number): string => percents.format(share)

/** Formats a count with its noun: '1 student', '3,126 students'; the plural adds an s by default. */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${numbers.format(count)} ${count === 1 ? noun : plural}`

const lists = new Intl.ListFormat(locale)

/** Formats texts as a list within a sentence: 'a, b, and c'. */
export const formatList = (texts: readonly string[]): string => lists.format(texts)

/** Formats '1234.50' as '$1,234.50'. Works on text, so that no cent is lost to a float. */
export const formatMoney = (amount: string | null | undefined): string => {
  const parts = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount ?? '')
  if (!parts) return none
  const [, sign = '', whole = '0', cents = ''] = parts
  return `${sign}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`
}

/** Formats '+14635583453' as '(463) 558-3453'; numbers of other countries stay E.164. */
export const formatPhone = (phone: string | null | undefined): string => {
  return phone == null || phone === '' ? none : phoneText(phone)
}

const sizeUnits = ['KB', 'MB'] as const

/** Formats 1536 as '1.5 KB', in units of 1,024 as upload limits are. */
export const formatFileSize = (bytes: number): string => {
  if (bytes < 1024) return formatCount(bytes, 'byte')
  const step = bytes < 1024 * 1024 ? 1 : 2
  const amount = bytes / 1024 ** step
  return `${amount < 10 ? amount.toFixed(1) : numbers.format(Math.round(amount))} ${sizeUnits[step - 1]}`
}
