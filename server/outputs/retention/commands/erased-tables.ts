import { coverages } from '#contract/platform/coverage/choices.ts'
import { erasedName, noBirthDate } from '#server/platform/history/index.ts'

/** How the rows of a table belong to a student, by the column that says it. */
type Belonging =
  | 'id'
  | 'student_id'
  | 'student_period_id'
  | 'submission_id'
  | 'form_submission_id'
  | 'decision_id'
  | 'outcome_id'
  | 'second_review_id'
  | 'report_id'

/** What an erasure does to the rows of a table: it deletes them, or blanks every column that isn’t kept. */
export interface ErasedTable {
  readonly by: Belonging
  /** The columns that keep their values; missing if the rows are deleted. */
  readonly kept?: readonly string[]
  /** What is written instead of nothing, where there was a value. `{id}` is the row’s ID. */
  readonly written?: Readonly<Record<string, string>>
}

/** A signed form without anything that was signed. */
const nothingSigned = JSON.stringify({
  form_type: 'waiver',
  coverage_types: [],
  answers: [],
  dependents: [],
  attestations: [],
  signature: 'Erased',
  language: 'en',
  qualifying_event: null,
  event_on: null,
})

/** Returns the columns that keep their values: those that every table may have, and some by name. */
const keep = (names: string): string[] => `id school_id created_at updated_at deleted_at ${names}`.split(' ')

const keptOfCoverage = [
  'status',
  'prior_status',
  'prior_tier',
  'prior_end_on',
  'waive_insurance_company_id',
  'waive_insurance_type',
  'waive_source_of_coverage',
  'waive_verified_on',
  'enroll_coverage_start_on',
  'enroll_coverage_end_on',
  'enroll_insurance_plan_name',
  'enroll_insurance_type',
  'enroll_insurance_underwriter',
  'enroll_premium',
  'enroll_direct_pay_premium',
  'enroll_paid_in_full',
]

/** What reports, bursar batches and counts are computed from: statuses, dates, tiers and amounts. It names no one. */
const keptOfStudentPeriods = [
  ...coverages.flatMap((coverage) => keptOfCoverage.map((name) => `${coverage}_${name}`)),
  'medical_waive_has_exception',
  'status',
  'academic_status',
  'graduation_year',
  'program',
  'campus',
  'expected_start_on',
  'expected_graduation_on',
  'loa_start_on',
  'loa_end_on',
  'disbursement_on',
  'requested_enrollment_on',
  'reverify_on',
  'admin_fee',
  'on_call_fee',
  'ltd_premium',
  'life_premium',
  'add_premium',
  'late_waiver_fee',
  'planned_academic_status',
  'planned_status_on',
  'deleted_at',
]

const keptOfDependents = [
  'type',
  'covers',
  ...coverages.flatMap((coverage) => [`${coverage}_start_on`, `${coverage}_end_on`]),
]

/** The fields whose values stay in history entries: those that stay in the records, and what became of forms and checks. */
export const keptInHistory: readonly string[] = [
  ...keptOfStudentPeriods,
  ...keptOfDependents,
  'form_type',
  'coverage_type',
  'coverage_types',
  'decided_coverages',
]

