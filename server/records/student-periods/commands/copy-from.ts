import { sql } from 'kysely'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { CopiedDependent, CopyPreview } from '#contract/records/student-periods/copy-shapes.ts'
import { texts } from '#contract/platform/problem.ts'
import { ssnMask } from '#contract/platform/fields.ts'
import type { Context } from '#server/platform/context.ts'
import { unpricedText, unpricedTiers } from '#server/platform/coverage/index.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fieldChanges, withCompanyNames, type Entry } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { selectPeriodWithRules, type PeriodWithRules } from '#server/setup/periods/index.ts'
import { problem } from '#server/platform/problem.ts'
import { presentDependent } from '../present.ts'
import {
  getStudentPeriod,
  listDependents,
  type DependentRow,
  type StudentPeriodRow,
} from '../queries/single.ts'
import { copiedCovers, copyValues, defaultCopyFields, findNotCopyable } from '../rules/copy.ts'
import { assertMayWrite, forbiddenKey } from '../rules/fields.ts'

type Values = Record<string, string | number | boolean | null>

/** What a new student-period copies from an earlier one. */
export interface CopyRequest {
  readonly from: number
  /** Defaults to academic and waive fields. */
  readonly fields?: readonly string[] | undefined
}

interface Copy {
  readonly source: StudentPeriodRow
  readonly values: Values
  readonly dependents: readonly DependentRow[]
}

/**
 * Returns the copy of a student-period in another period; values in `given` win over copied ones.
 * @throws Problem 422 on a source that’s unknown, foreign, another student’s or in the same period, on fields that
 * can’t be copied, and on a period without the premium of a renewed tier; 403 on fields the caller can’t write
 */
export const readCopy = async (
  context: Context,
  period: PeriodWithRules,
  studentId: number,
  ask: CopyRequest,
  given: Values = {},
): Promise<Copy> => {
  const fields = fieldsOf(context, ask.fields)
  const source = await selectSource(context, period, studentId, ask.from)
  const today = dayIn(context.clock, officeTimeZone)
  const values = copyValues(source, { today, period, fields, given })
  assertPriced(values, period)
  const dependents = await listDependents(context, source.id)
  return {
    source,
    values,
    dependents: dependents.map((one) => ({ ...one, covers: copiedCovers(one.covers, values) })),
  }
}

/** Checks that coverage that is renewed has a premium. @throws Problem 422 */
const assertPriced = (values: Values, { name, rules }: PeriodWithRules): void => {
  const renewed = coverages.flatMap((coverage) => {
    const tier = tiers.find((one) => one === values[statusFieldOf(coverage)])
    return tier === undefined ? [] : [{ coverage, tier }]
  })
  const missing = unpricedTiers(renewed, rules.plans)
  if (missing.length > 0) throw problem.invalid({ period_id: unpricedText(missing, name) })
}

const fieldsOf = (context: Context, asked: readonly string[] | undefined): readonly string[] => {
  const { permission } = context.caller
  if (asked === undefined)
    return defaultCopyFields.filter((field) => forbiddenKey([field], permission) === undefined)
  const unknown = findNotCopyable(asked)
  if (unknown >= 0) throw problem.invalid({ [`fields_to_carry.${unknown}`]: texts.selected })
  assertMayWrite(asked, permission)
  return asked
}

const selectSource = async (
  context: Context,
  period: PeriodWithRules,
  studentId: number,
  id: number,
): Promise<StudentPeriodRow> => {
  const found = await scope
    .studentPeriods(context)
    .select('student_periods.id')
    .where('student_periods.id', '=', id)
    .where('student_periods.student_id', '=', studentId)
    .where('student_periods.school_id', '=', period.school_id)
    .where('student_periods.period_id', '<>', period.id)
    .executeTakeFirst()
  if (!found) throw problem.selected('copy_from_student_period_id')
  return getStudentPeriod(context, id)
}

/** Returns a preview of a copy, with companies by name. @throws Problem 404, 422 */
export const previewCopy = async (
  context: Context,
  from: number,
  { periodId, fields }: { periodId: number; fields?: readonly string[] | undefined },
): Promise<CopyPreview> => {
  const { student_id } = await getStudentPeriod(context, from)
  const period = await selectPeriodWithRules(context, periodId)
  const { source, values, dependents } = await readCopy(context, period, student_id, { from, fields })
  const [named] = await withCompanyNames(context.db, [{ changes: fieldChanges({}, values) }])
  return {
    from: { id: source.id, period_name: source.period_name },
    changes: named?.changes ?? [],
    dependents: dependents.map(toShown),
  }
}

const toShown = (row: DependentRow): CopiedDependent => {
  const { type, first_name, last_name, covers } = presentDependent(row)
  return { type, first_name, last_name, covers }
}

/**
 * Copies dependents, including their encrypted SSNs, into a new student-period. Returns a history entry for
 * each.
 */
export const copyDependents = async (
  context: Context,
  owner: { readonly id: number; readonly school_id: number; readonly student_id: number },
  dependents: readonly DependentRow[],
): Promise<Entry[]> => {
  const entries: Entry[] = []
  for (const { id: from, ssn_last_four, covers, ...fields } of dependents) {
    const { rows } = await sql<{ id: number }>`
      insert into dependents (school_id, student_period_id, type, gender, first_name, last_name, dob, ssn_cipher,
        ssn_last_four, covers, created_at, updated_at)
      select d.school_id, ${owner.id}, d.type, d.gender, d.first_name, d.last_name, d.dob, d.ssn_cipher,
        d.ssn_last_four, ${[...covers]}::text[], ${context.clock.now().toISOString()}::timestamptz,
        ${context.clock.now().toISOString()}::timestamptz
      from dependents d where d.id = ${from} and ${scope.within(context, 'd.school_id')}
      returning id`.execute(context.db)
    const [made] = rows
    if (!made) throw new Error('The dependent wasn’t copied.')
    const written = { ...fields, covers, ssn: ssn_last_four === null ? null : ssnMask(ssn_last_four) }
    entries.push({
      kind: 'dependent_added',
      subject: { type: 'dependent', id: made.id },
      school_id: owner.school_id,
      student_id: owner.student_id,
      student_period_id: owner.id,
      changes: fieldChanges({}, written),
    })
  }
  return entries
}
