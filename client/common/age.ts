/** Whole years between a birth date and a day, both `YYYY-MM-DD`; null when there is no birth date or it is ahead. */
export const ageOn = (dob: string | null, today: string): number | null => {
  if (dob === null || dob > today) return null
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  return today.slice(5) < dob.slice(5) ? years - 1 : years
}
