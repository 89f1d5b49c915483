import { sql } from 'kysely'
import { coverages } from '#contract/platform/coverage/choices.ts'
import type { Database } from '#server/platform/db/database.ts'

/** A policy year of a school whose records exist. */
interface Place {
  readonly db: Database
  readonly schoolId: number
  readonly periodId: number
  readonly year: number
}

/**
 * Gives students who were over 26 before the policy year their own employer plan, so that only the others rely on a
 * parent’s plan: a few have just aged out, some will during the year.
 */
export const keepParentsPlans = async ({ db, periodId, year }: Place): Promise<void> => {
  for (const coverage of coverages) {
    const column = (name: string) => sql.ref(`${coverage}_waive_${name}`)
    await sql`
      update student_periods sp set ${column('source_of_coverage')} = 'own_employer_group',
        ${column('subscriber_relation')} = 'self', ${column('subscriber_first_name')} = null,
        ${column('subscriber_dob')} = null
      from students student
      where student.id = sp.student_id and sp.period_id = ${periodId}
        and student.dob < ${`${year - 26}-09-01`}::date
        and (sp.${column('subscriber_relation')} = 'parent'
          or sp.${column('source_of_coverage')} = 'parent_employer_group')
        and sp.${sql.ref(`${coverage}_status`)} <> 'waived_aged_out'`.execute(db)
  }
}

/** Gives students who aged out their 26th birthday in September or October of the policy year’s first months. */
export const keepAgedOut = async ({ db, periodId, year }: Place): Promise<void> => {
  await sql`
    update students student set dob = make_date(${year - 26}::int, (9 + student.id % 2)::int, (1 + student.id % 27)::int)
    from student_periods sp
    where sp.student_id = student.id and sp.period_id = ${periodId}
      and 'waived_aged_out' in (sp.medical_status, sp.dental_status, sp.vision_status)`.execute(db)
}

/** Gives subscribers the last name of their student, except one in 12: some students don’t write the whole name. */
export const nameSubscribers = async ({ db, periodId }: Place): Promise<void> => {
  for (const coverage of coverages) {
    const column = (name: string) => sql.ref(`${coverage}_waive_${name}`)
    await sql`
      update student_periods sp set ${column('subscriber_last_name')} = student.last_name
      from students student
      where student.id = sp.student_id and sp.period_id = ${periodId} and sp.id % 12 <> 0
        and ${sql.ref(`sp.${coverage}_waive_subscriber_first_name`)} is not null`.execute(db)
    await sql`
      update student_periods set ${column('subscriber_first_name')} = null, ${column('subscriber_last_name')} = null,
        ${column('subscriber_dob')} = null
      where period_id = ${periodId} and ${column('subscriber_relation')} = 'self'`.execute(db)
  }
}

/** Adds eligibility reports in which the insurance company gave the plan’s end, for 2 students who are about to age out. */
export const seedPlanEnds = async ({ db, schoolId, periodId, year }: Place): Promise<void> => {
  const answeredAt = `${year}-11-0`
  await sql`
    insert into eligibility_reports (school_id, student_id, student_period_id, coverage_type, cause, status, retrieval_status,
      message, payer_name, payer_id, plan, is_simulated, created_at, retrieved_at)
    select ${schoolId}, found.student_id, found.id, 'medical', 'staff', 'active', 'retrieved', 'The plan is active.',
      'HARBOR HEALTH', '62308', jsonb_build_object('name', 'CHOICE PPO', 'group_number', 'G7420', 'type', 'PPO',
        'begins_on', ${`${year}-01-01`}::text, 'ends_on', ${`${year + 1}-02-28`}::text, 'premium_paid_to', null),
      true, (${answeredAt} || found.place || ' 15:00Z')::timestamptz, (${answeredAt} || found.place || ' 15:01Z')::timestamptz
    from (select sp.id, sp.student_id, row_number() over (order by sp.id) as place
      from student_periods sp join students student on student.id = sp.student_id
      where sp.period_id = ${periodId} and sp.medical_status = 'waived'
        and sp.medical_waive_source_of_coverage = 'parent_employer_group'
        and student.dob between ${`${year - 25}-01-01`}::date and ${`${year - 25}-02-20`}::date
      order by sp.id limit 2) found`.execute(db)
}
