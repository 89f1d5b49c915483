/** The century of a 2-digit year: birth dates are in the past, other dates at most 10 years ahead. */
export type DateKind = 'birth' | 'other'

interface Parts {
  readonly year: string
  readonly month: string
  readonly day: string
}

const shapes: readonly RegExp[] = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?$/,
  /^(?<month>\d{1,2})\s*[-/.\s]\s*(?<day>\d{1,2})\s*[-/.\s]\s*(?<year>\d{4}|\d{2})$/,
  /^(?<month>\d{2})(?<day>\d{2})(?<year>\d{4})$/,
  /^(?<month>\d{2})(?<day>\d{2})(?<year>\d{2})$/,
  /^(?<name>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})$/i,
  /^(?<day>\d{1,2})[\s-](?<name>[a-z]{3,9})\.?[\s-](?<year>\d{4})$/i,
]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Converts a typed or pasted date ('03152001', '3/5/01', '2001-03-15', 'Mar 5, 2001') to `YYYY-MM-DD`. Returns '' for
 * empty text and null for text that isn't a date, including impossible days (02/30/2024).
 */
export const parseDateText = (text: string, kind: DateKind = 'other', today = new Date()): string | null => {
  const bare = text.trim()
  if (bare === '') return ''
  const parts = match(bare)
  if (!parts) return null
  const month = Number(parts.month)
  const day = Number(parts.day)
  const isReal = (year: number) => month >= 1 && month <= 12 && day >= 1 && day <= lengthOf(year, month)
  const year =
    parts.year.length === 4 ? Number(parts.year) : fullYear(Number(parts.year), month, day, kind, today)
  return year >= 1 && isReal(year) ? iso(year, month, day) : null
}

/** Converts `YYYY-MM-DD` to `mm/dd/yyyy`; returns any other text unchanged, so that the user can fix it. */
export const showDateText = (value: string): string => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  return parts ? `${parts[2]}/${parts[3]}/${parts[1]}` : value
}

const match = (text: string): Parts | null => {
  for (const shape of shapes) {
    const groups = shape.exec(text)?.groups
    if (!groups) continue
    const month = groups['name'] === undefined ? groups['month'] : monthOf(groups['name'])
    const { year, day } = groups
    if (year !== undefined && month !== undefined && day !== undefined) return { year, month, day }
  }
  return null
}

const monthOf = (name: string): string | undefined => {
  const index = months.indexOf(name.slice(0, 3).toLowerCase())
  const full = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2000, index, 1),
  )
  const isMonth =
    index >= 0 && (full.toLowerCase().startsWith(name.toLowerCase()) || name.toLowerCase() === 'sept')
  return isMonth ? String(index + 1) : undefined
}

const lengthOf = (year: number, month: number): number => {
  const last = new Date(Date.UTC(2000, month, 0))
  last.setUTCFullYear(year, month, 0)
  return last.getUTCDate()
}

const iso = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

const fullYear = (short: number, month: number, day: number, kind: DateKind, today: Date): number => {
  const ahead = kind === 'birth' ? 0 : 10
  const limit = iso(today.getFullYear() + ahead, today.getMonth() + 1, today.getDate())
  const century = Math.floor((today.getFullYear() + ahead) / 100) * 100
  return iso(century + short, month, day) <= limit ? century + short : century - 100 + short
}
