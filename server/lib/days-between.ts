/** Returns the number of days from one day to another, negative if the second is earlier. Both are `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000
