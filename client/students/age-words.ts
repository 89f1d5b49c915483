import { ageOn } from '#client/common/age.ts'
import { formatDay, localDay } from '#client/lib/format.ts'

/** The birthday on which a child leaves a parent's plan (domain section 6): who is born on February 29 does on March 1. */
const leavingAge = 26

/** '2001-02-28' → '2027-02-28'; null without a birth date. */
export const leavesPlanOn = (dob: string | null): string | null => {
  if (dob === null) return null
  const year = Number(dob.slice(0, 4)) + leavingAge
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return `${year}${dob.slice(4) === '-02-29' && !isLeap ? '-03-01' : dob.slice(4)}`
}

/** 'age 25, turns 26 on 03/04/2027' where that falls into the policy year, else 'age 21'; '' without a birth date. */
export const ageWords = (
  dob: string | null,
  year: { readonly starts_on: string; readonly ends_on: string } | undefined,
  today = localDay(new Date()),
): string => {
  const age = ageOn(dob, today)
  if (age === null) return ''
  const leaves = leavesPlanOn(dob)
  const matters = year !== undefined && leaves !== null && leaves >= year.starts_on && leaves <= year.ends_on
  if (!matters) return `age ${age}`
  return `age ${age}, ${leaves <= today ? 'turned' : 'turns'} 26 on ${formatDay(leaves)}`
}
