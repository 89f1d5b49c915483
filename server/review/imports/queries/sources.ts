import { sql, type RawBuilder } from 'kysely'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import { leftOutReasons, type LeftOutReason } from '#contract/review/imports/choices.ts'
import type { Context } from '#server/platform/context.ts'
import type { EligibilityFacts } from '#server/platform/coverage/index.ts'
import { listedName } from '#server/platform/db/person-names.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { CopySource } from '../rules/plan.ts'
import type { Value } from '../rules/reading.ts'

/** Which students are copied from one policy year to another. */
export interface CopiedYear {
  readonly school_id: number
  readonly from_period_id: number
  readonly to: { readonly id: number; readonly starts_on: string }
  /** Only students with these medical statuses; null for all. */
  readonly statuses: readonly string[] | null
  readonly fields: readonly string[]
}

type Flat = Readonly<Record<string, Value | null>>

const statusFields = coverages.map(statusFieldOf)

/** The students of the earlier year as `sp` and `s`, with their record in the new one as `target`. */
const sourcesOf = (context: Context, year: CopiedYear): RawBuilder<unknown> => sql`
  student_periods sp
  join students s on s.id = sp.student_id
  left join lateral (
    select * from (
      -- the fence: see findStored
      select id, version, period_id from student_periods
      where student_id = sp.student_id and deleted_at is null offset 0
    ) theirs
    where theirs.period_id = ${year.to.id}
  ) target on true
  where sp.period_id = ${year.from_period_id} and sp.school_id = ${year.school_id} and sp.deleted_at is null and sp.erased_at is null
    and (${year.statuses}::text[] is null or sp.medical_status = any(${year.statuses}::text[]))
    and ${scope.within(context, 'sp.school_id')}`

const leftOutFor = ({ to }: CopiedYear): RawBuilder<LeftOutReason | null> => sql<LeftOutReason | null>`case
  when target.id is not null then 'already_in_year'
  when sp.status <> 'active' then 'inactive'
  when sp.academic_status in ('graduated', 'withdrawn') then sp.academic_status
  when sp.expected_graduation_on < ${to.starts_on}::date then 'graduates_before' end`

/** Reads the next students of the earlier year in the order of their records, also those who are left out. */
export const readSources = async (
  context: Context,
  year: CopiedYear,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<CopySource[]> => {
  const names = [...new Set([...year.fields, 'academic_status', ...statusFields])]
  const { rows } = await sql<Flat>`
    select sp.id as source_id, s.id as source_student_id, s.version as source_student_version, s.sid,
      ${listedName('s')} as name, target.id as target_id, target.version as target_version,
      ${leftOutFor(year)} as left_out_for, ${sql.join(names.map((name) => sql.ref(`sp.${name}`)))}
    from ${sourcesOf(context, year)} and sp.id > ${after}
    order by sp.id limit ${limit}`.execute(context.db)
  return rows.map(toSource)
}

const numberOrNull = (value: Value | null | undefined): number | null =>
  value == null ? null : Number(value)

const toSource = (row: Flat): CopySource => ({
  id: Number(row['source_id']),
  student_id: Number(row['source_student_id']),
  student_version: Number(row['source_student_version']),
  sid: String(row['sid']),
  name: String(row['name']),
  target_id: numberOrNull(row['target_id']),
  target_version: numberOrNull(row['target_version']),
  left_out_for: leftOutReasons.find((reason) => reason === row['left_out_for']) ?? null,
  values: row,
})

/** The details of a student by which a policy year decides whether coverage is for them. */
const eligibilityFields: readonly (keyof EligibilityFacts)[] = [
  'program',
  'campus',
  'graduation_year',
  'academic_status',
]

/** Lists the different values, among the students who are copied, that decide in which coverage they’re enrolled again. */
export const listSourceKinds = async (context: Context, year: CopiedYear): Promise<readonly Flat[]> => {
  const names = [...eligibilityFields.filter((field) => year.fields.includes(field)), ...statusFields]
  const { rows } = await sql<Flat>`
    select distinct ${sql.join(names.map((name) => sql.ref(`sp.${name}`)))}
    from ${sourcesOf(context, year)} and ${leftOutFor(year)} is null`.execute(context.db)
  return rows
}

/** Returns whether a policy year has active students. */
export const hasStudents = async (context: Context, periodId: number): Promise<boolean> => {
  const found = await scope
    .studentPeriods(context)
    .select('student_periods.id')
    .where('student_periods.period_id', '=', periodId)
    .where('student_periods.status', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
