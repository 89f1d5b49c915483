import type pg from 'pg'
import { carrierFile } from '#contract/setup/period-documents/carrier-file.ts'
import { exampleSettings } from '#server/outputs/carrier-files/factory.ts'
import { pick } from './world.ts'

/** A policy year and its school. */
export interface Place {
  readonly schoolId: number
  readonly periodId: number
}

const coverages = ['medical', 'dental', 'vision'] as const
const sources = `array['parent_employer_group','parent_employer_group','parent_employer_group','parent_employer_group','parent_employer_group','parent_employer_group','own_employer_group','spouse_employer_group','medicaid','individual_plan']`
const ageOutRules = `array['end_of_birth_month','end_of_birth_month','end_of_birth_month','end_of_year','day_before_birthday','unknown','none']`

/** 300 insurance companies with their rules for aging out; every tenth covers dependents until 29. */
const companies = `
  insert into insurance_companies (name, is_electronic, medical_payer_ids, dental_payer_ids, vision_payer_ids, age_out_rule, age_out_age)
  select 'Carrier ' || n, true, array['P' || n], array['P' || n], array['P' || n], ${pick(ageOutRules, 'n')},
    case when n % 10 = 0 then 29 else 26 end from generate_series(1, 300) n on conflict do nothing`

/** The columns of a coverage type: 1 of 8 companies isn’t on the list, 1 of 50 premiums is missing. */
const coverageOf = (name: string, salt: number): string => {
  const number = `sp.id * ${salt}`
  return `${name}_enroll_coverage_start_on = current_date - 90,
    ${name}_enroll_premium = case when hashint4((${number} + 1)::int) % 50 = 0 then null else 4678.5 + sp.id % 100 end,
    ${name}_waive_insurance_company_id = case when sp.id % 8 = 0 then null
      else (select min(id) from insurance_companies where name = 'Carrier 1') + (hashint4((${number} + 2)::int) & 1048575) % 300 end,
    ${name}_waive_insurance_name_other = case when sp.id % 8 = 0 then 'Plan of ' || sp.id % 100 end,
    ${name}_waive_source_of_coverage = case when sp.id % 40 = 0 then null else ${pick(sources, `${number} + 3`)} end,
    ${name}_waive_subscriber_relation = case ${pick(sources, `${number} + 3`)}
      when 'parent_employer_group' then 'parent' when 'spouse_employer_group' then 'spouse' else 'self' end,
    ${name}_waive_member_subscriber_number = 'M' || sp.id, ${name}_waive_subscriber_first_name = 'Carla',
    ${name}_waive_subscriber_last_name = 'Rossi', ${name}_waive_subscriber_dob = date '1970-01-02'`
}

/** Students were added 200 to 140 days ago. */
const records = ({ periodId }: Place): string => `
  update student_periods sp set created_at = now() - make_interval(days => 140 + (sp.id % 60)::int),
    ${coverages.map((name, index) => coverageOf(name, 2 * index + 1)).join(', ')}
  where sp.period_id = ${periodId}`

/** The instant of an event, some days after a student was added. */
const after = (days: string): string => `sp.created_at + make_interval(days => (${days})::int)`

/** What was added with a student, as an import records it. */
const addedFields = `jsonb_agg(jsonb_build_object('field', field.name, 'before', null, 'after', field.value))`

/**
 * Six entries for each student-period over six months: added, form sent, submitted, decided, a dental status that staff
 * set, and an email.
 */
