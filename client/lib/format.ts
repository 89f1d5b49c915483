import { phoneWords } from '#contract/phone-words.ts'

const locale = 'en-US'
const none = '—'

/** '2026-08-01' → '08/01/2026', without a Date in between, so that no time zone moves it. A dash for none. */
export const formatDay = (day: string | null | undefined): string => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(day ?? '')
  return parts ? `${parts[2]}/${parts[3]}/${parts[1]}` : none
}

/** A span of days: '08/01/2026 – 07/31/2027'. */
export const formatDays = (from: string | null | undefined, to: string | null | undefined): string =>
  `${formatDay(from)} – ${formatDay(to)}`

const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })

/** An instant in full, in the reader's time zone: 'August 1, 2026 at 9:05 AM'. */
export const formatInstant = (instant: string | null | undefined): string => {
  const date = new Date(instant ?? '')
  return Number.isNaN(date.getTime()) ? none : exact.format(date)
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['minute', 60],
  ['hour', 60],
  ['day', 24],
  ['week', 7],
  ['month', 30 / 7],
  ['year', 365 / 30],
]

/** 'just now', '5 minutes ago', 'yesterday'; beyond a month the day itself. */
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

/** The time of day: '9:05 AM'. */
export const formatClock = (instant: string): string => {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? none : clock.format(date)
}

/** A date's calendar day where the reader is, `YYYY-MM-DD`; never by way of UTC. */
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

/** A count with its noun: '1 student', '3,126 students'; the plural is the noun with s unless said. */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${numbers.format(count)} ${count === 1 ? noun : plural}`

/** '1234.50' → '$1,234.50'. Works on the text, so that no cent is lost to a float. */
export const formatMoney = (amount: string | null | undefined): string => {
  const parts = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount ?? '')
  if (!parts) return none
  const [, sign = '', whole = '0', cents = ''] = parts
  return `${sign}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`
}

/** '+14635583453' → '(463) 558-3453'; other countries stay E.164. */
export const formatPhone = (phone: string | null | undefined): string => {
  return phone == null || phone === '' ? none : phoneWords(phone)
}

/** 2_350_000 → '2.4 MB'; files as people speak of them, in thousands. */
export const formatFileSize = (bytes: number): string => {
  if (bytes < 1000) return formatCount(bytes, 'byte')
  const [size, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${size < 9.95 && unit === 'MB' ? size.toFixed(1) : numbers.format(Math.round(size))} ${unit}`
}
