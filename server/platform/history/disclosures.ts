import { sql, type RawBuilder } from 'kysely'
import type { RecordedDisclosureKind } from '#contract/outputs/audit/choices.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { withMerged } from './queries.ts'

/** A file or paper with students’ data, as their record of disclosures shows it. */
interface Disclosure {
  readonly kind: RecordedDisclosureKind
  readonly school_id: number
  /** Who received it. */
  readonly recipient: string
  readonly purpose: string
  readonly what: string
  /** Its row in the access log; null if it has none. */
  readonly access_id: number | null
}

/** The purpose of a disclosure for which no one gave a reason. */
export const planAdministration = 'Administration of the student health insurance plan'

/** The most characters of each text. */
const longest = 2000

type Recording = Pick<Context, 'db' | 'clock'> & { readonly caller: { readonly id: number } | null }

/**
 * Records a disclosure with its students in one statement, so that it’s complete or missing. `students` is a query of
 * student IDs; without any, nothing is recorded.
 */
const record = async (
  { db, clock, caller }: Recording,
  disclosure: Disclosure,
  students: RawBuilder<unknown>,
): Promise<void> => {
  const { kind, school_id, recipient, purpose, what, access_id } = disclosure
  await sql`
    with student (id) as materialized (${students}), made as (
      insert into disclosures (at, school_id, kind, actor_id, access_id, recipient, purpose, what)
      select ${clock.now().toISOString()}::timestamptz, ${school_id}::bigint, ${kind}, ${caller?.id ?? null}::bigint,
        ${access_id}::bigint, ${recipient.slice(0, longest)}, ${purpose.slice(0, longest)}, ${what.slice(0, longest)}
      where exists (select from student)
      returning id, school_id
    )
    insert into disclosed_students (disclosure_id, block, school_id, places)
    select made.id, student.id >> 12, made.school_id, array_agg(distinct (student.id & 4095)::smallint)
    from made cross join student group by made.id, made.school_id, student.id >> 12`.execute(db)
}

/** Records the disclosure of students by their IDs. */
export const recordDisclosure = (
  context: Recording,
  disclosure: Disclosure,
  studentIds: readonly number[],
): Promise<void> => record(context, disclosure, sql`select unnest(${[...studentIds]}::bigint[])`)

/** Records the disclosure of the students of student-periods, which all are of the disclosure’s school. */
export const recordDisclosureOfPeriods = (
  context: Recording,
  disclosure: Disclosure,
  studentPeriodIds: readonly number[],
): Promise<void> =>
  record(
    context,
    disclosure,
    sql`select distinct sp.student_id from student_periods sp
      where ${scope.within(scope.asSystem(context.db, disclosure.school_id), 'sp.school_id')} and sp.id = any(${[...studentPeriodIds]}::bigint[])`,
  )

/** Returns the IDs of the disclosures whose files held a student, or someone merged into them, as a subquery. */
export const disclosuresOf = (context: Context, studentId: number): RawBuilder<unknown> => sql`
  select held.disclosure_id from (${withMerged(context, studentId)}) person
  join disclosed_students held on held.block = person.id >> 12 and (person.id & 4095)::smallint = any(held.places)
  where ${scope.within(context, 'held.school_id')}`
