import { currentDay } from '#client/platform/lib/today.ts'
import { ageOn } from '#client/platform/record/age.ts'
import { formatDay } from '#client/platform/lib/format.ts'

/** The birthday on which most parents’ plans end, by federal law: March 1 for those born on February 29. */
const ageOutAge = 26

/** Returns the age-out date: '2001-02-28' → '2027-02-28'; null without a birth date. */
export const ageOutDate = (dob: string | null): string | null => {
  if (dob === null) return null
  const year = Number(dob.slice(0, 4)) + ageOutAge
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return `${year}${dob.slice(4) === '-02-29' && !isLeap ? '-03-01' : dob.slice(4)}`
}

/**
 * Returns 'age 25, 26th birthday 03/04/2027' if that's in the policy year, otherwise 'age 21'; '' without a birth date.
 */
export const ageText = (
  dob: string | null,
  year: { readonly starts_on: string; readonly ends_on: string } | undefined,
  today = currentDay(),
): string => {
  const age = ageOn(dob, today)
  if (age === null) return ''
  const leaves = ageOutDate(dob)
  const matters = year !== undefined && leaves !== null && leaves >= year.starts_on && leaves <= year.ends_on
  if (!matters) return `age ${age}`
  return `age ${age}, 26th birthday ${formatDay(leaves)}`
}