const history = ({ periodId }: Place): string => `
  with act as (insert into changes (at, cause, kind) values (now() - interval '200 days', 'bulk', 'bench') returning id)
  insert into history (change_id, at, cause, subject_type, subject_id, school_id, student_id, student_period_id, kind, changes)
  select act.id, entry.at, 'bulk', entry.subject, sp.id, sp.school_id, sp.student_id, sp.id, entry.kind, entry.changes
  from student_periods sp cross join act cross join lateral (values
    (1, sp.created_at, 'student_period', 'student_period_created', (select ${addedFields} from (values
      ('medical_status', 'not_started'), ('dental_status', 'not_started'), ('vision_status', 'not_started'),
      ('program', sp.program), ('campus', sp.campus), ('graduation_year', sp.graduation_year::text),
      ('academic_status', sp.academic_status), ('expected_start_on', sp.expected_start_on::text),
      ('medical_waive_group_number', sp.medical_waive_group_number), ('medical_enroll_premium', sp.medical_enroll_premium::text),
      ('medical_waive_member_subscriber_number', sp.medical_waive_member_subscriber_number)) field(name, value))),
    (2, ${after('20 + sp.id % 30')}, 'form_submission', 'form_received', '[{"field":"progress","before":null,"after":"complete"}]'::jsonb),
    (3, ${after('20 + sp.id % 30')}, 'student_period', 'coverage_status_changed',
      '[{"field":"medical_status","before":"not_started","after":"waiver_submitted"}]'::jsonb),
    (4, ${after('22 + sp.id % 40')}, 'student_period', 'coverage_status_changed', jsonb_build_array(
      jsonb_build_object('field', 'medical_status', 'before', 'waiver_submitted', 'after', sp.medical_status),
      jsonb_build_object('field', 'medical_waive_verified_on', 'before', null, 'after', sp.created_at::date))),
    (5, ${after('30 + sp.id % 70')}, 'student_period', 'coverage_status_changed', jsonb_build_array(
      jsonb_build_object('field', 'dental_status', 'before', 'not_started', 'after', sp.dental_status))),
    (6, ${after('23 + sp.id % 40')}, 'student_email', 'email_queued', '[{"field":"subject","before":null,"after":"Your waiver"}]'::jsonb)
  ) entry(number, at, subject, kind, changes)
  where sp.period_id = ${periodId} order by entry.number, sp.id`

/** The answers of a waiver form. */
const answers = `jsonb_build_object('form_type', 'waiver', 'coverage_types', '["medical"]'::jsonb, 'answers',
  jsonb_build_array(${[
    ...['first_name', 'last_name', 'dob', 'phone', 'program'].map((name) => `'${name}', 'Answer'`),
    `'medical_waive_source_of_coverage', coalesce(sp.medical_waive_source_of_coverage; 'other')`,
    `'medical_waive_subscriber_relation', sp.medical_waive_subscriber_relation`,
    `'medical_waive_insurance_company_id', coalesce(sp.medical_waive_insurance_company_id::text; '')`,
    `'medical_waive_member_subscriber_number', sp.medical_waive_member_subscriber_number`,
    `'medical_waive_subscriber_dob', '1970-01-02'`,
    ...[
      'group_number',
      'subscriber_first_name',
      'subscriber_last_name',
      'insurance_phone',
      'insurance_state',
    ].map((name) => `'medical_waive_${name}', 'Answer'`),
  ]
    .map((answer) => {
      const [name, value] = answer.split(', ')
      return `jsonb_build_object('name', ${name}, 'value', ${value?.replace(';', ',')})`
    })
    .join(
      ', ',
    )}), 'dependents', '[]'::jsonb, 'attestations', '[]'::jsonb, 'signature', 'Ana Kim', 'language', 'en',
  'qualifying_event', null, 'event_on', null)`

/** A medical waiver form for 6 of 10 students; 1 of 10 forms isn’t decided. */
export const forms = ({ periodId }: Place): string => `
  insert into form_submissions (school_id, period_id, form_type, coverage_types, student_id, student_period_id, match_method,
    first_name, last_name, dob, confirmation_number, sent_hash, submitted_at, decided_coverages)
  select sp.school_id, sp.period_id, 'waiver', array['medical'], sp.student_id, sp.id, 'sid_and_birth_date', 'Ana', 'Kim',
    date '2003-04-05', 'W-' || sp.id, sha256(sp.id::text::bytea), ${after('20 + sp.id % 30')},
    case when sp.medical_status in ('waiver_submitted', 'waiver_utp') then '{}'::text[] else array['medical'] end
  from student_periods sp where sp.period_id = ${periodId}
    and (sp.medical_status in ('waiver_submitted', 'waiver_utp') or hashint4(sp.id::int) % 10 < 5);
  insert into form_submission_snapshots (school_id, submission_id, number, content, hash, form_number, created_at)
  select form.school_id, form.id, 1, ${answers}, form.sent_hash, 1, form.submitted_at
  from form_submissions form join student_periods sp on sp.id = form.student_period_id where form.period_id = ${periodId}`

