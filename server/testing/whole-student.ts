import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** Whom rows are about, and a text that only this student has. */
interface WholeStudent {
  readonly schoolId: number
  readonly studentId: number
  readonly studentPeriodId: number
  readonly formId: number
  readonly adminId: number
  readonly text: string
}

/**
 * Adds a row about a student to every table that no other factory fills, each with a text of theirs: what became of a form,
 * codes, reminders, rosters, drafts, jobs and what staff wrote about them.
 */
export const buildWholeStudent = async (db: Database, student: WholeStudent): Promise<void> => {
  for (const statement of [...decisionRows(student), ...fileRows(student), ...otherRows(student)])
    await statement.execute(db)
}

const at = sql`'2026-11-20T12:00:00Z'::timestamptz`
const placeOf = ({ schoolId }: WholeStudent) => sql`${schoolId}::bigint`

/** What became of a form. */
const decisionRows = (student: WholeStudent) => {
  const { studentId, formId, adminId, text } = student
  return [
    sql`insert into appeals (school_id, submission_id, coverage_types, comment, due_on, created_at)
      values (${placeOf(student)}, ${formId}, '{medical}', ${text}, '2026-12-01', ${at})`,
    sql`insert into decisions (school_id, submission_id, coverage_type, snapshot_number, recommendation, confidence, risk, rules,
        blocking, student_message, engine_version, inputs, inputs_hash, mode, created_at)
      values (${placeOf(student)}, ${formId}, 'medical', 1, 'approve', 'high', 0, ${JSON.stringify([{ text }])}::jsonb, '{}', ${text}, '1',
        ${JSON.stringify({ text })}::jsonb, '\\x01', 'assist', ${at})`,
    sql`insert into decision_feedback (school_id, decision_id, verdict, comment, created_by_id, created_at)
      select ${placeOf(student)}, id, 'agree', ${text}, ${adminId}::bigint, ${at} from decisions where submission_id = ${formId}`,
    sql`insert into decision_outcomes (school_id, submission_id, coverage_type, outcome, note, from_status, to_status, decided_at,
        change_id)
      values (${placeOf(student)}, ${formId}, 'medical', 'approve', ${text}, 'waiver_submitted', 'waived', ${at},
        (select max(id) from changes))`,
    sql`insert into second_reviews (school_id, outcome_id, outcome, comment, reviewed_by_id, reviewed_at)
      select ${placeOf(student)}, id, 'decline', ${text}, ${adminId}::bigint, ${at} from decision_outcomes where submission_id = ${formId}`,
    sql`insert into kept_decisions (school_id, second_review_id, reason, kept_by_id, kept_at)
      select ${placeOf(student)}, review.id, ${text}, ${adminId}::bigint, ${at}
      from second_reviews review join decision_outcomes outcome on outcome.id = review.outcome_id
      where outcome.submission_id = ${formId}`,
    sql`insert into manual_results (school_id, submission_id, coverage_type, status, plan_name, note, created_by_id, created_at)
      values (${placeOf(student)}, ${formId}, 'medical', 'active', ${text}, ${text}, ${adminId}, ${at})`,
    sql`insert into verification_requests (school_id, report_id, number, variation, payer_name, payer_id, message, sent_at,
        sent_cipher)
      select ${placeOf(student)}, id, 1, 'as_entered', 'HARBOR', '62308', ${text}, ${at}, convert_to(${text}, 'UTF8')
      from eligibility_reports where student_id = ${studentId}`,
  ]
}

