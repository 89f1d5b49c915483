import { sql } from 'kysely'
import type { Disclosure, DisclosureRecord } from '#contract/outputs/audit/shapes.ts'
import type { DisclosureKind } from '#contract/outputs/audit/choices.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { disclosuresOf, withMerged } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { personOf } from './accesses.ts'
import { fullName } from '#server/platform/db/person-names.ts'

interface Row extends Omit<Disclosure, 'actor'> {
  readonly kind: DisclosureKind
  readonly actor_id: number | null
  readonly actor_name: string | null
}

/** Returns a student with the school, also if they were removed. @throws Problem 404 */
export const getSubject = async (context: Context, id: number) => {
  const { rows } = await sql<{
    school_id: number
    school_name: string
    name: string
    sid: string | null
    files_since: string
  }>`
    select s.school_id, school.name as school_name, ${fullName('s')} as name, s.sid,
      (select min(applied_at) from migrations) as files_since
    from students s join schools school on school.id = s.school_id
    where ${scope.within(context, 's.school_id')} and ${scope.within(context, 'school.id')} and s.id = ${id}`.execute(
    context.db,
  )
  const [found] = rows
  if (!found) throw problem.notFound()
  return found
}

export type Subject = Awaited<ReturnType<typeof getSubject>>

/** Exports, prints and reports: each recorded its students. */
const files = (context: Context, studentId: number) => sql`
  select d.at, d.kind, d.recipient, d.purpose, d.what, d.actor_id
  from disclosures d
  where ${scope.within(context, 'd.school_id')} and d.id = any(array(${disclosuresOf(context, studentId)}))`

/** What an 834 says of a student. */
const enrollmentData = 'Name, date of birth, address, dependents and coverage'

const carrierFiles = (context: Context, studentId: number) => sql`
  select f.released_at, 'carrier_file', coalesce(f.settings ->> 'carrier_name', f.receiver),
    case when f.is_test then 'Test of enrollment with the carrier' else 'Enrollment with the carrier' end,
    ${enrollmentData}::text || case when f.includes_ssns then ', with SSNs' else '' end,
    f.released_by_id
  from carrier_files f
  where ${scope.within(context, 'f.school_id')} and f.released_at is not null and f.id = any(array(
    select member.file_id from carrier_file_members member
    where ${scope.within(context, 'member.school_id')} and member.student_id in (${withMerged(context, studentId)})))`

const bursarFiles = (context: Context, studentId: number) => sql`
  select a.at, 'bursar_file', 'Bursar of ' || school.name, 'Charges to the student account',
    'Name, student ID, coverage type and amounts', a.actor_id
  from access_log a join schools school on school.id = a.school_id
  where ${scope.within(context, 'school.id')} and a.subject_type = 'bursar_batch' and a.action = 'download'
    and a.subject_id = any(array(
      select line.batch_id from bursar_lines line
      join student_periods sp on sp.id = line.student_period_id
      where ${scope.within(context, 'line.school_id')} and ${scope.within(context, 'sp.school_id')}
        and sp.student_id in (${withMerged(context, studentId)})))`

const eligibilityChecks = (context: Context, studentId: number) => sql`
  select request.sent_at, 'eligibility_check', request.payer_name,
    'Check of the other coverage that a waiver relies on', 'Name, date of birth and member ID',
    report.requested_by_id
  from eligibility_reports report join verification_requests request on request.report_id = report.id
  where ${scope.within(context, 'report.school_id')} and ${scope.within(context, 'request.school_id')}
    and report.student_id in (${withMerged(context, studentId)}) and not report.is_simulated`

/** Emails about a student to an address that isn’t theirs and never was. */
const emails = (context: Context, studentId: number) => sql`
  select email.sent_at, 'email', email.to_address, 'Email about the student', email.subject, email.sender_id
  from emails email
  where ${scope.within(context, 'email.school_id')}
    and email.student_id in (${withMerged(context, studentId)}) and email.sent_at is not null
    and not exists (
      select from students own
      where ${scope.within(context, 'own.school_id')} and own.id in (${withMerged(context, studentId)})
        and lower(email.to_address) in (lower(own.university_email), lower(own.personal_email)))
    and not exists (
      select from history h cross join jsonb_array_elements(h.changes) change
      where ${scope.within(context, 'h.school_id')} and h.student_id in (${withMerged(context, studentId)})
        and change ->> 'field' in ('university_email', 'personal_email')
        and lower(change ->> 'before') = lower(email.to_address))`

/** Returns a student’s record of disclosures, newest first. @throws Problem 404 */
export const readDisclosures = async (context: Context, studentId: number): Promise<DisclosureRecord> => {
  const subject = await getSubject(context, studentId)
  const { rows } = await sql<Row>`
    select made.*, u.first_name || ' ' || u.last_name as actor_name
    from (${sql.join(
      [files, carrierFiles, bursarFiles, eligibilityChecks, emails].map((part) => part(context, studentId)),
      sql` union all `,
    )}) made left join users u on u.id = made.actor_id
    order by made.at desc`.execute(context.db)
  return {
    school: { id: subject.school_id, name: subject.school_name },
    student: { id: studentId, name: subject.name, sid: subject.sid },
    at: context.clock.now().toISOString(),
    files_since: subject.files_since,
    rows: rows.map(({ actor_id, actor_name, ...row }) => ({ ...row, actor: personOf(actor_id, actor_name) })),
  }
}
