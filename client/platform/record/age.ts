/**
 * Returns the full years between a birth date and a day, both `YYYY-MM-DD`; null without a birth date or if it's in
 * the future.
 */
export const ageOn = (dob: string | null, today: string): number | null => {
  if (dob === null || dob > today) return null
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  return today.slice(5) < dob.slice(5) ? years - 1 : years
}