/** Files of forms, and rosters. */
const fileRows = (student: WholeStudent) => {
  const { studentId, studentPeriodId, formId, text } = student
  return [
    sql`insert into form_files (school_id, period_id, submission_id, token_hash, name, kind, media_type, size, sha256,
        stored_name, created_at)
      select ${placeOf(student)}, period_id, id, sha256(convert_to(${text} || id, 'UTF8')), ${text}, 'other', 'application/pdf', 1, '\\x01',
        'documents/none-' || id, ${at} from form_submissions where id = ${formId}`,
    sql`insert into form_submission_drafts (submission_id, school_id, content_cipher, saved_at)
      values (${formId}, ${placeOf(student)}, '\\x01', ${at})`,
    sql`insert into form_tokens (school_id, submission_id, token_hash, expires_at, created_at)
      values (${placeOf(student)}, ${formId}, sha256(convert_to(${text} || ${formId}, 'UTF8')), ${at}, ${at})`,
    sql`insert into imports (kind, school_id, period_id, state, created_at, updated_at)
      select 'csv', school_id, period_id, 'done', ${at}, ${at} from student_periods where id = ${studentPeriodId}`,
    sql`insert into import_file_chunks (import_id, school_id, position, cipher)
      select max(id), ${placeOf(student)}, 0, convert_to(${text}, 'UTF8') from imports`,
    sql`insert into import_rows (import_id, school_id, row_number, outcome, name, student_id)
      select max(id), ${placeOf(student)}, 1, 'unchanged', ${text}, ${studentId}::bigint from imports`,
    sql`insert into import_rows (import_id, school_id, row_number, outcome, name, sid)
      select max(import.id), ${placeOf(student)}, 2, 'refused', ${text}, max(s.sid) from imports import, students s where s.id = ${studentId}`,
    sql`insert into roster_absences (student_period_id, school_id, import_id)
      select ${studentPeriodId}::bigint, ${placeOf(student)}, max(id) from imports`,
    sql`insert into replaced_ssns (change_id, student_id, school_id, ssn_cipher, ssn_index, ssn_last_four)
      select (select max(id) from changes), id, school_id, ssn_cipher, ssn_index, ssn_last_four from students
      where id = ${studentId} and ssn_cipher is not null on conflict do nothing`,
  ]
}

/** Codes, reminders, what staff wrote, and what jobs say. */
const otherRows = (student: WholeStudent) => {
  const { studentId, studentPeriodId, formId, adminId, text } = student
  return [
    sql`insert into status_codes (school_id, student_period_id, code_hash, expires_at, created_at)
      values (${placeOf(student)}, ${studentPeriodId}, '\\x01', ${at}, ${at})`,
    sql`insert into status_sessions (school_id, student_id, student_period_id, token_hash, created_at, last_seen_at, expires_at)
      values (${placeOf(student)}, ${studentId}, ${studentPeriodId}, sha256(convert_to(${text}, 'UTF8')), ${at}, ${at}, ${at})`,
    sql`insert into carrier_file_problems (file_id, position, school_id, student_id, student_period_id, code, place, field, dependent)
      select max(id), 1000 + ${studentId}::int, ${placeOf(student)}, ${studentId}::bigint, ${studentPeriodId}::bigint, 'missing', 'student',
        'dob', ${text} from carrier_files having max(id) is not null`,
    sql`insert into age_out_notices (school_id, student_period_id, coverage_type, days_before, presumed_end_on, email_id, created_at)
      select ${placeOf(student)}, ${studentPeriodId}::bigint, 'medical', 30, '2027-01-01', max(id), ${at} from emails`,
    sql`insert into aged_out_waivers (school_id, student_period_id, coverage_type, presumed_end_on, created_at)
      values (${placeOf(student)}, ${studentPeriodId}, 'medical', '2027-01-01', ${at})`,
    sql`insert into activity_reviews (starts_on, made_at) values ('2026-11-16', ${at}) on conflict do nothing`,
    sql`insert into activity_findings (review_id, kind, user_id, quantity, student_id, looked_at, looked_at_by_id, note)
      select id, 'own_name', ${adminId}::bigint, 1, ${studentId}::bigint, ${at}, ${adminId}::bigint, ${text} from activity_reviews
      on conflict do nothing`,
    sql`insert into jobs (kind, state, school_id, ask, result, created_at, updated_at)
      values ('delete', 'done', ${placeOf(student)}, '{}', ${JSON.stringify({ skipped: [{ name: text }] })}::jsonb, ${at}, ${at})`,
    sql`insert into drafts (user_id, form, content, saved_at)
      select ${adminId}::bigint, form, convert_to(${text}, 'UTF8'), ${at}
      from unnest(array['student:' || ${studentId}::text, 'override:' || ${studentPeriodId}::text || ':medical',
        'manual-result:' || ${formId}::text || ':medical']) as form`,
    sql`insert into suppressed_addresses (address, source, reason, since)
      select lower(personal_email), 'bounced', ${text}, ${at} from students
      where id = ${studentId} and personal_email is not null on conflict do nothing`,
  ]
}
