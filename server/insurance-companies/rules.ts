import { RE2JS } from 're2js'
import { insuranceCompanyListNames, type InsuranceCompanyList } from '#contract/insurance-companies/fields.ts'
import type { FieldChange } from '#contract/history/shapes.ts'

/**
 * Whether a pattern for member IDs can be used; null when it can. It is compiled by an engine whose time grows with the
 * text and nothing else (decision 048), so that no pattern can hold the server.
 */
export const patternProblem = (pattern: string): string | null => {
  try {
    RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return null
  } catch {
    return 'This is no pattern that can be checked. An example: [A-Z]{3}\\d{9}.'
  }
}

/** Whether a member ID as a whole has the format; case does not count. */
export const fitsPattern = (pattern: string, memberId: string): boolean =>
  RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matches(memberId)

const marks = /[\u0300-\u036F]/g

/** As the database folds text for comparing: case and accents do not count. */
export const folded = (text: string): string => text.normalize('NFKD').replaceAll(marks, '').toLowerCase()

/** A list without what it says twice: the first spelling stays. */
export const withoutTwins = (values: readonly string[]): string[] => {
  const seen = new Set<string>()
  return values.filter((value) => {
    const key = folded(value)
    return !seen.has(key) && seen.add(key)
  })
}

type Lists = Readonly<Record<InsuranceCompanyList, readonly string[]>>

/** What a company takes over from one that is merged into it: names and payer IDs that it does not have. */
export const gainedLists = (
  into: Lists & { readonly name: string },
  from: Lists & { readonly name: string },
): { readonly field: InsuranceCompanyList; readonly values: string[] }[] =>
  insuranceCompanyListNames.flatMap((field) => {
    const own = field === 'aliases' ? [into.name, ...into.aliases] : into[field]
    const theirs = field === 'aliases' ? [from.name, ...from.aliases] : from[field]
    const known = new Set(own.map(folded))
    const values = withoutTwins(theirs).filter((value) => !known.has(folded(value)))
    return values.length === 0 ? [] : [{ field, values }]
  })

/** A list as it is without what a change did to it: what came goes, what went comes back, all since then stays. */
export const takenBack = (present: readonly string[], { before, after }: FieldChange): string[] => {
  const former = Array.isArray(before) ? before : []
  const given = Array.isArray(after) ? after : []
  const added = new Set(given.filter((value) => !former.includes(value)))
  const back = former.filter((value) => !given.includes(value))
  return withoutTwins([...present.filter((value) => !added.has(value)), ...back])
}
