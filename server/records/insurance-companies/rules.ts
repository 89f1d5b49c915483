import {
  insuranceCompanyListNames,
  type InsuranceCompanyList,
} from '#contract/records/insurance-companies/fields.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'

/**
 * Returns why a pattern for member IDs can’t be used; null if it can. It’s compiled by an engine with linear run time,
 * so that no pattern can block the server.
 */
export const patternProblem = async (pattern: string): Promise<string | null> => {
  const { RE2JS } = await import('re2js')
  try {
    RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return null
  } catch {
    return 'Enter a valid regular expression, for example [A-Z]{3}\\d{9}.'
  }
}

/** Returns whether a whole member ID matches the pattern; case is ignored. */
export const fitsPattern = async (pattern: string, memberId: string): Promise<boolean> => {
  const { RE2JS } = await import('re2js')
  return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matches(memberId)
}

const marks = /[\u0300-\u036F]/g

/** Returns text as the database compares it, without case and accents. */
export const foldName = (text: string): string => text.normalize('NFKD').replaceAll(marks, '').toLowerCase()

/** Returns a list without duplicates; the first spelling stays. */
export const withoutDuplicates = (values: readonly string[]): string[] => {
  const seen = new Set<string>()
  return values.filter((value) => {
    const key = foldName(value)
    return !seen.has(key) && seen.add(key)
  })
}

type Lists = Readonly<Record<InsuranceCompanyList, readonly string[]>>

/** Returns what a company gets from a merged one: names and payer IDs it doesn’t have. */
export const gainedLists = (
  into: Lists & { readonly name: string },
  from: Lists & { readonly name: string },
): { readonly field: InsuranceCompanyList; readonly values: string[] }[] =>
  insuranceCompanyListNames.flatMap((field) => {
    const own = field === 'aliases' ? [into.name, ...into.aliases] : into[field]
    const theirs = field === 'aliases' ? [from.name, ...from.aliases] : from[field]
    const known = new Set(own.map(foldName))
    const values = withoutDuplicates(theirs).filter((value) => !known.has(foldName(value)))
    return values.length === 0 ? [] : [{ field, values }]
  })

/**
 * Returns a list without a change’s effect: added items are removed, removed items are restored, later changes
 * stay.
 */
export const withoutChange = (present: readonly string[], { before, after }: FieldChange): string[] => {
  const former = Array.isArray(before) ? before : []
  const given = Array.isArray(after) ? after : []
  const added = new Set(given.filter((value) => !former.includes(value)))
  const back = former.filter((value) => !given.includes(value))
  return withoutDuplicates([...present.filter((value) => !added.has(value)), ...back])
}
