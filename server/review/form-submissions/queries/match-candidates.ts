import { sql } from 'kysely'
import {
  matchFields,
  type FormSender,
  type MatchCandidate,
  type MatchField,
} from '#contract/review/form-submissions/review-shapes.ts'
import type { SignedForm } from '#contract/review/form-submissions/shapes.ts'
import { listedName } from '#server/platform/db/person-names.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { searchWords } from '#server/platform/lib/table.ts'
import { matchingStudent } from '#server/records/students/index.ts'

const emailsIn = (content: SignedForm | null): string[] =>
  (content?.answers ?? []).flatMap(({ name, value }) =>
    name.endsWith('_email') && typeof value === 'string' ? [value.toLowerCase()] : [],
  )

/** Returns what an unmatched form says about who sent it. */
export const senderOf = (
  { first_name, last_name, sid, dob }: Omit<FormSender, 'emails'>,
  content: SignedForm | null,
): FormSender => ({ first_name, last_name, sid, dob, emails: emailsIn(content) })

const mostCandidates = 10

/** Names at least this similar are suggested: `Tompson` and `Thompson` are 0.5. */
const similarity = 0.4

/** A student with what they have in common with the sender; null where either has no value. */
interface Row extends Omit<MatchCandidate, 'same' | 'different'> {
  readonly first_name: string
  readonly last_name: string
  readonly has: Readonly<Record<MatchField, boolean | null>>
}

/**
 * Returns the students of the policy year who may have sent an unmatched form: with its student ID, birth date or email,
 * or a similar last name; or those that a search finds. The likeliest come first.
 */
export const listMatchCandidates = async (
  context: ScopeContext,
  periodId: number,
  sender: FormSender,
  search?: string,
): Promise<MatchCandidate[]> => {
  const { first_name, last_name, sid, dob, emails } = sender
  const words = search === undefined ? [] : searchWords(search)
  if (search !== undefined && words.length === 0) return []
  const { rows } = await sql<Row>`
    with one as materialized (
      select sp.id as student_period_id, s.id as student_id, ${listedName('s')} as name, s.sid,
        s.first_name, s.last_name, s.dob::text as dob, coalesce(s.university_email, s.personal_email) as email,
        shipmate_sid_key(s.sid) = shipmate_sid_key(${sid}) as has_sid, s.dob = ${dob}::date as has_dob,
        shipmate_fold(s.first_name) = shipmate_fold(${first_name}) as has_first_name,
        shipmate_fold(${last_name}) in (shipmate_fold(s.last_name), shipmate_fold(s.prior_last_name)) as has_last_name,
        lower(s.university_email) = any(${emails}) or lower(s.personal_email) = any(${emails}) as has_email,
        greatest(similarity(shipmate_fold(s.last_name), shipmate_fold(${last_name})),
          similarity(shipmate_fold(s.prior_last_name), shipmate_fold(${last_name}))) as likeness
      from student_periods sp join students s on s.id = sp.student_id
      where sp.period_id = ${periodId} and sp.deleted_at is null and s.deleted_at is null
        and ${scope.within(context, 'sp.school_id')}
        and ${words.length === 0 ? sql`true` : sql.join(matchingStudent(words), sql` and `)}
    )
    select student_period_id, student_id, name, sid, first_name, last_name, dob, email,
      coalesce(likeness >= ${similarity}, false) as is_alike,
      jsonb_build_object('sid', has_sid, 'dob', has_dob, 'first_name', has_first_name, 'last_name', has_last_name,
        'email', has_email) as has
    from one
    where ${words.length > 0} or has_sid or has_dob or has_last_name or has_email or likeness >= ${similarity}
    order by (case when has_sid then 5 else 0 end) + (case when has_dob then 4 else 0 end)
      + (case when has_email then 3 else 0 end) + (case when has_last_name then 2 else 0 end)
      + (case when has_first_name then 1 else 0 end) + coalesce(likeness, 0) desc, student_period_id
    limit ${mostCandidates}`.execute(context.db)
  return rows.map((row) => compared(row, sender))
}

const compared = ({ has, first_name, last_name, ...row }: Row, sender: FormSender): MatchCandidate => {
  const roster = { ...row, first_name, last_name }
  return {
    ...row,
    same: matchFields.filter((field) => has[field] === true),
    different: matchFields.flatMap((field) => {
      const [onRoster, onForm] = [roster[field], field === 'email' ? sender.emails[0] : sender[field]]
      return has[field] === true || !onRoster || !onForm ? [] : [{ field, roster: onRoster, form: onForm }]
    }),
  }
}
