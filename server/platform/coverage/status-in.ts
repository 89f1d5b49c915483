import { sql, type RawBuilder } from 'kysely'
import { coverages, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'

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
