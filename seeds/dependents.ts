import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { DependentType } from '#contract/platform/record/student-period-choices.ts'
import type { Database } from '#server/platform/db/database.ts'
import { addDays, type Random } from '#server/testing/random.ts'
import { rosterAt } from './history.ts'
import { insertRows } from './insert-rows.ts'
import type { LineStatuses } from './line.ts'

/** The dependents of a tier. */
const coveredBy: Partial<Record<CoverageStatus, readonly DependentType[]>> = {
  enrolled_ech: ['child'],
  enrolled_esp: ['spouse'],
  enrolled_espch: ['spouse', 'child'],
  enrolled_espch2: ['spouse', 'child', 'child'],
  enrolled_efam: ['spouse', 'child'],
}

/** Returns a tier as its school uses it: the single family tier, or the others. Other statuses don’t change. */
export const tierOfSchool = (status: CoverageStatus, usesFamilyTier: boolean): CoverageStatus => {
  if (usesFamilyTier) return coveredBy[status] ? 'enrolled_efam' : status
  return status === 'enrolled_efam' ? 'enrolled_espch' : status
}

/** Returns a student’s family, as small as the tiers of all lines allow, each with their coverage types. */
const familyOf = (statuses: LineStatuses): { type: DependentType; covers: Coverage[] }[] =>
  (['spouse', 'child'] as const).flatMap((type) => {
    const wanted = coverages.map((coverage) => ({
      coverage,
      many: (coveredBy[statuses[coverage]] ?? []).filter((one) => one === type).length,
    }))
    return Array.from({ length: Math.max(...wanted.map(({ many }) => many)) }, (_, index) => ({
      type,
      // sorted as the application saves them, so that a change of someone else isn’t one of theirs
      covers: wanted
        .filter(({ many }) => many > index)
        .map(({ coverage }) => coverage)
        .toSorted(),
    }))
  })

interface Place {
  readonly db: Database
  readonly random: Random
  readonly schoolId: number
  readonly year: number
}

/** Creates the dependents for the tiers of every record’s lines. */
export const seedDependents = async (
  { db, random, schoolId, year }: Place,
  rows: readonly { readonly id: number; readonly statuses: LineStatuses }[],
): Promise<void> => {
  const dependents = rows.flatMap((row) =>
    familyOf(row.statuses).map(({ type, covers }) => ({
      school_id: schoolId,
      student_period_id: row.id,
      created_at: rosterAt(year),
      type,
      gender: random.pick(['female', 'male']),
      first_name: random.pick(['Alex', 'Robin', 'Sam', 'Kim', 'Noor', 'Toni']),
      last_name: random.pick(['Reyes', 'Novak', 'Osei', 'Laurent', 'Park']),
      dob:
        type === 'child'
          ? addDays('2016-01-01', random.between(0, 3000))
          : addDays('1994-01-01', random.between(0, 3000)),
      covers,
    })),
  )
  await insertRows(db, 'dependents', dependents)
}
