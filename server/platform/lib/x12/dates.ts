/** Returns the day of a D8 (CCYYMMDD) as YYYY-MM-DD, or null if it’s none. */
export const readDay = (text: string): string | null => {
  if (!/^(?:18|19|20|21)\d{6}$/.test(text) && text !== '99991231') return null
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day) ? day : null
}

/** A day, or the first and the last day of a range. */
interface DayRange {
  readonly begins: string
  readonly ends: string | null
}

/** Returns the days of a DTP by its format (D8 or RD8), or null if they aren’t days or end before they begin. */
export const readDays = (format: string, text: string): DayRange | null => {
  const [first = '', last, ...more] = text.split('-')
  const begins = readDay(first)
  if (begins === null || more.length > 0) return null
  if (format === 'D8') return last === undefined ? { begins, ends: null } : null
  const ends = last === undefined ? null : readDay(last)
  return format === 'RD8' && ends !== null && ends >= begins ? { begins, ends } : null
}
