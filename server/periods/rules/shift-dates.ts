const day = /^(\d{4})-(\d{2}-\d{2})$/

const shiftDay = (value: string, years: number): string => {
  const [, year, rest] = day.exec(value) ?? []
  if (year === undefined || rest === undefined) return value
  const shifted = Math.min(9999, Math.max(1, Number(year) + years))
  const isLeap = new Date(Date.UTC(shifted, 1, 29)).getUTCMonth() === 1
  return `${String(shifted).padStart(4, '0')}-${rest === '02-29' && !isLeap ? '02-28' : rest}`
}

/**
 * Every day in a document (`YYYY-MM-DD`) so many years on, at most to the years 1 and 9999; February 29 is the 28th
 * where there is none.
 */
export const shiftDates = (value: unknown, years: number): unknown => {
  if (typeof value === 'string') return shiftDay(value, years)
  if (Array.isArray(value)) return value.map((item: unknown) => shiftDates(item, years))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shiftDates(inner, years)]))
}