/** Decided after 0 to 14 days; 1 of 30 decisions was undone and made again. */
const decisions = ({ periodId }: Place): string => `
  insert into decision_outcomes (school_id, submission_id, coverage_type, outcome, from_status, to_status, decided_at, change_id, undone_at)
  select form.school_id, form.id, 'medical', 'approve', 'waiver_submitted', 'waived',
    form.submitted_at + make_interval(hours => (form.id % 15 * 23 + made)::int), (select max(id) from changes where kind = 'bench'),
    case when made = 0 then now() end
  from form_submissions form cross join generate_series(case when form.id % 30 = 0 then 0 else 1 end, 1) made
  where form.period_id = ${periodId} and form.decision = 'decided'`

/** A sent email for each student, an eligibility report for 4 of 10, and notices and past changes for 1 of 20. */
const aging = ({ periodId }: Place): string => `
  insert into emails (kind, to_address, to_name, subject, body, school_id, student_id, student_period_id, created_at, sent_at, send_at, state, via)
  select 'aging_out_60_days', 'ana@students.example.edu', 'Ana Kim', 'Your waiver', 'Your waiver', sp.school_id, sp.student_id, sp.id,
    sp.created_at, sp.created_at, sp.created_at, 'sent', 'smtp' from student_periods sp where sp.period_id = ${periodId};
  insert into eligibility_reports (school_id, student_id, student_period_id, coverage_type, cause, status, retrieval_status, plan, is_simulated, created_at, retrieved_at)
  select sp.school_id, sp.student_id, sp.id, 'medical', 'staff', 'active', 'retrieved',
    jsonb_build_object('name', 'PPO', 'group_number', 'G1', 'begins_on', null, 'type', null, 'premium_paid_to', null,
      'ends_on', case when sp.id % 5 = 0 then current_date + 20 + (sp.id % 200)::int end), false, sp.created_at, sp.created_at
  from student_periods sp where sp.period_id = ${periodId} and hashint4(sp.id::int + 7) % 10 < 3;
  insert into age_out_notices (school_id, student_period_id, coverage_type, days_before, presumed_end_on, email_id, created_at)
  select email.school_id, email.student_period_id, 'medical', 60, current_date - 20, email.id, email.created_at from emails email
  where email.student_period_id in (select id from student_periods where period_id = ${periodId}) and email.id % 20 = 0;
  insert into aged_out_waivers (school_id, student_period_id, coverage_type, presumed_end_on, created_at)
  select sp.school_id, sp.id, 'medical', current_date - 20, sp.created_at from student_periods sp
  where sp.period_id = ${periodId} and sp.id % 20 = 1`

/**
 * Gives a policy year half a year of data: insurance companies, coverage, statuses that changed, forms that were decided,
 * emails and eligibility reports. The history is sealed.
 */
export const prepareReports = async (database: pg.Client, place: Place): Promise<void> => {
  const { periodId, schoolId } = place
  await database.query(
    `update periods set starts_on = current_date - 90, ends_on = current_date + 270 where id = $1`,
    [periodId],
  )
  await database.query(`update students set address_1 = '12 Harbor Street' where school_id = $1`, [schoolId])
  for (const statement of [
    companies,
    records(place),
    history(place),
    forms(place),
    decisions(place),
    aging(place),
  ])
    await database.query(statement)
  await database.query(
    `insert into period_documents (school_id, period_id, kind, content, updated_at) values ($1, $2, $3, $4, now())`,
    [schoolId, periodId, carrierFile.kind, JSON.stringify({ ...exampleSettings, ssns: 'never' })],
  )
  await sealHistory(database)
  await database.query('vacuum analyze')
}

/** Seals what was recorded, so that the server doesn’t while it’s measured. */
const sealHistory = async (database: pg.Client): Promise<void> => {
  const step = 50_000
  for (;;) {
    const { rows } = await database.query<{ sealed: number }>(
      `select shipmate_seal('history', ${step}) as sealed`,
    )
    if ((rows[0]?.sealed ?? 0) < step) return
  }
}
