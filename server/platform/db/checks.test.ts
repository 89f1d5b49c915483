import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '#contract/platform/access.ts'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { causes } from '#contract/platform/history/shapes.ts'
import { leftOutReasons } from '#contract/review/imports/choices.ts'
import { existingModes, importOutcomes, importStates } from '#contract/review/imports/shapes.ts'
import { ageOutRules } from '#contract/records/insurance-companies/choices.ts'
import { jobStates } from '#contract/platform/jobs/shapes.ts'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import { periodStates } from '#contract/setup/periods/shapes.ts'
import {
  academicStatuses,
  dependentTypes,
  insuranceTypes,
  recordStatuses,
  sourcesOfCoverage,
  subscriberRelations,
} from '#contract/platform/record/student-period-choices.ts'
import {
  dependentDateFields,
  dependentFields,
  savedStatusColumns,
  studentPeriodFields,
} from '#contract/platform/record/student-period-fields.ts'
import { genders } from '#contract/platform/record/genders.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

/**
 * Returns the values that a column’s own CHECK (or its domain’s) allows. Constraints over several columns are
 * ignored.
 */
const allowed = async (table: string, column: string): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(c.oid) as text from pg_constraint c
    join pg_attribute a on a.attrelid = ${table}::regclass and a.attname = ${column}
    where c.contype = 'c' and (c.contypid = a.atttypid or (c.conrelid = a.attrelid and c.conkey = array[a.attnum]))
  `.execute(services.owner)
  return rows
    .flatMap(({ text }) => [...text.matchAll(/'([a-z0-9_]+)'::text/g)].map(([, value = '']) => value))
    .sort()
}

const lines = coverages.flatMap((coverage) => [
  ['student_periods', `${coverage}_status`, coverageStatuses],
  ['student_periods', `${coverage}_prior_status`, coverageStatuses],
  ['student_periods', `${coverage}_prior_tier`, tiers],
  ['student_periods', `${coverage}_waive_insurance_type`, insuranceTypes],
  ['student_periods', `${coverage}_enroll_insurance_type`, insuranceTypes],
  ['student_periods', `${coverage}_waive_source_of_coverage`, sourcesOfCoverage],
  ['student_periods', `${coverage}_waive_subscriber_relation`, subscriberRelations],
]) satisfies (readonly [string, string, readonly string[]])[]

/** Columns the system maintains in every record. */
const everywhere = ['id', 'school_id', 'created_at', 'updated_at', 'deleted_at']
const sealed = ['ssn_cipher', 'ssn_last_four']

describe('the database allows exactly the contract’s values', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['users', 'permission', permissions],
    ['periods', 'state', periodStates],
    ['students', 'gender', genders],
    ['dependents', 'gender', genders],
    ['dependents', 'type', dependentTypes],
    ['dependents', 'covers', coverages],
    ['student_periods', 'status', recordStatuses],
    ['student_periods', 'academic_status', academicStatuses],
    ['student_periods', 'planned_academic_status', academicStatuses],
    ['history', 'cause', causes],
    ['changes', 'cause', causes],
    ['imports', 'state', importStates],
    ['imports', 'on_existing', existingModes],
    ['import_rows', 'outcome', importOutcomes],
    ['import_rows', 'left_out_for', leftOutReasons],
    ['jobs', 'state', jobStates],
    ['insurance_companies', 'age_out_rule', ageOutRules],
    ...lines,
  ])('%s.%s', async (table, column, values) => {
    expect(await allowed(table, column)).toEqual([...values].sort())
  })

  it.each([
    [
      'students',
      studentFields,
      [
        ...sealed,
        'ssn_index',
        'ssn_is_held',
        'merged_into_id',
        'erased_at',
        'held_since',
        'hold_reason',
        'search_text',
        'name_text',
        'sort_name',
        'version',
      ],
    ],
    [
      'student_periods',
      studentPeriodFields,
      ['period_id', 'student_id', 'sort_name', 'version', 'erased_at', ...savedStatusColumns.keys()],
    ],
    [
      'dependents',
      { ...dependentFields, ...dependentDateFields, covers: null },
      [...sealed, 'student_period_id'],
    ],
  ])('the columns of %s are exactly its fields', async (table, fields, others) => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(services.owner)
    // SSNs are stored encrypted, companies by ID
    const isStored = (name: string): boolean => !['ssn', 'companyName'].includes(fieldOf(name)?.format ?? '')
    const columns = [...Object.keys(fields).filter(isStored), ...others, ...everywhere]
    expect(rows.map(({ name }) => name).sort()).toEqual(columns.sort())
  })
})
