import { sql } from 'kysely'
import type { MatchCandidate } from '#contract/form-submissions/review-shapes.ts'
import type { SignedForm } from '#contract/form-submissions/shapes.ts'
import { scope, type ScopeContext } from '../db/scope.ts'

/** What an unmatched form says about who sent it. */
interface Sent {
  readonly period_id: number
  readonly first_name: string | null
  readonly last_name: string | null
  readonly sid: string | null
  readonly dob: string | null
}

const mostCandidates = 10

/** Names at least this similar are suggested: `Tompson` and `Thompson` are 0.5. */
const similarity = 0.4

const emailsIn = (content: SignedForm | null): string[] =>
  (content?.answers ?? []).flatMap(({ name, value }) =>
    name.endsWith('_email') && typeof value === 'string' ? [value.toLowerCase()] : [],
  )

/**
 * Returns the students of the policy year who may have sent an unmatched form: with its student ID, birth date or email,
 * or a similar last name. The likeliest come first.
 */
export const listMatchCandidates = async (
  context: ScopeContext,
  { period_id, first_name, last_name, sid, dob }: Sent,
  content: SignedForm | null,
): Promise<MatchCandidate[]> => {
  const emails = emailsIn(content)
  const { rows } = await sql<MatchCandidate>`
    with one as materialized (
      select sp.id as student_period_id, s.id as student_id, s.last_name || ', ' || s.first_name as name, s.sid,
        s.dob::text as dob, coalesce(s.university_email, s.personal_email) as email,
        shipmate_fold(s.sid) = shipmate_fold(${sid}) as has_sid, s.dob = ${dob}::date as has_dob,
        shipmate_fold(s.first_name) = shipmate_fold(${first_name}) as has_first_name,
        shipmate_fold(${last_name}) in (shipmate_fold(s.last_name), shipmate_fold(s.prior_last_name)) as has_last_name,
        lower(s.university_email) = any(${emails}) or lower(s.personal_email) = any(${emails}) as has_email,
        greatest(similarity(shipmate_fold(s.last_name), shipmate_fold(${last_name})),
          similarity(shipmate_fold(s.prior_last_name), shipmate_fold(${last_name}))) as likeness
      from student_periods sp join students s on s.id = sp.student_id
      where sp.period_id = ${period_id} and sp.deleted_at is null and s.deleted_at is null
        and ${scope.within(context, 'sp.school_id')}
    )
    select student_period_id, student_id, name, sid, dob, email, array_remove(array[
      case when has_sid then 'sid' end, case when has_dob then 'dob' end,
      case when has_first_name then 'first_name' end, case when has_last_name then 'last_name' end,
      case when has_email then 'email' end], null) as same
    from one
    where has_sid or has_dob or has_last_name or has_email or likeness >= ${similarity}
    order by (case when has_sid then 5 else 0 end) + (case when has_dob then 4 else 0 end)
      + (case when has_email then 3 else 0 end) + (case when has_last_name then 2 else 0 end)
      + (case when has_first_name then 1 else 0 end) + coalesce(likeness, 0) desc, student_period_id
    limit ${mostCandidates}`.execute(context.db)
  return rows
}
