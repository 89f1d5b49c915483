const day = /^(\d{4})-(\d{2}-\d{2})$/

/** Moves a date (`YYYY-MM-DD`) by a number of years; another text stays as it is. */
export const shiftDay = (value: string, years: number): string => {
  const [, year, rest] = day.exec(value) ?? []
  if (year === undefined || rest === undefined) return value
  const shifted = Math.min(9999, Math.max(1, Number(year) + years))
  const isLeap = new Date(Date.UTC(shifted, 1, 29)).getUTCMonth() === 1
  return `${String(shifted).padStart(4, '0')}-${rest === '02-29' && !isLeap ? '02-28' : rest}`
}

/**
 * Moves every date in a document (`YYYY-MM-DD`) by a number of years, within the years 1 to 9999. February 29
 * becomes February 28 in other years.
 */
export const shiftDates = (value: unknown, years: number): unknown => {
  if (typeof value === 'string') return shiftDay(value, years)
  if (Array.isArray(value)) return value.map((item: unknown) => shiftDates(item, years))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shiftDates(inner, years)]))
}
