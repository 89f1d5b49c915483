import { sql } from 'kysely'
import { reviewThresholds } from '#contract/outputs/audit/review.ts'
import type { Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { mergeText, prepareAccountEmail } from '#server/mail/email-templates/index.ts'
import { queueEmails } from '#server/mail/email-delivery/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { findingsOf, type NewFinding, type PersonWeek } from './rules.ts'

/** Returns the Monday of the latest week that has ended, `YYYY-MM-DD`. */
export const lastMonday = (today: string): string => {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return addDays(today, -7 - ((weekday + 6) % 7))
}

/**
 * Reviews the week that has ended, once: lists unusual views, and emails the Shipmate Admins if there are any. Returns
 * the number of findings; null if the week was reviewed before.
 */
export const reviewActivityWeekly = async (services: Services): Promise<number | null> => {
  const monday = lastMonday(dayIn(services.clock, officeTimeZone))
  return services.db.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    const review = await db
      .insertInto('activity_reviews')
      .values({ starts_on: monday, made_at: services.clock.now().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!review) return null
    const findings = (await readWeek(db, monday)).flatMap(findingsOf)
    await saveFindings(db, review.id, findings)
    if (findings.length > 0) await tellAdmins(services, db, monday, findings.length)
    return findings.length
  })
}

/** Views of students’ records by users; reading about activity isn’t one. */
const viewsSince = (monday: string, weeksBefore: number) => sql`
  select a.actor_id, a.student_id, a.school_id, a.at,
    floor(((a.at at time zone ${officeTimeZone})::date - ${monday}::date) / 7.0)::int as week
  from access_log a
  where a.action in ('view', 'download', 'reveal') and a.actor_id is not null and a.student_id is not null
    and a.subject_type is distinct from 'activity'
    and a.at >= (${monday}::date - ${weeksBefore * 7}::int)::timestamp at time zone ${officeTimeZone}
    and a.at < (${monday}::date + 7)::timestamp at time zone ${officeTimeZone}`

/** Reads what each person did in a week, and what is usual. */
const readWeek = async (db: Database, monday: string): Promise<PersonWeek[]> => {
  const { usualWeeks, manyRecords, otherHoursFrom, otherHoursTo } = reviewThresholds
  // scope: the review is of all schools; only product admins read it
  const { rows } = await sql<PersonWeek>`
    with seen as materialized (${viewsSince(monday, usualWeeks)}),
    weekly as (select actor_id, week, count(distinct student_id)::int as records from seen group by 1, 2),
    usual as (select actor_id, avg(records) as records from weekly group by 1),
    this_week as (
      select seen.actor_id,
        count(distinct seen.student_id) filter (where
          extract(hour from seen.at at time zone school.time_zone) >= ${otherHoursFrom}
          or extract(hour from seen.at at time zone school.time_zone) < ${otherHoursTo})::int as at_night,
        count(distinct seen.student_id) filter (where ${isOwn})::int as own_name,
        min(seen.student_id) filter (where ${isOwn}) as own_name_student_id
      from seen join users u on u.id = seen.actor_id
      join students student on student.id = seen.student_id
      join schools school on school.id = student.school_id
      where seen.week = 0 group by seen.actor_id
    ),
    refused as (
      select a.actor_id, sum(a.times)::int as refusals from access_log a
      where a.action = 'refused' and a.actor_id is not null
        and a.at >= ${monday}::date::timestamp at time zone ${officeTimeZone}
        and a.at < (${monday}::date + 7)::timestamp at time zone ${officeTimeZone}
      group by a.actor_id
    )
    select u.id as user_id, coalesce(now_week.records, 0) as records,
      round(coalesce((select sum(records) from weekly where weekly.actor_id = u.id and weekly.week < 0), 0)
        / ${usualWeeks}::numeric)::int as own_usual,
      case when now_week.records >= ${manyRecords} then coalesce((
        select round(percentile_cont(0.5) within group (order by other.records))
        from usual other where other.actor_id <> u.id), 0)::int else 0 end as others_usual,
      coalesce(this_week.at_night, 0) as at_night, coalesce(this_week.own_name, 0) as own_name,
      this_week.own_name_student_id, coalesce(refused.refusals, 0) as refusals
    from users u
    left join weekly now_week on now_week.actor_id = u.id and now_week.week = 0
    left join this_week on this_week.actor_id = u.id
    left join refused on refused.actor_id = u.id
    where now_week.actor_id is not null or refused.actor_id is not null
    order by u.id`.execute(db)
  return rows
}

const isOwn = sql`(shipmate_fold(student.last_name) = shipmate_fold(u.last_name)
  or u.email in (lower(student.university_email), lower(student.personal_email)))`

const saveFindings = async (
  db: Database,
  reviewId: number,
  findings: readonly NewFinding[],
): Promise<void> => {
  if (findings.length === 0) return
  await db
    .insertInto('activity_findings')
    .values(findings.map((finding) => ({ review_id: reviewId, ...finding })))
    .execute()
}

/** Emails each active Shipmate Admin once. The email names no one. */
const tellAdmins = async (
  { clock, settings }: Services,
  db: Database,
  monday: string,
  count: number,
): Promise<void> => {
  const prepared = await prepareAccountEmail(db, 'activity_review')
  const admins = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('permission', '=', 'shipmate_admin')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  const week = `${dayText(monday)} – ${dayText(addDays(monday, 6))}`
  const notice = `The weekly review of ${week} has ${count === 1 ? '1 finding' : `${count} findings`}. Sign in to look at ${count === 1 ? 'it' : 'them'}: ${settings.publicUrl}/settings/activity/review`
  await queueEmails(
    { db, clock },
    admins.map(({ email, first_name, last_name }) => {
      const user = { 'user.first_name': first_name, 'user.last_name': last_name, 'user.email': email }
      const { subject, html, text } = mergeText(prepared, { ...user, 'notice.text': notice })
      return {
        kind: 'activity_review',
        to_address: email,
        to_name: `${first_name} ${last_name}`,
        subject,
        html,
        body: text,
      }
    }),
  )
}
