import { sql, type RawBuilder } from 'kysely'
import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { reverificationStatuses } from '#contract/platform/coverage/status-groups.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'

/** Returns the condition that reverifications take the record `sp`: it's active, and the student hasn't left. */
export const isReverified = sql<boolean>`(sp.status <> 'inactive' and sp.academic_status is distinct from 'graduated'
  and sp.academic_status is distinct from 'withdrawn')`

/** The columns of a coverage type of the record `sp`. */
const columnsOf = (coverage: Coverage) => ({
  status: sql.ref(`sp.${coverage}_status`),
  verifiedOn: sql.ref(`sp.${coverage}_waive_verified_on`),
})

/**
 * Returns the condition that the reverify date of a waiver has come by `today`, `YYYY-MM-DD`. A date that was there before
 * the waiver was verified last is done.
 */
export const hasDateCome = (coverage: Coverage, today: string): RawBuilder<boolean> => {
  const { verifiedOn } = columnsOf(coverage)
  return sql<boolean>`coalesce(sp.reverify_on <= ${today}::date
    and (${verifiedOn} is null or ${verifiedOn} < sp.reverify_on), false)`
}

/** Returns the condition that a waiver is to be reverified: its status says so, or it's waived and its date has come. */
export const isDue = (coverage: Coverage, today: string): RawBuilder<boolean> => {
  const { status } = columnsOf(coverage)
  const subset = sql.join(reverificationStatuses.map((one) => sql.lit(one)))
  return sql<boolean>`(${status} in (${subset}) or (${status} = 'waived' and ${hasDateCome(coverage, today)}))`
}

/**
 * Returns the status of a coverage type in SQL: `record` is the name of the student-period’s row in the statement, and
 * `coverage` that of the column with the coverage type.
 */
export const statusIn = (record: string, coverage: string): RawBuilder<CoverageStatus> => {
  const cases = coverages.map(
    (one) => sql`when ${sql.lit(one)} then ${sql.ref(`${record}.${statusFieldOf(one)}`)}`,
  )
  return sql<CoverageStatus>`case ${sql.ref(coverage)} ${sql.join(cases, sql` `)} end`
}
