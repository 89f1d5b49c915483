const dayMilliseconds = 86_400_000

/** Returns the day some calendar days after another. Days are `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10)

/** Returns the number of days from one day to another, negative if the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / dayMilliseconds

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay())

/** Returns the day some business days after another. Saturdays and Sundays don’t count; holidays do. */
export const addBusinessDays = (day: string, days: number): string => {
  let [at, left] = [day, days]
  while (left > 0) {
    at = addDays(at, 1)
    if (!isWeekend(at)) left -= 1
  }
  return at
}