/** What becomes of every table with rows about students, in this order. A test finds tables that are missing. */
export const erasedTables: Readonly<Record<string, ErasedTable>> = {
  // deleted: nothing is counted from them
  student_notes: { by: 'student_id' },
  student_messages: { by: 'student_id' },
  form_files: { by: 'submission_id' },
  student_files: { by: 'student_id' },
  form_submission_drafts: { by: 'submission_id' },
  form_tokens: { by: 'submission_id' },
  import_rows: { by: 'student_id' },
  roster_absences: { by: 'student_period_id' },
  replaced_ssns: { by: 'student_id' },
  status_codes: { by: 'student_period_id' },
  status_sessions: { by: 'student_id' },
  carrier_file_problems: { by: 'student_id' },
  // they tell the birthday
  age_out_notices: { by: 'student_period_id' },
  aged_out_waivers: { by: 'student_period_id' },
  // blanked
  students: {
    by: 'id',
    kept: keep('version merged_into_id erased_at'),
    written: { last_name: erasedName, sid: 'erased-{id}', dob: noBirthDate },
  },
  student_periods: {
    by: 'student_id',
    kept: [...keep('period_id student_id version'), ...keptOfStudentPeriods],
    written: { sort_name: `${erasedName}\t\t` },
  },
  dependents: { by: 'student_period_id', kept: [...keep('student_period_id'), ...keptOfDependents] },
  form_submissions: {
    by: 'student_id',
    kept: keep(
      'period_id form_type coverage_types student_id student_period_id match_method flagged_coverages submitted_at superseded_by_id version progress seen_at claimed_by_id claimed_until decided_coverages recommendation risk deadline_on judged_on eligibility plan_change_coverages',
    ),
    written: {
      first_name: '',
      last_name: erasedName,
      dob: noBirthDate,
      confirmation_number: 'ERASED-{id}',
      sent_hash: '\\x',
    },
  },
  form_submission_snapshots: {
    by: 'submission_id',
    kept: keep('submission_id number form_number waiver_rules_number'),
    written: { content: nothingSigned },
  },
  appeals: { by: 'submission_id', kept: keep('submission_id coverage_types due_on') },
  decisions: {
    by: 'submission_id',
    kept: keep(
      'submission_id coverage_type snapshot_number recommendation confidence risk blocking suggested_status engine_version ruleset_version mode',
    ),
  },
  decision_feedback: {
    by: 'decision_id',
    kept: keep('decision_id verdict correct_outcome reason_code created_by_id'),
  },
  decision_outcomes: {
    by: 'submission_id',
    kept: keep(
      'submission_id coverage_type decision_id outcome reason_codes from_status to_status respond_by decided_by_id decided_at change_id email_id undone_at is_chosen_for_review',
    ),
  },
  second_reviews: {
    by: 'outcome_id',
    kept: keep('outcome_id outcome reviewed_by_id reviewed_at'),
  },
  kept_decisions: { by: 'second_review_id', kept: keep('second_review_id kept_by_id kept_at') },
  manual_results: {
    by: 'submission_id',
    kept: keep('submission_id coverage_type status created_by_id'),
  },
  eligibility_reports: {
    by: 'student_id',
    kept: keep(
      'student_id student_period_id coverage_type cause status retrieval_status reason_code payer_name payer_id is_simulated cost_cents requested_by_id retrieved_at accepted_by_id accepted_at',
    ),
  },
  verification_requests: {
    by: 'report_id',
    kept: keep(
      'report_id number variation payer_name payer_id tries status reason_code cost_cents latency_ms sent_at',
    ),
  },
  emails: {
    by: 'form_submission_id',
    kept: keep(
      'kind student_id student_period_id form_submission_id sent_at send_at started_at state via attempts claimed_at claimed_by change_id sender_id resend_of link_of language',
    ),
    written: { to_name: erasedName, body: '' },
  },
  bursar_lines: {
    by: 'student_period_id',
    kept: keep('batch_id line student_period_id coverage_type item action amount effective_on reason'),
    written: { first_name: '', last_name: erasedName },
  },
  activity_findings: {
    by: 'student_id',
    kept: [
      'id',
      'review_id',
      'kind',
      'user_id',
      'quantity',
      'own_usual',
      'others_usual',
      'student_id',
      'looked_at',
      'looked_at_by_id',
    ],
    written: { note: 'Erased' },
  },
}

/** Tables with rows about students that an erasure handles otherwise or leaves, with the reason. */
export const otherTables: Readonly<Record<string, string>> = {
  history: 'erased with its seals: platform/history/erased.ts',
  access_log: 'erased with its seals: platform/history/erased.ts',
  carrier_file_members: 'encrypted; replaced by nothing said: carrier-files/commands/erase-members.ts',
  reverification_items: 'IDs, a coverage type and a status',
  fix_reminders: 'IDs and dates',
  deadline_reminders: 'IDs and dates',
  student_merges: 'IDs',
  disclosed_students: 'IDs: who received data is told for as long as it’s kept',
}

/** Tables that can name a student without belonging to one, with the reason why an erasure leaves them. */
export const namingTables: Readonly<Record<string, string>> = {
  idempotency_keys: 'encrypted, and deleted within a day',
  import_file_chunks: 'encrypted, and deleted within a week; those of the student’s rosters at once',
  saved_views: 'filters that staff typed belong to no student',
  user_preferences: 'how staff set up their tables',
  webhook_deliveries: 'IDs and statuses',
  throttles: 'hashed, and deleted within a day',
}
