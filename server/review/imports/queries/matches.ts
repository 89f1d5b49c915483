import { sql, type RawBuilder } from 'kysely'
import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { Tier } from '#contract/platform/coverage/status-groups.ts'
import { dependentTypes } from '#contract/platform/record/student-period-choices.ts'
import { plannedFields } from '#contract/platform/record/student-period-fields.ts'
import { importableEnrollmentFields, importableStudentFields } from '#contract/review/imports/choices.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { LineState } from '#server/platform/coverage/index.ts'
import { textOf, type Value, type StoredEnrollment, type StoredStudent } from '../rules/reading.ts'

/** The target period of an import and its school. */
interface Target {
  readonly school_id: number
  readonly period_id: number
}

/** The columns of a student that an import reads and writes, without the SSN. */
export const studentColumns = importableStudentFields.filter((field) => field !== 'ssn')

/** Returns the columns that hold the state of a line. */
const lineColumnsOf = (coverage: Coverage): string[] => [
  `${coverage}_status`,
  `${coverage}_prior_status`,
  `${coverage}_prior_tier`,
  `${coverage}_prior_end_on`,
  `${coverage}_enroll_coverage_start_on`,
  `${coverage}_enroll_coverage_end_on`,
  `${coverage}_enroll_premium`,
  `${coverage}_enroll_direct_pay_premium`,
]
/** The columns that a row’s academic status writes: the state of all lines, and what waits for its day. */
export const stateColumns = [...coverages.flatMap(lineColumnsOf), ...Object.keys(plannedFields)]

/** The types of the dependents whom a coverage type covers, as text: 'spouse child'. */
const coveredBy = (context: Context, coverage: Coverage): RawBuilder<unknown> => sql`(
  select string_agg(d.type, ' ') from dependents d
  where d.student_period_id = sp.id and ${scope.within(context, 'd.school_id')} and d.deleted_at is null
    and ${coverage} = any(d.covers)) as ${sql.ref(`${coverage}_covered`)}`

type Flat = Readonly<Record<string, Value | null>>

/**
 * Returns the students of a school whose IDs mean the same as these student IDs, by ID as asked, with their
 * student-periods in the target period.
 */
export const findStored = async (
  context: Context,
  target: Target,
  sids: readonly (string | null)[],
): Promise<Map<string, StoredStudent[]>> => {
  // Looks up each student ID by key, and its student-period by student. School and period are checked behind a
  // fence (offset 0): without statistics, the planner would choose an index that starts with one of them and
  // read the whole school or period for every row.
  const { rows } = await sql<Flat>`
    select asked.sid as asked_sid, s.id, s.version, s.ssn_last_four,
      ${sql.join(studentColumns.map((name) => sql.ref(`s.${name}`)))},
      ${sql.join(coverages.map((coverage) => coveredBy(context, coverage)))},
      sp.id as enrollment_id, sp.version as enrollment_version,
      ${sql.join([...importableEnrollmentFields, ...stateColumns].map((name) => sql.ref(`sp.${name}`)))}
    from unnest(${[...sids]}::text[]) as asked(sid)
    cross join lateral (
      select * from students where shipmate_sid_key(sid) = shipmate_sid_key(asked.sid) and deleted_at is null offset 0
    ) s
    left join lateral (
      select * from (select * from student_periods where student_id = s.id and deleted_at is null offset 0) theirs
      where theirs.period_id = ${target.period_id}
    ) sp on true
    where s.school_id = ${target.school_id} and ${scope.within(context, 's.school_id')}`.execute(context.db)
  const found = new Map<string, StoredStudent[]>()
  for (const row of rows) {
    const asked = String(row['asked_sid'])
    found.set(asked, [...(found.get(asked) ?? []), toStored(row)])
  }
  return found
}

const pickValues = (row: Flat, names: readonly string[]): Record<string, Value | null> => {
  const values: Record<string, Value | null> = {}
  for (const name of names) values[name] = row[name] ?? null
  return values
}

const toStored = (row: Flat): StoredStudent => ({
  id: Number(row['id']),
  version: Number(row['version']),
  values: pickValues(row, studentColumns),
  ssn_last_four: textOf(row['ssn_last_four']),
  enrollment: row['enrollment_id'] == null ? null : toEnrollment(row),
})

const toEnrollment = (row: Flat): StoredEnrollment => ({
  id: Number(row['enrollment_id']),
  version: Number(row['enrollment_version']),
  values: pickValues(row, importableEnrollmentFields),
  lines: { medical: lineOf(row, 'medical'), dental: lineOf(row, 'dental'), vision: lineOf(row, 'vision') },
  stateValues: pickValues(row, stateColumns),
})

const lineOf = (row: Flat, coverage: Coverage): LineState => ({
  // the domain coverage_status and the CHECKs allow exactly the contract's enumerations
  status: textOf(row[`${coverage}_status`]) as CoverageStatus,
  prior_status: textOf(row[`${coverage}_prior_status`]) as CoverageStatus | null,
  prior_tier: textOf(row[`${coverage}_prior_tier`]) as Tier | null,
  prior_end_on: textOf(row[`${coverage}_prior_end_on`]),
  coverage_start_on: textOf(row[`${coverage}_enroll_coverage_start_on`]),
  coverage_end_on: textOf(row[`${coverage}_enroll_coverage_end_on`]),
  premium: textOf(row[`${coverage}_enroll_premium`]),
  direct_pay_premium: textOf(row[`${coverage}_enroll_direct_pay_premium`]),
  covered: (textOf(row[`${coverage}_covered`]) ?? '').split(' ').flatMap((name) => {
    const type = dependentTypes.find((one) => one === name)
    return type ? [{ type }] : []
  }),
})

/** Returns bytes as the database writes them in text and JSON. */
export const bytesText = (hex: string): string => `\\x${hex}`
