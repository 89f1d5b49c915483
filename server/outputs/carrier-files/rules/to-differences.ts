import type { DifferenceKind } from '#contract/outputs/carrier-files/choices.ts'
import type { MemberDifference } from '#contract/outputs/carrier-files/shapes.ts'
import type { CoverageStatement, PersonStatement } from './statements.ts'
import { fullName } from '#contract/platform/person-name.ts'

const kinds: Readonly<Record<CoverageStatement['type'], DifferenceKind>> = {
  add: 'added',
  change: 'changed',
  term: 'ended',
  reinstate: 'reinstated',
  audit: 'changed',
}

/** Returns changes as differences for staff: persons, coverages, days and what changed, without the values. */
export const toDifferences = (changes: readonly PersonStatement[]): MemberDifference[] =>
  changes.flatMap(({ person, details, coverages }) => {
    const who = { person: fullName(person), relation: person.relation }
    const about = { coverage_type: null, tier: null, on: null }
    return [
      ...coverages.map((one) => ({ ...who, ...coverageDifference(one) })),
      ...(details.length > 0 ? [{ ...who, ...about, kind: 'details' as const, details: [...details] }] : []),
    ]
  })

const coverageDifference = ({
  coverage,
  type,
  now,
  details,
}: CoverageStatement): Omit<MemberDifference, 'person' | 'relation'> => ({
  kind: kinds[type],
  coverage_type: coverage,
  tier: now.tier,
  on: type === 'term' ? now.ends_on : now.starts_on,
  details: type === 'change' ? [...details] : [],
})
