-- Written by `npm run migrate`: the schema as the migrations leave it.

create collation shipmate_text (provider = icu, locale = 'und-u-kn-true');

create domain coverage_status as text
  CHECK ((VALUE = ANY (ARRAY['not_started'::text, 'exempt'::text, 'loa'::text, 'enrollment_submitted'::text, 'enrollment_utp'::text, 'enrolled'::text, 'enrolled_eoc'::text, 'enrolled_waiver_submitted'::text, 'enrolled_waiver_utp'::text, 'enrolled_ech'::text, 'enrolled_esp'::text, 'enrolled_espch'::text, 'enrolled_espch2'::text, 'enrolled_efam'::text, 'waiver_submitted'::text, 'waiver_utp'::text, 'waived'::text, 'waiver_inactive'::text, 'waiver_declined'::text, 'waived_enrollment_submitted'::text, 'waived_enrollment_utp'::text, 'waived_needs_reverified'::text, 'waived_aged_out'::text, 'declined'::text, 'not_applicable'::text])));

-- Who saw, downloaded, exported or signed in, and what was refused; equal refusals of a minute are one row with a count.
create table access_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor_id bigint,
  action text not null,
  outcome text not null default 'allowed'::text,
  subject_type text,
  subject_id bigint,
  school_id bigint,
  student_id bigint,
  detail text,
  address text,
  request_id text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  emergency_id bigint,
  times integer not null default 1,
  constraint access_log_pkey PRIMARY KEY (id),
  constraint access_log_action_check CHECK ((action = ANY (ARRAY['view'::text, 'download'::text, 'export'::text, 'reveal'::text, 'login'::text, 'login_failed'::text, 'logout'::text, 'refused'::text, 'emergency'::text]))),
  constraint access_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint access_log_emergency_id_fkey FOREIGN KEY (emergency_id) REFERENCES emergency_sign_ins(id),
  constraint access_log_outcome_check CHECK ((outcome = ANY (ARRAY['allowed'::text, 'refused'::text]))),
  constraint access_log_times_check CHECK ((times > 0))
);
CREATE INDEX access_log_action ON public.access_log USING btree (action, at DESC, id DESC);
CREATE INDEX access_log_actor_action ON public.access_log USING btree (actor_id, action, at DESC, id DESC) WHERE (actor_id IS NOT NULL);
CREATE INDEX access_log_bursar_batches ON public.access_log USING btree (subject_id) WHERE (subject_type = 'bursar_batch'::text);
CREATE INDEX access_log_carrier_files ON public.access_log USING btree (subject_id) WHERE (subject_type = 'carrier_file'::text);
CREATE INDEX access_log_emergency ON public.access_log USING btree (emergency_id, at DESC, id DESC) WHERE (emergency_id IS NOT NULL);
CREATE INDEX access_log_exports ON public.access_log USING btree (subject_id) WHERE (subject_type = 'export'::text);
CREATE INDEX access_log_failed_sign_ins ON public.access_log USING btree (subject_id, at DESC, id DESC) WHERE (action = 'login_failed'::text);
CREATE INDEX access_log_school_action ON public.access_log USING btree (school_id, action, at DESC, id DESC) WHERE (school_id IS NOT NULL);
CREATE INDEX access_log_student ON public.access_log USING btree (student_id, id DESC) WHERE (student_id IS NOT NULL);
CREATE TRIGGER access_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.access_log FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();
CREATE TRIGGER access_log_list_unsealed AFTER INSERT ON public.access_log REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION shipmate_list_unsealed();

-- The chain over the access log, like that of the history.
create table access_seals (
  "position" bigint not null,
  entry_id bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint access_seals_pkey PRIMARY KEY ("position"),
  constraint access_seals_entry_id_key UNIQUE (entry_id)
);
CREATE TRIGGER access_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.access_seals FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- One unusual activity of a user. It keeps its numbers as they were.
create table activity_findings (
  id bigint not null generated always as identity,
  review_id bigint not null,
  kind text not null,
  user_id bigint not null,
  quantity integer not null,
  own_usual integer,
  others_usual integer,
  student_id bigint,
  looked_at timestamp with time zone,
  looked_at_by_id bigint,
  note text,
  constraint activity_findings_pkey PRIMARY KEY (id),
  constraint activity_findings_check CHECK ((((looked_at IS NULL) = (looked_at_by_id IS NULL)) AND ((looked_at IS NULL) = (note IS NULL)))),
  constraint activity_findings_kind_check CHECK ((kind = ANY (ARRAY['many_records'::text, 'other_hours'::text, 'own_name'::text, 'many_refusals'::text]))),
  constraint activity_findings_looked_at_by_id_fkey FOREIGN KEY (looked_at_by_id) REFERENCES users(id),
  constraint activity_findings_note_check CHECK (((length(note) >= 1) AND (length(note) <= 1000))),
  constraint activity_findings_quantity_check CHECK ((quantity > 0)),
  constraint activity_findings_review_id_fkey FOREIGN KEY (review_id) REFERENCES activity_reviews(id),
  constraint activity_findings_review_id_kind_user_id_key UNIQUE (review_id, kind, user_id),
  constraint activity_findings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Each week lists unusual views of students’ records, for an admin to look at.
create table activity_reviews (
  id bigint not null generated always as identity,
  starts_on date not null,
  made_at timestamp with time zone not null,
  constraint activity_reviews_pkey PRIMARY KEY (id),
  constraint activity_reviews_starts_on_key UNIQUE (starts_on)
);

-- A notice 90, 60 or 30 days before coverage under a parent’s plan ends. Each is queued once, by whichever process.
create table age_out_notices (
  id bigint not null generated always as identity,
  school_id bigint not null,
  student_period_id bigint not null,
  coverage_type text not null,
  days_before integer not null,
  presumed_end_on date not null,
  email_id bigint not null,
  created_at timestamp with time zone not null,
  constraint age_out_notices_pkey PRIMARY KEY (id, school_id),
  constraint age_out_notices_coverage_type_check CHECK ((coverage_type = ANY (ARRAY['medical'::text, 'dental'::text, 'vision'::text]))),
  constraint age_out_notices_days_before_check CHECK ((days_before = ANY (ARRAY[30, 60, 90]))),
  constraint age_out_notices_email_id_fkey FOREIGN KEY (email_id) REFERENCES emails(id),
  constraint age_out_notices_student_period_id_coverage_type_days_before_key UNIQUE (student_period_id, coverage_type, days_before, school_id),
  constraint age_out_notices_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id)
);

-- One night of a policy year. A run that was interrupted goes on; one that has ended isn’t repeated that night.
create table age_out_runs (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  run_on date not null,
  job_id bigint not null,
  changed integer not null default 0,
  constraint age_out_runs_pkey PRIMARY KEY (id, school_id),
  constraint age_out_runs_changed_check CHECK ((changed >= 0)),
  constraint age_out_runs_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint age_out_runs_job_id_school_id_key UNIQUE (job_id, school_id),
  constraint age_out_runs_period_id_run_on_school_id_key UNIQUE (period_id, run_on, school_id),
  constraint age_out_runs_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id)
);

-- A waiver that became aged out when its coverage ended. If staff change it back, no later night repeats it.
create table aged_out_waivers (
  id bigint not null generated always as identity,
  school_id bigint not null,
  student_period_id bigint not null,
  coverage_type text not null,
  presumed_end_on date not null,
  created_at timestamp with time zone not null,
  constraint aged_out_waivers_pkey PRIMARY KEY (id, school_id),
  constraint aged_out_waivers_coverage_type_check CHECK ((coverage_type = ANY (ARRAY['medical'::text, 'dental'::text, 'vision'::text]))),
  constraint aged_out_waivers_student_period_id_coverage_type_presumed_e_key UNIQUE (student_period_id, coverage_type, presumed_end_on, school_id),
  constraint aged_out_waivers_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id)
);

-- A school’s systems call the API with a token for this school. It acts as its own user, so that the history can name it.
create table api_tokens (
  id bigint not null generated always as identity,
  school_id bigint not null,
  user_id bigint not null,
  name text not null,
  access text not null,
  token_hash bytea not null,
  hint text not null,
  created_by_id bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_tokens_pkey PRIMARY KEY (id, school_id),
  constraint api_tokens_access_check CHECK ((access = ANY (ARRAY['read'::text, 'write'::text]))),
  constraint api_tokens_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint api_tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint api_tokens_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint api_tokens_token_hash_key UNIQUE (token_hash, school_id),
  constraint api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint api_tokens_user_id_key UNIQUE (user_id, school_id)
);
CREATE INDEX api_tokens_school ON public.api_tokens USING btree (school_id, id DESC);

-- A student can appeal a declined waiver once. Staff decide the appeal like the form.
create table appeals (
  id bigint not null generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  coverage_types text[] not null,
  comment text not null,
  due_on date not null,
  created_at timestamp with time zone not null,
  constraint appeals_pkey PRIMARY KEY (id, school_id),
  constraint appeals_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 5000))),
  constraint appeals_coverage_types_check CHECK (((cardinality(coverage_types) > 0) AND (coverage_types <@ ARRAY['medical'::text, 'dental'::text, 'vision'::text]))),
  constraint appeals_submission_id_school_id_fkey FOREIGN KEY (submission_id, school_id) REFERENCES form_submissions(id, school_id),
  constraint appeals_submission_id_school_id_key UNIQUE (submission_id, school_id)
);
CREATE TRIGGER appeals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.appeals FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- The charges since the last batch. A student’s account is the sum of the lines of all batches that aren’t voided.
create table bursar_batches (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  number integer not null,
  state text not null default 'draft'::text,
  lines integer not null default 0,
  students integer not null default 0,
  total numeric(14,2) not null default 0,
  made_by_id bigint,
  made_at timestamp with time zone not null,
  released_by_id bigint,
  released_at timestamp with time zone,
  confirmed_by_id bigint,
  confirmed_at timestamp with time zone,
  voided_by_id bigint,
  voided_at timestamp with time zone,
  void_reason text,
  constraint bursar_batches_pkey PRIMARY KEY (id, school_id),
  constraint bursar_batches_check CHECK (((state = 'voided'::text) = (voided_at IS NOT NULL))),
  constraint bursar_batches_check1 CHECK (((voided_at IS NULL) = (void_reason IS NULL))),
  constraint bursar_batches_check2 CHECK (((released_at IS NOT NULL) OR (confirmed_at IS NULL))),
  constraint bursar_batches_check3 CHECK (((state <> 'draft'::text) OR (released_at IS NULL))),
  constraint bursar_batches_check4 CHECK (((state = 'confirmed'::text) = (confirmed_at IS NOT NULL))),
  constraint bursar_batches_confirmed_by_id_fkey FOREIGN KEY (confirmed_by_id) REFERENCES users(id),
  constraint bursar_batches_made_by_id_fkey FOREIGN KEY (made_by_id) REFERENCES users(id),
  constraint bursar_batches_number_check CHECK ((number > 0)),
  constraint bursar_batches_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint bursar_batches_released_by_id_fkey FOREIGN KEY (released_by_id) REFERENCES users(id),
  constraint bursar_batches_school_id_number_key UNIQUE (school_id, number),
  constraint bursar_batches_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'released'::text, 'confirmed'::text, 'voided'::text]))),
  constraint bursar_batches_void_reason_check CHECK (((length(void_reason) >= 1) AND (length(void_reason) <= 500))),
  constraint bursar_batches_voided_by_id_fkey FOREIGN KEY (voided_by_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX bursar_batches_draft ON public.bursar_batches USING btree (period_id, school_id) WHERE (state = 'draft'::text);
CREATE INDEX bursar_batches_period ON public.bursar_batches USING btree (period_id, id DESC);

-- A signed amount, with the names as they were sent: a file can be downloaded again byte for byte.
create table bursar_lines (
  batch_id bigint not null,
  line integer not null,
  school_id bigint not null,
  student_period_id bigint not null,
  sid text not null,
  last_name text not null,
  first_name text not null,
  coverage_type text,
  item text not null,
  action text not null,
  amount numeric(12,2) not null,
  effective_on date not null,
  reason text not null,
  constraint bursar_lines_pkey PRIMARY KEY (batch_id, line, school_id),
  constraint bursar_lines_action_check CHECK ((action = ANY (ARRAY['charge'::text, 'reverse'::text, 'prorate'::text]))),
  constraint bursar_lines_amount_check CHECK ((amount <> (0)::numeric)),
  constraint bursar_lines_batch_id_school_id_fkey FOREIGN KEY (batch_id, school_id) REFERENCES bursar_batches(id, school_id),
  constraint bursar_lines_check CHECK (((item = 'premium'::text) = (coverage_type IS NOT NULL))),
  constraint bursar_lines_coverage_type_check CHECK ((coverage_type = ANY (ARRAY['medical'::text, 'dental'::text, 'vision'::text]))),
  constraint bursar_lines_item_check CHECK ((item = ANY (ARRAY['premium'::text, 'admin_fee'::text, 'on_call_fee'::text, 'ltd_premium'::text, 'life_premium'::text, 'add_premium'::text, 'late_waiver_fee'::text]))),
  constraint bursar_lines_line_check CHECK ((line > 0)),
  constraint bursar_lines_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id)
);
CREATE UNIQUE INDEX bursar_lines_item ON public.bursar_lines USING btree (batch_id, student_period_id, sid, item, COALESCE(coverage_type, ''::text), school_id);
CREATE INDEX bursar_lines_student_period ON public.bursar_lines USING btree (student_period_id);
CREATE TRIGGER bursar_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bursar_lines FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- How a school releases its batches, and the number of its latest one.
create table bursar_settings (
  school_id bigint not null,
  needs_second_person boolean not null default false,
  last_number integer not null default 0,
  version integer not null default 0,
  constraint bursar_settings_pkey PRIMARY KEY (school_id),
  constraint bursar_settings_last_number_check CHECK ((last_number >= 0)),
  constraint bursar_settings_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);

-- What a file says of a student, encrypted, so that the next file can say only what changed. Differences have no values.
create table carrier_file_members (
  file_id bigint not null,
  "position" integer not null,
  school_id bigint not null,
  student_id bigint not null,
  student_period_id bigint not null,
  cipher bytea not null,
  differences jsonb not null,
  constraint carrier_file_members_pkey PRIMARY KEY (file_id, "position", school_id),
  constraint carrier_file_members_file_id_school_id_fkey FOREIGN KEY (file_id, school_id) REFERENCES carrier_files(id, school_id),
  constraint carrier_file_members_student_id_school_id_fkey FOREIGN KEY (student_id, school_id) REFERENCES students(id, school_id),
  constraint carrier_file_members_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id)
);
CREATE INDEX carrier_file_members_changed ON public.carrier_file_members USING btree (file_id, "position") WHERE (differences <> '[]'::jsonb);
CREATE INDEX carrier_file_members_known ON public.carrier_file_members USING btree (student_period_id, file_id DESC);
CREATE INDEX carrier_file_members_student ON public.carrier_file_members USING btree (student_id, file_id);

-- What the carrier would reject; these students are left out.
create table carrier_file_problems (
  file_id bigint not null,
  "position" integer not null,
  school_id bigint not null,
  student_id bigint not null,
  student_period_id bigint not null,
  code text not null,
  place text not null,
  field text not null,
  dependent text,
  coverage_type text,
  tier text,
  constraint carrier_file_problems_pkey PRIMARY KEY (file_id, "position", school_id),
  constraint carrier_file_problems_coverage_type_check CHECK ((coverage_type = ANY (ARRAY['medical'::text, 'dental'::text, 'vision'::text]))),
  constraint carrier_file_problems_file_id_school_id_fkey FOREIGN KEY (file_id, school_id) REFERENCES carrier_files(id, school_id),
  constraint carrier_file_problems_student_id_school_id_fkey FOREIGN KEY (student_id, school_id) REFERENCES students(id, school_id),
  constraint carrier_file_problems_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id)
);

-- An 834 file that tells the carrier who is covered; it’s prepared for review, then released.
create table carrier_files (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  kind text not null,
  is_test boolean not null,
  job_id bigint not null,
  state text not null default 'preparing'::text,
  settings jsonb not null,
  school_name text not null,
  sender text not null,
  receiver text not null,
  as_of date not null,
  base_id bigint,
  subscribers integer not null default 0,
  dependents integer not null default 0,
  segments integer not null default 0,
  counts jsonb not null default '{}'::jsonb,
  changed_students integer not null default 0,
  left_out integer not null default 0,
  problems integer not null default 0,
  includes_ssns boolean not null,
  control_number integer,
  file_name text,
  created_by_id bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  prepared_at timestamp with time zone,
  released_by_id bigint,
  released_at timestamp with time zone,
  sets jsonb not null default '[]'::jsonb,
  constraint carrier_files_pkey PRIMARY KEY (id, school_id),
  constraint carrier_files_base_id_school_id_fkey FOREIGN KEY (base_id, school_id) REFERENCES carrier_files(id, school_id),
  constraint carrier_files_check CHECK (((state = 'released'::text) = ((control_number IS NOT NULL) AND (released_at IS NOT NULL) AND (file_name IS NOT NULL)))),
  constraint carrier_files_control_number_check CHECK (((control_number >= 1) AND (control_number <= 999999999))),
  constraint carrier_files_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint carrier_files_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint carrier_files_job_id_school_id_key UNIQUE (job_id, school_id),
  constraint carrier_files_kind_check CHECK ((kind = ANY (ARRAY['full'::text, 'changes'::text]))),
  constraint carrier_files_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint carrier_files_released_by_id_fkey FOREIGN KEY (released_by_id) REFERENCES users(id),
  constraint carrier_files_sender_receiver_control_number_key UNIQUE (sender, receiver, control_number, school_id),
  constraint carrier_files_state_check CHECK ((state = ANY (ARRAY['preparing'::text, 'ready'::text, 'released'::text, 'failed'::text, 'discarded'::text])))
);
CREATE UNIQUE INDEX carrier_files_open ON public.carrier_files USING btree (period_id, school_id) WHERE (state = ANY (ARRAY['preparing'::text, 'ready'::text]));
CREATE INDEX carrier_files_period ON public.carrier_files USING btree (period_id, id DESC);

-- One act of a person, a job or a file; its entries in the history say what became of each record.
create table changes (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor_id bigint,
  cause text not null,
  kind text not null,
  school_id bigint,
  undoes_change_id bigint,
  is_undoable boolean not null default false,
  address text,
  request_id text,
  emergency_id bigint,
  constraint changes_pkey PRIMARY KEY (id),
  constraint changes_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint changes_cause_check CHECK ((cause = ANY (ARRAY['person'::text, 'import'::text, 'bulk'::text, 'system'::text, 'student'::text, 'undo'::text]))),
  constraint changes_emergency_id_fkey FOREIGN KEY (emergency_id) REFERENCES emergency_sign_ins(id),
  constraint changes_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint changes_undoes_change_id_fkey FOREIGN KEY (undoes_change_id) REFERENCES changes(id),
  constraint changes_undoes_change_id_key UNIQUE (undoes_change_id)
);
CREATE INDEX changes_actor ON public.changes USING btree (actor_id, id DESC) WHERE (actor_id IS NOT NULL);
CREATE INDEX changes_at ON public.changes USING btree (at, id);
CREATE INDEX changes_composed_emails ON public.changes USING btree (id DESC) WHERE (kind = 'emails_composed'::text);
CREATE INDEX changes_emergency ON public.changes USING btree (emergency_id, id DESC) WHERE (emergency_id IS NOT NULL);
CREATE TRIGGER changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.changes FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- Reminders of students who haven’t started before their deadline. Each is queued once, by whichever process.
create table deadline_reminders (
  id bigint not null generated always as identity,
  school_id bigint not null,
  student_period_id bigint not null,
  deadline_on date not null,
  days_before integer not null,
  created_at timestamp with time zone not null,
  constraint deadline_reminders_pkey PRIMARY KEY (id, school_id),
  constraint deadline_reminders_days_before_check CHECK ((days_before > 0)),
  constraint deadline_reminders_student_period_id_deadline_on_days_befor_key UNIQUE (student_period_id, deadline_on, days_before, school_id),
  constraint deadline_reminders_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id)
);

-- Whether staff agreed with a suggestion. The newest one of a user counts.
create table decision_feedback (
  id bigint not null generated always as identity,
  school_id bigint not null,
  decision_id bigint not null,
  verdict text not null,
  correct_outcome text,
  reason_code text,
  comment text,
  created_by_id bigint not null,
  created_at timestamp with time zone not null,
  constraint decision_feedback_pkey PRIMARY KEY (id, school_id),
  constraint decision_feedback_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 2000))),
  constraint decision_feedback_correct_outcome_check CHECK ((correct_outcome = ANY (ARRAY['approve'::text, 'utp'::text, 'decline'::text]))),
  constraint decision_feedback_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint decision_feedback_decision_id_school_id_fkey FOREIGN KEY (decision_id, school_id) REFERENCES decisions(id, school_id),
  constraint decision_feedback_verdict_check CHECK ((verdict = ANY (ARRAY['agree'::text, 'disagree'::text])))
);
CREATE INDEX decision_feedback_created_by ON public.decision_feedback USING btree (created_by_id);
CREATE INDEX decision_feedback_decision ON public.decision_feedback USING btree (decision_id, id DESC);

-- What staff decided. An undone decision keeps its row.
create table decision_outcomes (
  id bigint not null generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  coverage_type text not null,
  decision_id bigint,
  outcome text not null,
  reason_codes text[] not null default '{}'::text[],
  note text,
  from_status coverage_status,
  to_status coverage_status,
  respond_by date,
  decided_by_id bigint,
  decided_at timestamp with time zone not null,
  change_id bigint not null,
  email_id bigint,
  undone_at timestamp with time zone,
  is_chosen_for_review boolean not null default false,
  constraint decision_outcomes_pkey PRIMARY KEY (id, school_id),
  constraint decision_outcomes_change_id_fkey FOREIGN KEY (change_id) REFERENCES changes(id),
  constraint decision_outcomes_coverage_type_check CHECK ((coverage_type = ANY (ARRAY['medical'::text, 'dental'::text, 'vision'::text]))),
  constraint decision_outcomes_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES users(id),
  constraint decision_outcomes_decision_id_school_id_fkey FOREIGN KEY (decision_id, school_id) REFERENCES decisions(id, school_id),
  constraint decision_outcomes_email_id_fkey FOREIGN KEY (email_id) REFERENCES emails(id),
  constraint decision_outcomes_note_check CHECK (((length(note) >= 1) AND (length(note) <= 2000))),
  constraint decision_outcomes_outcome_check CHECK ((outcome = ANY (ARRAY['approve'::text, 'utp'::text, 'decline'::text, 'closed'::text]))),
  constraint decision_outcomes_statuses_check CHECK (((outcome = 'closed'::text) OR ((from_status IS NOT NULL) AND (to_status IS NOT NULL)))),
  constraint decision_outcomes_submission_id_school_id_fkey FOREIGN KEY (submission_id, school_id) REFERENCES form_submissions(id, school_id)
);
CREATE INDEX decision_outcomes_change ON public.decision_outcomes USING btree (change_id);
CREATE INDEX decision_outcomes_chosen ON public.decision_outcomes USING btree (submission_id) WHERE is_chosen_for_review;
CREATE INDEX decision_outcomes_decided_by ON public.decision_outcomes USING btree (decided_by_id);
CREATE INDEX decision_outcomes_decision ON public.decision_outcomes USING btree (decision_id) WHERE (decision_id IS NOT NULL);
CREATE INDEX decision_outcomes_email ON public.decision_outcomes USING btree (email_id) WHERE (email_id IS NOT NULL);
CREATE INDEX decision_outcomes_submission ON public.decision_outcomes USING btree (submission_id, coverage_type, id DESC);

-- What the rules suggested for a coverage type of a form, with the facts they judged. The newest one counts.
create table decisions (
  id bigint not null generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  coverage_type text not null,
  snapshot_number integer not null,
  recommendation text not null,
  confidence text not null,
  risk integer not null,
  rules jsonb not null,
  blocking text[] not null,
  suggested_status coverage_status,
  student_message text not null,
  engine_version text not null,
  ruleset_version integer,
  inputs jsonb,
  inputs_hash bytea not null,
  mode text not null,
  created_at timestamp with time zone not null,
  constraint decisions_pkey PRIMARY KEY (id, school_id),
  constraint decisions_confidence_check CHECK ((confidence = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text]))),
  constraint decisions_coverage_type_check CHECK ((coverage_type = ANY (ARRAY['medical'::text, 'dental'::text, 'vision'::text]))),
  constraint decisions_mode_check CHECK ((mode = ANY (ARRAY['shadow'::text, 'assist'::text]))),
  constraint decisions_recommendation_check CHECK ((recommendation = ANY (ARRAY['approve'::text, 'utp'::text, 'decline'::text, 'needs_review'::text]))),
  constraint decisions_submission_id_school_id_fkey FOREIGN KEY (submission_id, school_id) REFERENCES form_submissions(id, school_id)
);
CREATE INDEX decisions_submission ON public.decisions USING btree (submission_id, coverage_type, id DESC);
CREATE TRIGGER decisions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.decisions FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- A run that enrolled the students of a policy year who sent no form in time. Its emails wait until staff release them.
create table default_enrollments (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  run_on date not null,
  job_id bigint not null,
  students integer,
  amount numeric(14,2),
  emails_released_at timestamp with time zone,
  constraint default_enrollments_pkey PRIMARY KEY (id, school_id),
  constraint default_enrollments_amount_check CHECK ((amount >= (0)::numeric)),
  constraint default_enrollments_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint default_enrollments_job_id_school_id_key UNIQUE (job_id, school_id),
  constraint default_enrollments_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint default_enrollments_students_check CHECK ((students >= 0))
);
CREATE INDEX default_enrollments_period ON public.default_enrollments USING btree (period_id, id DESC);

-- Spouses, partners and children that a student’s plan covers.
create table dependents (
  id bigint not null generated always as identity,
  school_id bigint not null,
  student_period_id bigint not null,
  type text not null,
  gender text,
  first_name text collate shipmate_text not null default ''::text,
  last_name text collate shipmate_text not null,
  dob date,
  ssn_cipher bytea,
  ssn_last_four text,
  covers text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  medical_start_on date,
  medical_end_on date,
  dental_start_on date,
  dental_end_on date,
  vision_start_on date,
  vision_end_on date,
  constraint dependents_pkey PRIMARY KEY (id, school_id),
  constraint dependents_covers_check CHECK ((covers <@ ARRAY['medical'::text, 'dental'::text, 'vision'::text])),
  constraint dependents_dob_check CHECK ((dob >= '1900-01-01'::date)),
  constraint dependents_first_name_check CHECK ((length(first_name) <= 100)),
  constraint dependents_gender_check CHECK ((gender = ANY (ARRAY['female'::text, 'male'::text, 'x'::text]))),
  constraint dependents_ssn_last_four_check CHECK ((ssn_last_four ~ '^[0-9]{4}$'::text)),
  constraint dependents_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id),
  constraint dependents_type_check CHECK ((type = ANY (ARRAY['spouse'::text, 'child'::text, 'domestic_partner'::text])))
);
CREATE INDEX dependents_student_period ON public.dependents USING btree (student_period_id);

-- Students in blocks of 4,096 IDs, each by its place in the block: 300,000 students are 74 rows.
create table disclosed_students (
  disclosure_id bigint not null,
  block bigint not null,
  school_id bigint not null,
  places smallint[] not null,
  constraint disclosed_students_pkey PRIMARY KEY (disclosure_id, block, school_id),
  constraint disclosed_students_disclosure_id_school_id_fkey FOREIGN KEY (disclosure_id, school_id) REFERENCES disclosures(id, school_id),
  constraint disclosed_students_places_check CHECK (((cardinality(places) >= 1) AND (cardinality(places) <= 4096)))
);
CREATE INDEX disclosed_students_block ON public.disclosed_students USING btree (block, school_id);
CREATE TRIGGER disclosed_students_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.disclosed_students FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- A student can ask who received their data (34 CFR 99.32): each file of students is recorded with its students.
create table disclosures (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  school_id bigint not null,
  kind text not null,
  actor_id bigint,
  access_id bigint,
  recipient text not null,
  purpose text not null,
  what text not null,
  constraint disclosures_pkey PRIMARY KEY (id, school_id),
  constraint disclosures_access_id_fkey FOREIGN KEY (access_id) REFERENCES access_log(id),
  constraint disclosures_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint disclosures_kind_check CHECK ((kind = ANY (ARRAY['export'::text, 'print'::text, 'report'::text, 'scheduled_report'::text, 'eligibility_file'::text]))),
  constraint disclosures_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
CREATE INDEX disclosures_access ON public.disclosures USING btree (access_id);
CREATE TRIGGER disclosures_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.disclosures FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- What someone typed into a form and hasn’t saved outlives a reload and the end of the session.
create table drafts (
  user_id bigint not null,
  form text not null,
  content bytea not null,
  saved_at timestamp with time zone not null,
  constraint drafts_pkey PRIMARY KEY (user_id, form),
  constraint drafts_content_check CHECK ((length(content) <= 200000)),
  constraint drafts_form_check CHECK (((length(form) >= 1) AND (length(form) <= 100))),
  constraint drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX drafts_age ON public.drafts USING btree (saved_at);

-- A check of one coverage type of a student, by one or more inquiries.
create table eligibility_reports (
  id bigint not null generated always as identity,
  school_id bigint not null,
  student_id bigint not null,
  student_period_id bigint not null,
  coverage_type text not null,
  cause text not null,
  status text,
  retrieval_status text not null default 'pending'::text,
  reason_code text,
  message text,
  next_step text,
  payer_name text,
  payer_id text,
  plan jsonb,
  deductible jsonb,
  out_of_pocket_max jsonb,
  other_payers jsonb not null default '[]'::jsonb,
  is_simulated boolean not null,
  cost_cents integer not null default 0,
  requested_by_id bigint,
  created_at timestamp with time zone not null,
  retrieved_at timestamp with time zone,
  next_try_at timestamp with time zone,
  batch_row_hash bytea,
  basis jsonb not null default '{"plans": [], "covered": null, "questions": []}'::jsonb,
  if_accepted jsonb,
  accepted_by_id bigint,
  accepted_at timestamp with time zone,
  before_acceptance jsonb,
  constraint eligibility_reports_pkey PRIMARY KEY (id, school_id),
  constraint eligibility_reports_acceptance_check CHECK ((((accepted_at IS NULL) = (accepted_by_id IS NULL)) AND ((accepted_at IS NULL) = (before_acceptance IS NULL)))),
  constraint eligibility_reports_accepted_by_id_fkey FOREIGN KEY (accepted_by_id) REFERENCES users(id),
  constraint eligibility_reports_batch_check CHECK (((cause = 'batch'::text) OR (batch_row_hash IS NULL))),
  constraint eligibility_reports_batch_row_hash_check CHECK ((length(batch_row_hash) = 32)),
  constraint eligibility_reports_cause_check CHECK ((cause = ANY (ARRAY['staff'::text, 'form'::text, 'reverification'::text, 'batch'::text]))),
  constraint eligibility_reports_check CHECK (((status IS NULL) = (retrieval_status = 'pending'::text))),
  constraint eligibility_reports_coverage_type_check CHECK ((coverage_type = ANY (ARRAY['medical'::text, 'dental'::text, 'vision'::text]))),
  constraint eligibility_reports_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES users(id),
  constraint eligibility_reports_retrieval_status_check CHECK ((retrieval_status = ANY (ARRAY['pending'::text, 'retrieved'::text, 'error'::text]))),
  constraint eligibility_reports_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'unknown'::text, 'other_plan_detected'::text, 'missing_request_information'::text, 'unable_to_send_request'::text, 'request_failed'::text]))),
  constraint eligibility_reports_student_id_school_id_fkey FOREIGN KEY (student_id, school_id) REFERENCES students(id, school_id),
  constraint eligibility_reports_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id)
);
CREATE INDEX eligibility_reports_due ON public.eligibility_reports USING btree (next_try_at) WHERE (retrieval_status = 'pending'::text);
CREATE UNIQUE INDEX eligibility_reports_pending ON public.eligibility_reports USING btree (student_period_id, coverage_type, school_id) WHERE (retrieval_status = 'pending'::text);
CREATE INDEX eligibility_reports_student ON public.eligibility_reports USING btree (student_id, id DESC);
CREATE INDEX eligibility_reports_student_period ON public.eligibility_reports USING btree (student_period_id, coverage_type, id DESC);

-- The clearinghouse of a school. Without a row, a check ends as unable to send.
create table eligibility_settings (
  school_id bigint not null,
  provider text,
  address text,
  user_name text,
  secret_cipher bytea,
  organization text,
  npi text,
  sender_id text,
  receiver_id text,
  inquiry_cost_cents integer not null default 20,
  cost_limit_cents integer,
  inquiries_per_minute integer not null default 60,
  simulator_latency_ms integer not null default 0,
  simulator_is_out boolean not null default false,
  version integer not null default 1,
  constraint eligibility_settings_pkey PRIMARY KEY (school_id),
  constraint eligibility_settings_address_check CHECK ((address ~ '^https?://'::text)),
  constraint eligibility_settings_cost_limit_cents_check CHECK ((cost_limit_cents >= 0)),
  constraint eligibility_settings_inquiries_per_minute_check CHECK ((inquiries_per_minute > 0)),
  constraint eligibility_settings_inquiry_cost_cents_check CHECK ((inquiry_cost_cents >= 0)),
  constraint eligibility_settings_npi_check CHECK ((npi ~ '^\d{10}$'::text)),
  constraint eligibility_settings_provider_check CHECK ((provider = ANY (ARRAY['simulator'::text, 'x12'::text, 'json'::text]))),
  constraint eligibility_settings_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint eligibility_settings_simulator_latency_ms_check CHECK (((simulator_latency_ms >= 0) AND (simulator_latency_ms <= 10000)))
);

-- The reports of bounces and complaints that were read: a repeated one changes nothing.
create table email_events (
  id text not null,
  received_at timestamp with time zone not null,
  constraint email_events_pkey PRIMARY KEY (id)
);
CREATE INDEX email_events_age ON public.email_events USING btree (received_at);

-- The layouts that emails were sent in, each saved once, so that an email can be shown as it was sent.
create table email_layouts (
  id bigint not null generated always as identity,
  hash bytea not null,
  html text not null,
  styles jsonb not null,
  constraint email_layouts_pkey PRIMARY KEY (id),
  constraint email_layouts_hash_check CHECK ((length(hash) = 32)),
  constraint email_layouts_hash_key UNIQUE (hash)
);
CREATE TRIGGER email_layouts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.email_layouts FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- One row: until when the mail server’s rate is used up by emails already handed over, for all processes together.
create table email_pace (
  is_only boolean not null default true,
  used_until timestamp with time zone not null,
  constraint email_pace_pkey PRIMARY KEY (is_only),
  constraint email_pace_is_only_check CHECK (is_only)
);

-- The texts of emails: one for all schools, and a school’s where it differs.
create table email_templates (
  id bigint not null generated always as identity,
  school_id bigint,
  kind text not null,
  content jsonb,
  version integer not null default 1,
  updated_at timestamp with time zone,
  updated_by bigint,
  former_content jsonb,
  constraint email_templates_pkey PRIMARY KEY (id),
  constraint email_templates_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint email_templates_school_id_kind_key UNIQUE NULLS NOT DISTINCT (school_id, kind),
  constraint email_templates_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);

-- Emails wait here, written in the same transaction as their cause, and stay with what became of them.
create table emails (
  id bigint not null generated always as identity,
  kind text not null,
  to_address text not null,
  to_name text not null,
  subject text not null,
  body text,
  school_id bigint,
  student_id bigint,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  body_cipher bytea,
  link_of bigint,
  link_expires_at timestamp with time zone,
  state text not null default 'queued'::text,
  error text,
  via text,
  send_at timestamp with time zone not null,
  attempts integer not null default 0,
  claimed_at timestamp with time zone,
  message_id text,
  student_period_id bigint,
  change_id bigint,
  sender_id bigint,
  resend_of bigint,
  html text,
  language text not null default 'en'::text,
  layout_id bigint,
  started_at timestamp with time zone,
  claimed_by uuid,
  reply_to text,
  form_submission_id bigint,
  constraint emails_pkey PRIMARY KEY (id),
  constraint emails_about_student_has_school CHECK (((student_period_id IS NULL) OR (school_id IS NOT NULL))),
  constraint emails_body_where_no_link CHECK (((kind = ANY (ARRAY['reset_link'::text, 'invite'::text, 'email_change'::text, 'status_code'::text, 'resume_link'::text])) = (body IS NULL))),
  constraint emails_change_id_fkey FOREIGN KEY (change_id) REFERENCES changes(id),
  constraint emails_claimed_while_sending CHECK (((state = 'sending'::text) = (claimed_at IS NOT NULL))),
  constraint emails_form_has_school CHECK (((form_submission_id IS NULL) OR (school_id IS NOT NULL))),
  constraint emails_form_submission_id_school_id_fkey FOREIGN KEY (form_submission_id, school_id) REFERENCES form_submissions(id, school_id),
  constraint emails_html_has_text CHECK (((html IS NULL) OR (body IS NOT NULL))),
  constraint emails_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'zh'::text, 'fr'::text, 'ko'::text, 'vi'::text]))),
  constraint emails_layout_id_fkey FOREIGN KEY (layout_id) REFERENCES email_layouts(id),
  constraint emails_link_gone_once_sent CHECK (((sent_at IS NULL) OR (body_cipher IS NULL))),
  constraint emails_link_has_end CHECK (((body_cipher IS NULL) OR ((link_expires_at IS NOT NULL) AND ((link_of IS NOT NULL) OR (school_id IS NOT NULL))))),
  constraint emails_link_of_fkey FOREIGN KEY (link_of) REFERENCES users(id),
  constraint emails_message_id_key UNIQUE (message_id),
  constraint emails_reply_to_check CHECK ((length(reply_to) <= 254)),
  constraint emails_resend_of_fkey FOREIGN KEY (resend_of) REFERENCES emails(id),
  constraint emails_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint emails_seals_links_only CHECK (((body_cipher IS NULL) OR (body IS NULL))),
  constraint emails_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users(id),
  constraint emails_sent_has_time CHECK (((state = ANY (ARRAY['sent'::text, 'bounced'::text])) <= ((sent_at IS NOT NULL) AND (via IS NOT NULL)))),
  constraint emails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'bounced'::text, 'suppressed'::text, 'uncertain'::text, 'canceled'::text]))),
  constraint emails_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id),
  constraint emails_via_check CHECK ((via = ANY (ARRAY['smtp'::text, 'mailbox'::text])))
);
CREATE INDEX emails_by_day ON public.emails USING btree (COALESCE(sent_at, send_at));
CREATE INDEX emails_due ON public.emails USING btree (send_at, id) WHERE (state = 'queued'::text);
CREATE INDEX emails_form ON public.emails USING btree (form_submission_id) WHERE (form_submission_id IS NOT NULL);
CREATE INDEX emails_kind ON public.emails USING btree (kind, id DESC);
CREATE INDEX emails_links ON public.emails USING btree (link_of) WHERE (body_cipher IS NOT NULL);
CREATE INDEX emails_of_change ON public.emails USING btree (change_id, state) WHERE (change_id IS NOT NULL);
CREATE INDEX emails_of_student ON public.emails USING btree (student_id, id DESC);
CREATE INDEX emails_school ON public.emails USING btree (school_id, id DESC);
CREATE INDEX emails_search ON public.emails USING gin (shipmate_fold(((((to_address || ' '::text) || to_name) || ' '::text) || subject)) gin_trgm_ops);
CREATE INDEX emails_sending ON public.emails USING btree (claimed_at) WHERE (state = 'sending'::text);
CREATE INDEX emails_state ON public.emails USING btree (state, via, id DESC);

-- If no admin can sign in the usual way, a code kept in a safe opens one session of 60 minutes (45 CFR 164.312(a)(2)(ii)).
create table emergency_codes (
  id bigint not null generated always as identity,
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  replaced_at timestamp with time zone,
  constraint emergency_codes_pkey PRIMARY KEY (id),
  constraint emergency_codes_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint emergency_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX emergency_codes_open ON public.emergency_codes USING btree (user_id) WHERE ((used_at IS NULL) AND (replaced_at IS NULL));

-- The use of an emergency code, with its reason; everything done in it carries its number.
create table emergency_sign_ins (
  id bigint not null generated always as identity,
  code_id bigint not null,
  user_id bigint not null,
  reason text not null,
  address text,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint emergency_sign_ins_pkey PRIMARY KEY (id),
  constraint emergency_sign_ins_code_id_fkey FOREIGN KEY (code_id) REFERENCES emergency_codes(id),
  constraint emergency_sign_ins_code_id_key UNIQUE (code_id),
  constraint emergency_sign_ins_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint emergency_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE TRIGGER emergency_sign_ins_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.emergency_sign_ins FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- Entries whose personal values were erased, with the hash of their seal. Verification takes it if the signature fits the entry as it’s left.
create table erased_entries (
  log text not null,
  entry_id bigint not null,
  change_id bigint not null,
  hash bytea not null,
  signature bytea not null,
  constraint erased_entries_pkey PRIMARY KEY (log, entry_id),
  constraint erased_entries_change_id_fkey FOREIGN KEY (change_id) REFERENCES changes(id),
  constraint erased_entries_log_check CHECK ((log = ANY (ARRAY['history'::text, 'access_log'::text])))
);
CREATE INDEX erased_entries_change ON public.erased_entries USING btree (change_id);
CREATE TRIGGER erased_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.erased_entries FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- The file, encrypted, in pieces, like that of an import.
create table export_file_chunks (
  export_id bigint not null,
  school_id bigint not null,
  "position" integer not null,
  cipher bytea not null,
  constraint export_file_chunks_pkey PRIMARY KEY (export_id, "position", school_id),
  constraint export_file_chunks_export_id_school_id_fkey FOREIGN KEY (export_id, school_id) REFERENCES exports(id, school_id) ON DELETE CASCADE
);

-- A list as a file, deleted after a day.
create table exports (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  author_id bigint not null,
  job_id bigint not null,
  format text not null,
  includes_ssn boolean not null,
  file_name text not null,
  size integer,
  rows integer,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint exports_pkey PRIMARY KEY (id, school_id),
  constraint exports_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint exports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  constraint exports_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint exports_job_id_school_id_key UNIQUE (job_id, school_id),
  constraint exports_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id)
);
CREATE INDEX exports_author ON public.exports USING btree (author_id, period_id, id DESC);
CREATE INDEX exports_expiry ON public.exports USING btree (expires_at);

-- Reminders 14, 7, 3 and 1 days before the response date. Each is queued once, by whichever process.
create table fix_reminders (
  id bigint not null generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  respond_by date not null,
  days_before integer not null,
  created_at timestamp with time zone not null,
  constraint fix_reminders_pkey PRIMARY KEY (id, school_id),
  constraint fix_reminders_days_before_check CHECK ((days_before > 0)),
  constraint fix_reminders_submission_id_respond_by_days_before_school_i_key UNIQUE (submission_id, respond_by, days_before, school_id),
  constraint fix_reminders_submission_id_school_id_fkey FOREIGN KEY (submission_id, school_id) REFERENCES form_submissions(id, school_id)
);

-- Files that students upload, such as an insurance card, before they send the form that names them.
create table form_files (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  submission_id bigint,
  student_file_id bigint,
  token_hash bytea not null,
  name text collate shipmate_text not null,
  kind text not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  stored_name text not null,
  created_at timestamp with time zone not null,
  is_of_appeal boolean not null default false,
  sent_from bytea,
  constraint form_files_pkey PRIMARY KEY (id, school_id),
  constraint form_files_check CHECK (((student_file_id IS NULL) OR (submission_id IS NOT NULL))),
  constraint form_files_kind_check CHECK ((kind = ANY (ARRAY['insurance_card_front'::text, 'insurance_card_back'::text, 'coverage_letter'::text, 'other'::text]))),
  constraint form_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint form_files_of_appeal CHECK (((NOT is_of_appeal) OR (submission_id IS NOT NULL))),
  constraint form_files_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint form_files_size_check CHECK ((size > 0)),
  constraint form_files_stored_name_key UNIQUE (stored_name, school_id),
  constraint form_files_student_file_id_school_id_fkey FOREIGN KEY (student_file_id, school_id) REFERENCES student_files(id, school_id),
  constraint form_files_submission_id_school_id_fkey FOREIGN KEY (submission_id, school_id) REFERENCES form_submissions(id, school_id) ON DELETE CASCADE,
  constraint form_files_token_hash_key UNIQUE (token_hash, school_id)
);
CREATE INDEX form_files_of_network ON public.form_files USING btree (school_id, sent_from, created_at) WHERE (student_file_id IS NULL);
CREATE INDEX form_files_school_size ON public.form_files USING btree (school_id) INCLUDE (size) WHERE (student_file_id IS NULL);
CREATE INDEX form_files_student_file ON public.form_files USING btree (student_file_id) WHERE (student_file_id IS NOT NULL);
CREATE INDEX form_files_submission ON public.form_files USING btree (submission_id) WHERE (submission_id IS NOT NULL);
CREATE INDEX form_files_unsent ON public.form_files USING btree (school_id, created_at) WHERE (submission_id IS NULL);

-- The content of a form in progress; deleted when the form is complete.
create table form_submission_drafts (
  submission_id bigint not null,
  school_id bigint not null,
  content_cipher bytea not null,
  saved_at timestamp with time zone not null,
  constraint form_submission_drafts_pkey PRIMARY KEY (submission_id, school_id),
  constraint form_submission_drafts_submission_id_school_id_fkey FOREIGN KEY (submission_id, school_id) REFERENCES form_submissions(id, school_id) ON DELETE CASCADE
);

-- The form as signed: no one changes it.
create table form_submission_snapshots (
  id bigint not null generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  number integer not null,
  content jsonb not null,
  hash bytea not null,
  ssns_cipher bytea,
  form_number integer not null,
  waiver_rules_number integer,
  created_at timestamp with time zone not null,
  drawn_signature bytea,
  constraint form_submission_snapshots_pkey PRIMARY KEY (id, school_id),
  constraint form_submission_snapshots_drawn_signature_check CHECK ((octet_length(drawn_signature) <= 100000)),
  constraint form_submission_snapshots_number_check CHECK ((number > 0)),
  constraint form_submission_snapshots_submission_id_number_school_id_key UNIQUE (submission_id, number, school_id),
  constraint form_submission_snapshots_submission_id_school_id_fkey FOREIGN KEY (submission_id, school_id) REFERENCES form_submissions(id, school_id)
);
CREATE TRIGGER form_submission_snapshots_append_only BEFORE DELETE OR UPDATE OF id, school_id, submission_id, number, content, hash, form_number, waiver_rules_number, created_at, drawn_signature OR TRUNCATE ON public.form_submission_snapshots FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- A form that a student sent or saved, and what becomes of it. What was sent is in its snapshots.
create table form_submissions (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  form_type text not null,
  coverage_types text[] not null,
  student_id bigint,
  student_period_id bigint,
  match_method text,
  flagged_coverages text[] not null default '{}'::text[],
  first_name text collate shipmate_text,
  last_name text collate shipmate_text,
  sid text collate shipmate_text,
  dob date,
  confirmation_number text,
  sent_hash bytea,
  submitted_at timestamp with time zone not null,
  superseded_by_id bigint,
  version integer not null default 1,
  progress text not null default 'complete'::text,
  seen_at timestamp with time zone,
  claimed_by_id bigint,
  claimed_until timestamp with time zone,
  decided_coverages text[] not null default '{}'::text[],
  decision text not null generated always as (
CASE
    WHEN (cardinality(decided_coverages) = 0) THEN 'open'::text
    WHEN (decided_coverages @> coverage_types) THEN 'decided'::text
    ELSE 'partly'::text
END) stored,
  recommendation text,
  risk integer not null default 0,
  deadline_on date,
  judged_on date,
  qualifying_event text,
  event_on date,
  eligibility text,
  plan_change_coverages text[] not null default '{}'::text[],
  constraint form_submissions_pkey PRIMARY KEY (id, school_id),
  constraint form_submissions_check CHECK ((flagged_coverages <@ coverage_types)),
  constraint form_submissions_check1 CHECK (((student_id IS NULL) = (student_period_id IS NULL))),
  constraint form_submissions_check2 CHECK (((student_period_id IS NULL) = (match_method IS NULL))),
  constraint form_submissions_check3 CHECK ((decided_coverages <@ coverage_types)),
  constraint form_submissions_check4 CHECK (((claimed_by_id IS NULL) = (claimed_until IS NULL))),
  constraint form_submissions_check5 CHECK (((qualifying_event IS NULL) = (event_on IS NULL))),
  constraint form_submissions_claimed_by_id_fkey FOREIGN KEY (claimed_by_id) REFERENCES users(id),
  constraint form_submissions_complete CHECK (((progress = 'in_progress'::text) OR ((first_name IS NOT NULL) AND (last_name IS NOT NULL) AND (dob IS NOT NULL) AND (confirmation_number IS NOT NULL) AND (sent_hash IS NOT NULL) AND (cardinality(coverage_types) > 0)))),
  constraint form_submissions_confirmation_number_key UNIQUE (confirmation_number, school_id),
  constraint form_submissions_coverage_types_check CHECK ((coverage_types <@ ARRAY['medical'::text, 'dental'::text, 'vision'::text])),
  constraint form_submissions_eligibility_check CHECK ((eligibility = ANY (ARRAY['active'::text, 'inactive'::text, 'unknown'::text, 'other_plan_detected'::text, 'missing_request_information'::text, 'unable_to_send_request'::text, 'request_failed'::text]))),
  constraint form_submissions_form_type_check CHECK ((form_type = ANY (ARRAY['enroll'::text, 'waiver'::text]))),
  constraint form_submissions_in_progress CHECK (((progress = 'complete'::text) OR ((confirmation_number IS NULL) AND (sent_hash IS NULL) AND (student_period_id IS NULL) AND (superseded_by_id IS NULL) AND (cardinality(decided_coverages) = 0)))),
  constraint form_submissions_match_method_check CHECK ((match_method = ANY (ARRAY['sid_and_birth_date'::text, 'sid_and_last_name'::text, 'name_and_birth_date'::text, 'staff'::text]))),
  constraint form_submissions_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint form_submissions_plan_change_check CHECK ((((plan_change_coverages <@ coverage_types) AND (form_type = 'enroll'::text)) OR (cardinality(plan_change_coverages) = 0))),
  constraint form_submissions_progress_check CHECK ((progress = ANY (ARRAY['in_progress'::text, 'complete'::text]))),
  constraint form_submissions_qualifying_event_check CHECK ((qualifying_event = ANY (ARRAY['loss_of_coverage'::text, 'aged_off_parent_plan'::text, 'loss_of_medicaid'::text, 'job_change'::text, 'marriage'::text, 'divorce'::text, 'birth'::text, 'adoption'::text, 'guardianship'::text, 'death'::text, 'move'::text, 'domestic_partnership_start'::text, 'domestic_partnership_end'::text, 'dependent_arrival'::text, 'armed_forces'::text]))),
  constraint form_submissions_recommendation_check CHECK ((recommendation = ANY (ARRAY['approve'::text, 'utp'::text, 'decline'::text, 'needs_review'::text]))),
  constraint form_submissions_student_id_school_id_fkey FOREIGN KEY (student_id, school_id) REFERENCES students(id, school_id),
  constraint form_submissions_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id),
  constraint form_submissions_superseded_by_id_school_id_fkey FOREIGN KEY (superseded_by_id, school_id) REFERENCES form_submissions(id, school_id)
);
CREATE INDEX form_submissions_claimed_by ON public.form_submissions USING btree (claimed_by_id) WHERE (claimed_by_id IS NOT NULL);
CREATE INDEX form_submissions_life_event ON public.form_submissions USING btree (student_period_id) WHERE (qualifying_event IS NOT NULL);
CREATE INDEX form_submissions_period ON public.form_submissions USING btree (period_id, submitted_at DESC, school_id);
CREATE INDEX form_submissions_sent ON public.form_submissions USING btree (sent_hash, submitted_at DESC);
CREATE INDEX form_submissions_student ON public.form_submissions USING btree (student_id) WHERE (student_id IS NOT NULL);
CREATE INDEX form_submissions_student_period ON public.form_submissions USING btree (student_period_id, submitted_at DESC) WHERE (student_period_id IS NOT NULL);
CREATE INDEX form_submissions_superseded_by ON public.form_submissions USING btree (superseded_by_id) WHERE (superseded_by_id IS NOT NULL);
CREATE INDEX form_submissions_to_review ON public.form_submissions USING btree (period_id, risk DESC, deadline_on, id, school_id) WHERE ((progress = 'complete'::text) AND (superseded_by_id IS NULL) AND (decision <> 'decided'::text));
CREATE INDEX form_submissions_unseen ON public.form_submissions USING btree (period_id) WHERE (seen_at IS NULL);

-- The links with which students open their forms. Each is made once, for an answer or an email.
create table form_tokens (
  id bigint not null generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint form_tokens_pkey PRIMARY KEY (id, school_id),
  constraint form_tokens_submission_id_school_id_fkey FOREIGN KEY (submission_id, school_id) REFERENCES form_submissions(id, school_id) ON DELETE CASCADE,
  constraint form_tokens_token_hash_key UNIQUE (token_hash, school_id)
);
CREATE INDEX form_tokens_expiry ON public.form_tokens USING btree (expires_at);
CREATE INDEX form_tokens_submission ON public.form_tokens USING btree (submission_id);

-- The content of a setup’s documents and pages before a change whose undo restores all of it.
create table former_setup (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  change_id bigint not null,
  kind text not null,
  page_id bigint,
  content jsonb not null,
  version integer not null,
  constraint former_setup_pkey PRIMARY KEY (id, school_id),
  constraint former_setup_change_id_fkey FOREIGN KEY (change_id) REFERENCES changes(id),
  constraint former_setup_check CHECK (((page_id IS NOT NULL) = (kind = 'custom-pages'::text))),
  constraint former_setup_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 60))),
  constraint former_setup_page_id_school_id_fkey FOREIGN KEY (page_id, school_id) REFERENCES period_pages(id, school_id),
  constraint former_setup_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint former_setup_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint former_setup_version_check CHECK ((version > 0))
);
CREATE INDEX former_setup_change ON public.former_setup USING btree (change_id, school_id);

-- What became of each record. Its school is its record’s, and who acted is checked in the change: references would slow imports.
create table history (
  id bigint not null generated always as identity,
  change_id bigint not null,
  at timestamp with time zone not null,
  actor_id bigint,
  cause text not null,
  subject_type text not null,
  subject_id bigint not null,
  school_id bigint,
  student_id bigint,
  student_period_id bigint,
  kind text not null,
  reason text,
  changes jsonb not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  constraint history_pkey PRIMARY KEY (id),
  constraint history_cause_check CHECK ((cause = ANY (ARRAY['person'::text, 'import'::text, 'bulk'::text, 'system'::text, 'student'::text, 'undo'::text]))),
  constraint history_change_id_fkey FOREIGN KEY (change_id) REFERENCES changes(id)
);
CREATE INDEX history_change_entries ON public.history USING btree (change_id, id);
CREATE INDEX history_school_changes ON public.history USING btree (school_id, change_id DESC) WHERE (school_id IS NOT NULL);
CREATE INDEX history_school_files ON public.history USING btree (school_id, id DESC) WHERE (subject_type = 'school_file'::text);
CREATE INDEX history_student ON public.history USING btree (student_id, id DESC) WHERE (student_id IS NOT NULL);
CREATE INDEX history_student_period ON public.history USING btree (student_period_id, id DESC) WHERE (student_period_id IS NOT NULL);
CREATE INDEX history_subject ON public.history USING btree (subject_type, subject_id, id DESC) WHERE (subject_type = ANY (ARRAY['school'::text, 'period'::text, 'insurance_company'::text, 'user'::text, 'email_template'::text, 'form_submission'::text]));
CREATE INDEX history_suppressed_addresses ON public.history USING btree (id DESC) WHERE (subject_type = 'suppressed_address'::text);
CREATE TRIGGER history_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.history FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();
CREATE TRIGGER history_list_unsealed AFTER INSERT ON public.history REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION shipmate_list_unsealed();

-- The chain over the history: each hash includes the one before, so no entry can be altered unnoticed. Positions have no gaps.
create table history_seals (
  "position" bigint not null,
  entry_id bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint history_seals_pkey PRIMARY KEY ("position"),
  constraint history_seals_entry_id_key UNIQUE (entry_id)
);
CREATE TRIGGER history_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.history_seals FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- First responses to POSTs, given again for 24 hours, so that a repeated call does nothing twice.
create table idempotency_keys (
  user_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  change_id bigint,
  reply jsonb,
  created_at timestamp with time zone not null,
  permission text not null,
  school_ids bigint[] not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- The file, encrypted, in pieces: every server process can read it, and memory doesn’t grow with it.
create table import_file_chunks (
  import_id bigint not null,
  school_id bigint not null,
  "position" integer not null,
  cipher bytea not null,
  constraint import_file_chunks_pkey PRIMARY KEY (import_id, "position", school_id),
  constraint import_file_chunks_import_id_school_id_fkey FOREIGN KEY (import_id, school_id) REFERENCES imports(id, school_id) ON DELETE CASCADE
);

-- Which header means which field, as a school’s staff corrected it last time.
create table import_mappings (
  school_id bigint not null,
  header text not null,
  field text,
  updated_at timestamp with time zone not null,
  constraint import_mappings_pkey PRIMARY KEY (school_id, header),
  constraint import_mappings_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id) ON DELETE CASCADE
);

-- The plan: what becomes of each row of the file. Staff see it before anything is written.
create table import_rows (
  import_id bigint not null,
  school_id bigint not null,
  row_number integer not null,
  outcome text not null,
  sid text,
  name text not null default ''::text,
  student_id bigint,
  student_version integer,
  student_period_id bigint,
  student_period_version integer,
  from_student_period_id bigint,
  student_changes jsonb not null default '[]'::jsonb,
  student_period_changes jsonb not null default '[]'::jsonb,
  ssn_index bytea,
  ssn_cipher bytea,
  ssn_last_four text,
  errors jsonb not null default '[]'::jsonb,
  finding jsonb,
  other_outcome text,
  left_out_for text,
  constraint import_rows_pkey PRIMARY KEY (import_id, row_number, school_id),
  constraint import_rows_import_id_school_id_fkey FOREIGN KEY (import_id, school_id) REFERENCES imports(id, school_id) ON DELETE CASCADE,
  constraint import_rows_left_out_for_check CHECK ((left_out_for = ANY (ARRAY['already_in_year'::text, 'inactive'::text, 'graduated'::text, 'withdrawn'::text, 'graduates_before'::text]))),
  constraint import_rows_other_outcome_check CHECK ((other_outcome = ANY (ARRAY['added'::text, 'changed'::text, 'unchanged'::text, 'refused'::text]))),
  constraint import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['added'::text, 'changed'::text, 'unchanged'::text, 'refused'::text])))
);
CREATE INDEX import_rows_findings ON public.import_rows USING btree (import_id, row_number) WHERE (finding IS NOT NULL);
CREATE INDEX import_rows_refused ON public.import_rows USING btree (import_id, row_number) WHERE (outcome = 'refused'::text);

-- A roster that is imported, or the copy of another policy year.
create table imports (
  id bigint not null generated always as identity,
  kind text not null,
  school_id bigint not null,
  period_id bigint not null,
  from_period_id bigint,
  author_id bigint,
  state text not null default 'queued'::text,
  dry_run boolean not null default false,
  accept_valid_rows boolean not null default false,
  on_existing text not null default 'update'::text,
  statuses text[],
  fields_to_carry text[],
  file_name text,
  file_size integer,
  file_hash bytea,
  encoding text,
  delimiter text,
  headers text[] not null default '{}'::text[],
  mapping jsonb not null default '{}'::jsonb,
  done integer not null default 0,
  total integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  message text,
  planned_at timestamp with time zone,
  period_version integer,
  applied_at timestamp with time zone,
  change_id bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  unlisted jsonb not null default '[]'::jsonb,
  attempt integer not null default 0,
  unknown_values jsonb not null default '[]'::jsonb,
  reading jsonb,
  held_for text,
  held_rows integer not null default 0,
  released_at timestamp with time zone,
  released_by bigint,
  whole_roster_at timestamp with time zone,
  whole_roster_by bigint,
  year_copy jsonb,
  constraint imports_pkey PRIMARY KEY (id, school_id),
  constraint imports_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint imports_change_id_fkey FOREIGN KEY (change_id) REFERENCES changes(id),
  constraint imports_from_period_id_school_id_fkey FOREIGN KEY (from_period_id, school_id) REFERENCES periods(id, school_id),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['csv'::text, 'from_period'::text]))),
  constraint imports_on_existing_check CHECK ((on_existing = ANY (ARRAY['update'::text, 'skip'::text]))),
  constraint imports_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint imports_reading_check CHECK (((reading IS NULL) OR (jsonb_typeof(reading) = 'object'::text))),
  constraint imports_released_by_fkey FOREIGN KEY (released_by) REFERENCES users(id),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'refused'::text, 'failed'::text]))),
  constraint imports_unknown_values_check CHECK ((jsonb_typeof(unknown_values) = 'array'::text)),
  constraint imports_unlisted_check CHECK ((jsonb_typeof(unlisted) = 'array'::text)),
  constraint imports_whole_roster_by_fkey FOREIGN KEY (whole_roster_by) REFERENCES users(id),
  constraint imports_year_copy_check CHECK (((year_copy IS NULL) OR (jsonb_typeof(year_copy) = 'object'::text)))
);
CREATE UNIQUE INDEX imports_busy_key ON public.imports USING btree (period_id, school_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX imports_period ON public.imports USING btree (period_id, id DESC);

-- Insurance companies of all schools: payer IDs, format of member IDs, end of coverage by age, kinds of plans.
create table insurance_companies (
  id bigint not null generated always as identity,
  name text collate shipmate_text not null,
  aliases text[] not null default '{}'::text[],
  is_electronic boolean not null default false,
  phone text,
  member_id_pattern text,
  member_id_hint text,
  age_out_rule text not null default 'end_of_birth_month'::text,
  is_health_sharing boolean not null default false,
  is_short_term boolean not null default false,
  is_foreign boolean not null default false,
  medicaid_state text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  medical_payer_ids text[] not null default '{}'::text[],
  dental_payer_ids text[] not null default '{}'::text[],
  vision_payer_ids text[] not null default '{}'::text[],
  website text,
  address_1 text,
  address_2 text,
  city text,
  state text,
  zip text,
  age_out_age integer not null default 26,
  constraint insurance_companies_pkey PRIMARY KEY (id),
  constraint insurance_companies_age_out_age_check CHECK (((age_out_age >= 18) AND (age_out_age <= 99))),
  constraint insurance_companies_age_out_rule_check CHECK ((age_out_rule = ANY (ARRAY['day_before_birthday'::text, 'end_of_birth_month'::text, 'end_of_year'::text, 'none'::text, 'unknown'::text]))),
  constraint insurance_companies_aliases_check CHECK ((array_position(aliases, NULL::text) IS NULL)),
  constraint insurance_companies_medicaid_state_check CHECK ((medicaid_state ~ '^[A-Z]{2}$'::text)),
  constraint insurance_companies_member_id_pattern_check CHECK (((length(member_id_pattern) >= 1) AND (length(member_id_pattern) <= 200))),
  constraint insurance_companies_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint insurance_companies_payer_ids_check CHECK ((array_position(((medical_payer_ids || dental_payer_ids) || vision_payer_ids), NULL::text) IS NULL)),
  constraint insurance_companies_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);
CREATE UNIQUE INDEX insurance_companies_name_key ON public.insurance_companies USING btree (shipmate_fold(name)) WHERE (deleted_at IS NULL);

-- Long work that survives a restart; its author can leave, come back, and is told when it ended.
create table jobs (
  id bigint not null generated always as identity,
  kind text not null,
  state text not null default 'queued'::text,
  author_id bigint,
  school_id bigint,
  ask jsonb not null,
  done integer not null default 0,
  total integer not null default 0,
  message text,
  change_id bigint,
  result jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  told_at timestamp with time zone,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint jobs_change_id_fkey FOREIGN KEY (change_id) REFERENCES changes(id),
  constraint jobs_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint jobs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint jobs_told_when_over CHECK (((told_at IS NULL) OR (state = ANY (ARRAY['done'::text, 'failed'::text]))))
);
CREATE INDEX jobs_link_checks ON public.jobs USING btree ((((ask ->> 'period_id'::text))::bigint), id DESC) WHERE (kind = 'check-links'::text);
CREATE INDEX jobs_open_undos ON public.jobs USING btree ((((ask ->> 'change_id'::text))::bigint)) WHERE ((kind = 'undo-change'::text) AND (state = ANY (ARRAY['queued'::text, 'running'::text])));
CREATE INDEX jobs_untold_of_author ON public.jobs USING btree (author_id, id DESC) WHERE (told_at IS NULL);

-- A second review disagreed, and the decision was kept.
create table kept_decisions (
  id bigint not null generated always as identity,
  school_id bigint not null,
  second_review_id bigint not null,
  reason text not null,
  kept_by_id bigint not null,
  kept_at timestamp with time zone not null,
  constraint kept_decisions_pkey PRIMARY KEY (id, school_id),
  constraint kept_decisions_kept_by_id_fkey FOREIGN KEY (kept_by_id) REFERENCES users(id),
  constraint kept_decisions_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 2000))),
  constraint kept_decisions_second_review_id_school_id_fkey FOREIGN KEY (second_review_id, school_id) REFERENCES second_reviews(id, school_id),
  constraint kept_decisions_second_review_id_school_id_key UNIQUE (second_review_id, school_id)
);
CREATE INDEX kept_decisions_kept_by ON public.kept_decisions USING btree (kept_by_id);
CREATE TRIGGER kept_decisions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.kept_decisions FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- Each encryption key leaves a fingerprint when it’s first used: a start with other keys, which would find no SSN, is refused.
create table key_fingerprints (
  name text not null,
  fingerprint bytea not null,
  recorded_at timestamp with time zone not null default now(),
  constraint key_fingerprints_pkey PRIMARY KEY (name)
);

-- The file, encrypted, in pieces, like that of an import.
create table made_report_chunks (
  made_report_id bigint not null,
  school_id bigint not null,
  "position" integer not null,
  cipher bytea not null,
  constraint made_report_chunks_pkey PRIMARY KEY (made_report_id, "position", school_id),
  constraint made_report_chunks_made_report_id_school_id_fkey FOREIGN KEY (made_report_id, school_id) REFERENCES made_reports(id, school_id) ON DELETE CASCADE
);

-- A report of a schedule, made when it was due or when someone asked for it; deleted after 30 days.
create table made_reports (
  id bigint not null generated always as identity,
  school_id bigint not null,
  schedule_id bigint not null,
  job_id bigint not null,
  due_at timestamp with time zone,
  made_by_id bigint,
  file_name text,
  rows integer,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  student_period_ids bigint[] not null default '{}'::bigint[],
  disclosed text not null default ''::text,
  constraint made_reports_pkey PRIMARY KEY (id, school_id),
  constraint made_reports_check CHECK (((due_at IS NULL) = (made_by_id IS NOT NULL))),
  constraint made_reports_check1 CHECK (((file_name IS NULL) = (rows IS NULL))),
  constraint made_reports_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id),
  constraint made_reports_job_id_school_id_key UNIQUE (job_id, school_id),
  constraint made_reports_made_by_id_fkey FOREIGN KEY (made_by_id) REFERENCES users(id),
  constraint made_reports_rows_check CHECK ((rows >= 0)),
  constraint made_reports_schedule_id_due_at_school_id_key UNIQUE (schedule_id, due_at, school_id),
  constraint made_reports_schedule_id_school_id_fkey FOREIGN KEY (schedule_id, school_id) REFERENCES report_schedules(id, school_id)
);
CREATE INDEX made_reports_expiry ON public.made_reports USING btree (expires_at);
CREATE INDEX made_reports_schedule ON public.made_reports USING btree (schedule_id, id DESC);

-- What staff found out about other coverage by phone or on a website: evidence for the rules.
create table manual_results (
  id bigint not null generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  coverage_type text not null,
  status text not null,
  plan_name text,
  plan_begins_on date,
  plan_ends_on date,
  deductible numeric(10,2),
  out_of_pocket_max numeric(10,2),
  coverage_letter_on date,
  note text,
  created_by_id bigint not null,
  created_at timestamp with time zone not null,
  constraint manual_results_pkey PRIMARY KEY (id, school_id),
  constraint manual_results_coverage_type_check CHECK ((coverage_type = ANY (ARRAY['medical'::text, 'dental'::text, 'vision'::text]))),
  constraint manual_results_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint manual_results_deductible_check CHECK ((deductible >= (0)::numeric)),
  constraint manual_results_note_check CHECK (((length(note) >= 1) AND (length(note) <= 2000))),
  constraint manual_results_out_of_pocket_max_check CHECK ((out_of_pocket_max >= (0)::numeric)),
  constraint manual_results_plan_name_check CHECK (((length(plan_name) >= 1) AND (length(plan_name) <= 200))),
  constraint manual_results_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'unknown'::text]))),
  constraint manual_results_submission_id_school_id_fkey FOREIGN KEY (submission_id, school_id) REFERENCES form_submissions(id, school_id)
);
CREATE INDEX manual_results_created_by ON public.manual_results USING btree (created_by_id);
CREATE INDEX manual_results_submission ON public.manual_results USING btree (submission_id, coverage_type, id DESC);
CREATE TRIGGER manual_results_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.manual_results FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- Links that work once: reset (60 minutes), invite (7 days), confirmation of an email address.
create table one_time_tokens (
  id bigint not null generated always as identity,
  user_id bigint not null,
  purpose text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  sent_to text not null,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'invite'::text, 'email'::text, 'first_admin'::text]))),
  constraint one_time_tokens_token_hash_key UNIQUE (token_hash),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_time_tokens_open ON public.one_time_tokens USING btree (user_id, purpose) WHERE (used_at IS NULL);

-- Passkeys (WebAuthn): the second factor after the password, or with user verification a sign-in without one.
create table passkeys (
  id bigint not null generated always as identity,
  user_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  signature_count bigint not null,
  transports text[] not null default '{}'::text[],
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint passkeys_signature_count_check CHECK ((signature_count >= 0)),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

-- A sign-in whose second factor is still missing, or one that begins with a passkey.
create table pending_logins (
  id bigint not null generated always as identity,
  token_hash bytea not null,
  user_id bigint,
  remember boolean not null default false,
  failures integer not null default 0,
  created_at timestamp with time zone not null,
  passkey_challenge text,
  passkey_challenge_at timestamp with time zone,
  constraint pending_logins_pkey PRIMARY KEY (id),
  constraint pending_logins_check CHECK (((passkey_challenge IS NULL) = (passkey_challenge_at IS NULL))),
  constraint pending_logins_check1 CHECK (((user_id IS NOT NULL) OR (passkey_challenge IS NOT NULL))),
  constraint pending_logins_token_hash_key UNIQUE (token_hash),
  constraint pending_logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- A part of a policy year’s setup, read and replaced as a whole.
create table period_documents (
  school_id bigint not null,
  period_id bigint not null,
  kind text not null,
  content jsonb not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  updated_by bigint,
  constraint period_documents_pkey PRIMARY KEY (period_id, kind, school_id),
  constraint period_documents_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 60))),
  constraint period_documents_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint period_documents_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  constraint period_documents_version_check CHECK ((version > 0))
);
CREATE INDEX period_documents_school ON public.period_documents USING btree (school_id, period_id);

-- Pages that a school writes for its student site, in the order it chose.
create table period_pages (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  key text not null,
  title text not null,
  slug text not null,
  body text not null default ''::text,
  published boolean not null default false,
  "position" integer not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  updated_by bigint,
  deleted_at timestamp with time zone,
  es jsonb,
  constraint period_pages_pkey PRIMARY KEY (id, school_id),
  constraint period_pages_es_check CHECK ((jsonb_typeof(es) = 'object'::text)),
  constraint period_pages_key_check CHECK ((key ~ '^[a-z0-9-]{1,40}$'::text)),
  constraint period_pages_period_id_key_school_id_key UNIQUE (period_id, key, school_id),
  constraint period_pages_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint period_pages_position_check CHECK (("position" > 0)),
  constraint period_pages_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  constraint period_pages_title_check CHECK (((length(title) >= 1) AND (length(title) <= 160))),
  constraint period_pages_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  constraint period_pages_version_check CHECK ((version > 0))
);
CREATE INDEX period_pages_school ON public.period_pages USING btree (school_id, period_id);
CREATE UNIQUE INDEX period_pages_slug ON public.period_pages USING btree (period_id, slug, school_id) WHERE (deleted_at IS NULL);

-- What was published stays as it was, so that a decision made by it can be explained later.
create table period_publications (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  kind text not null,
  number integer not null,
  version integer not null,
  content jsonb,
  published_at timestamp with time zone not null,
  published_by bigint,
  change_id bigint,
  constraint period_publications_pkey PRIMARY KEY (id, school_id),
  constraint period_publications_change_id_fkey FOREIGN KEY (change_id) REFERENCES changes(id),
  constraint period_publications_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 60))),
  constraint period_publications_number_check CHECK ((number > 0)),
  constraint period_publications_period_id_kind_number_school_id_key UNIQUE (period_id, kind, number, school_id),
  constraint period_publications_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint period_publications_published_by_fkey FOREIGN KEY (published_by) REFERENCES users(id),
  constraint period_publications_version_check CHECK ((version > 0))
);
CREATE INDEX period_publications_school ON public.period_publications USING btree (school_id, period_id);

-- A run that checks waivers again. It’s a list made once, so that it can be paused and goes on after a crash.
create table period_reverifications (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  state text not null default 'running'::text,
  coverage_types text[] not null,
  only_due boolean not null,
  scheduled_on date,
  message text,
  started_by_id bigint,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  sources_of_coverage text[],
  due_by date,
  insurance_company_id bigint,
  with_ended boolean not null,
  constraint period_reverifications_pkey PRIMARY KEY (id, school_id),
  constraint period_reverifications_check CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['running'::text, 'paused'::text])))),
  constraint period_reverifications_due_by_check CHECK (((due_by IS NOT NULL) = only_due)),
  constraint period_reverifications_insurance_company_id_fkey FOREIGN KEY (insurance_company_id) REFERENCES insurance_companies(id),
  constraint period_reverifications_period_id_scheduled_on_school_id_key UNIQUE (period_id, scheduled_on, school_id),
  constraint period_reverifications_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint period_reverifications_sources_of_coverage_check CHECK ((cardinality(sources_of_coverage) > 0)),
  constraint period_reverifications_started_by_id_fkey FOREIGN KEY (started_by_id) REFERENCES users(id),
  constraint period_reverifications_state_check CHECK ((state = ANY (ARRAY['running'::text, 'paused'::text, 'stopped'::text, 'done'::text])))
);
CREATE UNIQUE INDEX period_reverifications_open ON public.period_reverifications USING btree (period_id, school_id) WHERE (ended_at IS NULL);
CREATE INDEX period_reverifications_period ON public.period_reverifications USING btree (period_id, id DESC);

-- A policy year of a school.
create table periods (
  id bigint not null generated always as identity,
  school_id bigint not null,
  name text collate shipmate_text not null,
  starts_on date not null,
  ends_on date not null,
  state text not null default 'draft'::text,
  waiver_deadline_on date,
  medical_offered boolean not null default true,
  dental_offered boolean not null default true,
  vision_offered boolean not null default true,
  medical_is_voluntary boolean not null default false,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  copied_from_period_id bigint,
  "position" integer,
  constraint periods_pkey PRIMARY KEY (id, school_id),
  constraint periods_copied_from_period_id_school_id_fkey FOREIGN KEY (copied_from_period_id, school_id) REFERENCES periods(id, school_id),
  constraint periods_dates_check CHECK ((starts_on < ends_on)),
  constraint periods_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint periods_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint periods_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'open'::text, 'closed'::text])))
);
CREATE INDEX periods_school_dates ON public.periods USING btree (school_id, starts_on);
CREATE UNIQUE INDEX periods_school_name_key ON public.periods USING btree (school_id, shipmate_fold(name)) WHERE (deleted_at IS NULL);

-- The history has only masks of SSNs. What a change replaced is kept here, encrypted as it was, so that it can be undone.
create table replaced_ssns (
  change_id bigint not null,
  student_id bigint not null,
  school_id bigint not null,
  ssn_cipher bytea not null,
  ssn_index bytea not null,
  ssn_last_four text not null,
  constraint replaced_ssns_pkey PRIMARY KEY (change_id, student_id, school_id),
  constraint replaced_ssns_change_id_fkey FOREIGN KEY (change_id) REFERENCES changes(id),
  constraint replaced_ssns_ssn_last_four_check CHECK ((ssn_last_four ~ '^[0-9]{4}$'::text)),
  constraint replaced_ssns_student_id_school_id_fkey FOREIGN KEY (student_id, school_id) REFERENCES students(id, school_id)
);

-- A report that is made on a schedule. Its readers get a link that needs sign-in, never the file.
create table report_schedules (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  report text not null,
  repeats text not null,
  weekdays text[] not null default '{}'::text[],
  month_day integer,
  hour integer not null,
  reader_ids bigint[] not null,
  is_on boolean not null default true,
  next_run_at timestamp with time zone,
  last_run_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint report_schedules_pkey PRIMARY KEY (id, school_id),
  constraint report_schedules_check CHECK (((repeats = 'weekly'::text) = (cardinality(weekdays) > 0))),
  constraint report_schedules_check1 CHECK (((repeats = 'monthly'::text) = (month_day IS NOT NULL))),
  constraint report_schedules_check2 CHECK ((is_on = (next_run_at IS NOT NULL))),
  constraint report_schedules_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint report_schedules_month_day_check CHECK (((month_day >= 1) AND (month_day <= 31))),
  constraint report_schedules_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint report_schedules_reader_ids_check CHECK ((cardinality(reader_ids) > 0)),
  constraint report_schedules_repeats_check CHECK ((repeats = ANY (ARRAY['weekly'::text, 'monthly'::text]))),
  constraint report_schedules_weekdays_check CHECK ((weekdays <@ ARRAY['mon'::text, 'tue'::text, 'wed'::text, 'thu'::text, 'fri'::text, 'sat'::text, 'sun'::text]))
);
CREATE INDEX report_schedules_due ON public.report_schedules USING btree (next_run_at) WHERE (is_on AND (deleted_at IS NULL));
CREATE INDEX report_schedules_period ON public.report_schedules USING btree (period_id);

-- One coverage type of a student in a run. Its outcome is that of its check, even if the check ends after the run.
create table reverification_items (
  id bigint not null generated always as identity,
  school_id bigint not null,
  reverification_id bigint not null,
  student_id bigint not null,
  student_period_id bigint not null,
  coverage_type text not null,
  reason text not null,
  from_status coverage_status not null,
  report_id bigint,
  constraint reverification_items_pkey PRIMARY KEY (id, school_id),
  constraint reverification_items_coverage_type_check CHECK ((coverage_type = ANY (ARRAY['medical'::text, 'dental'::text, 'vision'::text]))),
  constraint reverification_items_reason_check CHECK ((reason = ANY (ARRAY['due'::text, 'sample'::text, 'not_due'::text, 'needs_reverification'::text, 'inactive'::text, 'aged_out'::text, 'unable_to_process'::text]))),
  constraint reverification_items_report_id_school_id_fkey FOREIGN KEY (report_id, school_id) REFERENCES eligibility_reports(id, school_id),
  constraint reverification_items_reverification_id_school_id_fkey FOREIGN KEY (reverification_id, school_id) REFERENCES period_reverifications(id, school_id),
  constraint reverification_items_reverification_id_student_period_id_co_key UNIQUE (reverification_id, student_period_id, coverage_type, school_id),
  constraint reverification_items_student_id_school_id_fkey FOREIGN KEY (student_id, school_id) REFERENCES students(id, school_id),
  constraint reverification_items_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id)
);
CREATE INDEX reverification_items_left ON public.reverification_items USING btree (reverification_id, id) WHERE (report_id IS NULL);
CREATE INDEX reverification_items_report ON public.reverification_items USING btree (report_id);
CREATE INDEX reverification_items_student ON public.reverification_items USING btree (student_id);

-- Who is in a policy year but wasn’t in its whole roster, when someone said that it was whole.
create table roster_absences (
  student_period_id bigint not null,
  school_id bigint not null,
  import_id bigint not null,
  constraint roster_absences_pkey PRIMARY KEY (student_period_id, school_id),
  constraint roster_absences_import_id_school_id_fkey FOREIGN KEY (import_id, school_id) REFERENCES imports(id, school_id) ON DELETE CASCADE,
  constraint roster_absences_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id) ON DELETE CASCADE
);
CREATE INDEX roster_absences_import ON public.roster_absences USING btree (import_id);

-- Filters, sort and columns of a list that staff come back to; they can share them in a school.
create table saved_views (
  id bigint not null generated always as identity,
  school_id bigint,
  owner_id bigint not null,
  name text collate shipmate_text not null,
  shared boolean not null default false,
  query jsonb not null,
  columns jsonb,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint saved_views_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint saved_views_shared_in_a_school CHECK (((school_id IS NOT NULL) OR (NOT shared)))
);
CREATE UNIQUE INDEX saved_views_name_key ON public.saved_views USING btree (owner_id, COALESCE(school_id, (0)::bigint), shipmate_fold(name)) WHERE (deleted_at IS NULL);
CREATE INDEX saved_views_shared ON public.saved_views USING btree (school_id) WHERE (shared AND (deleted_at IS NULL));

-- When each schedule last began, was done and failed, and with which kind of problem: operators see what doesn’t run.
create table schedule_runs (
  kind text not null,
  started_at timestamp with time zone,
  done_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  constraint schedule_runs_pkey PRIMARY KEY (kind)
);

-- Logos, pictures and files of a school’s site, which everyone can read under random names.
create table school_files (
  id bigint not null generated always as identity,
  school_id bigint not null,
  kind text not null,
  public_name text not null,
  name text collate shipmate_text not null,
  alt text not null default ''::text,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  width integer,
  height integer,
  stored_name text not null,
  author_id bigint,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint school_files_pkey PRIMARY KEY (id, school_id),
  constraint school_files_alt_check CHECK ((length(alt) <= 300)),
  constraint school_files_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint school_files_height_check CHECK ((height > 0)),
  constraint school_files_kind_check CHECK ((kind = ANY (ARRAY['logo'::text, 'image'::text, 'file'::text]))),
  constraint school_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint school_files_public_name_check CHECK ((public_name ~ '^[0-9a-f]{32}\.[a-z]{3,4}$'::text)),
  constraint school_files_public_name_key UNIQUE (public_name, school_id),
  constraint school_files_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint school_files_size_check CHECK ((size > 0)),
  constraint school_files_stored_name_key UNIQUE (stored_name, school_id),
  constraint school_files_width_check CHECK ((width > 0))
);
CREATE INDEX school_files_school ON public.school_files USING btree (school_id, created_at DESC) INCLUDE (size);

-- A tenant: the students of one university, and everything about them, belong to it.
create table schools (
  id bigint not null generated always as identity,
  name text collate shipmate_text not null,
  slug text not null,
  time_zone text not null default 'America/New_York'::text,
  logo_url text,
  is_demo boolean not null default false,
  version integer not null default 1,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  address_1 text,
  address_2 text,
  city text,
  state text,
  zip text,
  phone text,
  website text,
  contacts jsonb not null default '[]'::jsonb,
  deadlines_contact jsonb not null default '{"name": null, "email": null, "phone": null}'::jsonb,
  colors jsonb,
  colors_version integer not null default 1,
  email_settings jsonb,
  email_settings_version integer not null default 1,
  site_host text,
  site_embedded_on text[] not null default '{}'::text[],
  site_settings_version integer not null default 1,
  held_since timestamp with time zone,
  hold_reason text,
  constraint schools_pkey PRIMARY KEY (id),
  constraint schools_contacts_check CHECK ((jsonb_typeof(contacts) = 'array'::text)),
  constraint schools_deadlines_contact_check CHECK ((jsonb_typeof(deadlines_contact) = 'object'::text)),
  constraint schools_hold_reason_check CHECK (((length(hold_reason) >= 1) AND (length(hold_reason) <= 500))),
  constraint schools_hold_whole CHECK (((held_since IS NULL) = (hold_reason IS NULL))),
  constraint schools_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint schools_site_embedded_on_check CHECK ((cardinality(site_embedded_on) <= 10)),
  constraint schools_site_host_check CHECK (((site_host ~ '^[a-z0-9.-]+$'::text) AND (length(site_host) <= 253))),
  constraint schools_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint schools_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);
CREATE UNIQUE INDEX schools_name_key ON public.schools USING btree (shipmate_fold(name)) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX schools_site_host_key ON public.schools USING btree (site_host) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX schools_slug_key ON public.schools USING btree (slug) WHERE (archived_at IS NULL);

-- A share of the decisions is decided again by someone who doesn’t see the first decision.
create table second_reviews (
  id bigint not null generated always as identity,
  school_id bigint not null,
  outcome_id bigint not null,
  outcome text not null,
  comment text,
  reviewed_by_id bigint not null,
  reviewed_at timestamp with time zone not null,
  constraint second_reviews_pkey PRIMARY KEY (id, school_id),
  constraint second_reviews_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 2000))),
  constraint second_reviews_outcome_check CHECK ((outcome = ANY (ARRAY['approve'::text, 'utp'::text, 'decline'::text]))),
  constraint second_reviews_outcome_id_school_id_fkey FOREIGN KEY (outcome_id, school_id) REFERENCES decision_outcomes(id, school_id),
  constraint second_reviews_outcome_id_school_id_key UNIQUE (outcome_id, school_id),
  constraint second_reviews_reviewed_by_id_fkey FOREIGN KEY (reviewed_by_id) REFERENCES users(id)
);
CREATE INDEX second_reviews_reviewed_by ON public.second_reviews USING btree (reviewed_by_id);
CREATE TRIGGER second_reviews_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.second_reviews FOR EACH STATEMENT EXECUTE FUNCTION shipmate_refuse_change();

-- Signed-in browsers. The token is in the cookie; here is only its hash.
create table sessions (
  id bigint not null generated always as identity,
  token_hash bytea not null,
  user_id bigint not null,
  remember boolean not null default false,
  password_confirmed_at timestamp with time zone,
  address text,
  user_agent text,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  passkey_challenge text,
  passkey_challenge_at timestamp with time zone,
  provider_factor boolean not null default false,
  emergency_id bigint,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_check CHECK (((passkey_challenge IS NULL) = (passkey_challenge_at IS NULL))),
  constraint sessions_emergency_id_fkey FOREIGN KEY (emergency_id) REFERENCES emergency_sign_ins(id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

-- A school can require two-factor authentication, and let its admins sign in at its identity provider (OpenID Connect).
create table sign_in_settings (
  school_id bigint not null,
  requires_two_factor boolean not null default false,
  sign_on_is_on boolean not null default false,
  issuer text,
  client_id text,
  secret_cipher bytea,
  version integer not null default 1,
  constraint sign_in_settings_pkey PRIMARY KEY (school_id),
  constraint sign_in_settings_check CHECK (((NOT sign_on_is_on) OR (num_nulls(issuer, client_id, secret_cipher) = 0))),
  constraint sign_in_settings_client_id_check CHECK (((length(client_id) >= 1) AND (length(client_id) <= 200))),
  constraint sign_in_settings_issuer_check CHECK (((issuer ~ '^https?://'::text) AND (length(issuer) <= 500))),
  constraint sign_in_settings_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);

-- A sign-in between our page and the provider’s. Deleted when it comes back, whatever the result.
create table sign_on_attempts (
  id bigint not null generated always as identity,
  school_id bigint not null,
  token_hash bytea not null,
  cipher bytea not null,
  created_at timestamp with time zone not null,
  constraint sign_on_attempts_pkey PRIMARY KEY (id, school_id),
  constraint sign_on_attempts_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint sign_on_attempts_token_hash_key UNIQUE (token_hash, school_id)
);
CREATE INDEX sign_on_attempts_created ON public.sign_on_attempts USING btree (created_at);

-- Issuer and subject tie an account at the identity provider to a user; the email address only finds it the first time.
create table sign_on_ties (
  id bigint not null generated always as identity,
  school_id bigint not null,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  created_at timestamp with time zone not null,
  constraint sign_on_ties_pkey PRIMARY KEY (id, school_id),
  constraint sign_on_ties_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint sign_on_ties_school_id_issuer_subject_key UNIQUE (school_id, issuer, subject),
  constraint sign_on_ties_school_id_issuer_user_id_key UNIQUE (school_id, issuer, user_id),
  constraint sign_on_ties_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255))),
  constraint sign_on_ties_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- How often the pages and forms of a student site were used on a day.
create table site_visits (
  school_id bigint not null,
  period_id bigint not null,
  day date not null,
  what text not null,
  name text not null,
  language text not null,
  device text not null,
  visits integer not null,
  constraint site_visits_pkey PRIMARY KEY (period_id, day, what, name, language, device, school_id),
  constraint site_visits_device_check CHECK ((device = ANY (ARRAY['phone'::text, 'tablet'::text, 'computer'::text]))),
  constraint site_visits_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint site_visits_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint site_visits_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint site_visits_visits_check CHECK ((visits > 0)),
  constraint site_visits_what_check CHECK ((what = ANY (ARRAY['page'::text, 'begun'::text, 'step'::text, 'saved'::text, 'sent'::text])))
);
CREATE INDEX site_visits_day ON public.site_visits USING btree (day);

-- The codes with which students open their status, hashed. A used one is deleted at once, the others when they have ended.
create table status_codes (
  id bigint not null generated always as identity,
  school_id bigint not null,
  student_period_id bigint not null,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint status_codes_pkey PRIMARY KEY (id, school_id),
  constraint status_codes_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id),
  constraint status_codes_student_period_id_school_id_key UNIQUE (student_period_id, school_id),
  constraint status_codes_tries_check CHECK ((tries >= 0))
);
CREATE INDEX status_codes_expiry ON public.status_codes USING btree (expires_at);

-- The sessions of students on the student site, apart from those of users: neither opens what the other does.
create table status_sessions (
  id bigint not null generated always as identity,
  school_id bigint not null,
  student_id bigint,
  student_period_id bigint,
  submission_id bigint,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint status_sessions_pkey PRIMARY KEY (id, school_id),
  constraint status_sessions_check CHECK (((student_id IS NULL) = (student_period_id IS NULL))),
  constraint status_sessions_check1 CHECK (((student_id IS NULL) <> (submission_id IS NULL))),
  constraint status_sessions_student_id_school_id_fkey FOREIGN KEY (student_id, school_id) REFERENCES students(id, school_id),
  constraint status_sessions_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id),
  constraint status_sessions_submission_id_school_id_fkey FOREIGN KEY (submission_id, school_id) REFERENCES form_submissions(id, school_id) ON DELETE CASCADE,
  constraint status_sessions_token_hash_key UNIQUE (token_hash, school_id)
);
CREATE INDEX status_sessions_expiry ON public.status_sessions USING btree (expires_at);
CREATE INDEX status_sessions_student ON public.status_sessions USING btree (student_id) WHERE (student_id IS NOT NULL);

-- Documents of students; their content is in the file layer.
create table student_files (
  id bigint not null generated always as identity,
  school_id bigint not null,
  student_id bigint not null,
  student_period_id bigint,
  name text collate shipmate_text not null,
  kind text not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  stored_name text not null,
  author_id bigint,
  version integer not null default 1,
  replaced_by_id bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint student_files_pkey PRIMARY KEY (id, school_id),
  constraint student_files_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint student_files_kind_check CHECK ((kind = ANY (ARRAY['insurance_card_front'::text, 'insurance_card_back'::text, 'coverage_letter'::text, 'other'::text]))),
  constraint student_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint student_files_replaced_by_id_school_id_fkey FOREIGN KEY (replaced_by_id, school_id) REFERENCES student_files(id, school_id),
  constraint student_files_size_check CHECK ((size > 0)),
  constraint student_files_stored_name_key UNIQUE (stored_name, school_id),
  constraint student_files_student_id_school_id_fkey FOREIGN KEY (student_id, school_id) REFERENCES students(id, school_id),
  constraint student_files_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id)
);
CREATE INDEX student_files_replaced_by ON public.student_files USING btree (replaced_by_id) WHERE (replaced_by_id IS NOT NULL);
CREATE INDEX student_files_school_size ON public.student_files USING btree (school_id) INCLUDE (size);
CREATE INDEX student_files_student ON public.student_files USING btree (student_id, created_at DESC);

-- The same person had two records. What a merge moved is kept, so that an undo moves exactly that back.
create table student_merges (
  id bigint not null generated always as identity,
  school_id bigint not null,
  change_id bigint not null,
  kept_id bigint not null,
  merged_id bigint not null,
  moved jsonb not null,
  undone_at timestamp with time zone,
  constraint student_merges_pkey PRIMARY KEY (id, school_id),
  constraint student_merges_change_id_fkey FOREIGN KEY (change_id) REFERENCES changes(id),
  constraint student_merges_kept_id_school_id_fkey FOREIGN KEY (kept_id, school_id) REFERENCES students(id, school_id),
  constraint student_merges_merged_id_school_id_fkey FOREIGN KEY (merged_id, school_id) REFERENCES students(id, school_id)
);
CREATE INDEX student_merges_change ON public.student_merges USING btree (change_id);

-- What students wrote with the contact form, with the student once they’re known.
create table student_messages (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  student_id bigint,
  student_period_id bigint,
  reference text not null,
  topic text,
  name text,
  email text not null,
  message text not null,
  created_at timestamp with time zone not null,
  done_at timestamp with time zone,
  done_by_id bigint,
  version integer not null default 1,
  constraint student_messages_pkey PRIMARY KEY (id, school_id),
  constraint student_messages_check CHECK (((student_id IS NULL) = (student_period_id IS NULL))),
  constraint student_messages_check1 CHECK (((done_by_id IS NULL) OR (done_at IS NOT NULL))),
  constraint student_messages_done_by_id_fkey FOREIGN KEY (done_by_id) REFERENCES users(id),
  constraint student_messages_email_check CHECK ((length(email) <= 254)),
  constraint student_messages_message_check CHECK ((length(message) <= 5000)),
  constraint student_messages_name_check CHECK ((length(name) <= 200)),
  constraint student_messages_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint student_messages_reference_check CHECK ((reference ~ '^M-[2-9A-Z]{4}-[2-9A-Z]{4}$'::text)),
  constraint student_messages_reference_school_id_key UNIQUE (reference, school_id),
  constraint student_messages_student_id_school_id_fkey FOREIGN KEY (student_id, school_id) REFERENCES students(id, school_id),
  constraint student_messages_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id),
  constraint student_messages_topic_check CHECK ((length(topic) <= 120))
);
CREATE INDEX student_messages_open ON public.student_messages USING btree (period_id, id DESC) WHERE (done_at IS NULL);
CREATE INDEX student_messages_period ON public.student_messages USING btree (period_id, id DESC);
CREATE INDEX student_messages_student ON public.student_messages USING btree (student_id, id DESC) WHERE (student_id IS NOT NULL);

-- Notes of staff about a student or one of their policy years.
create table student_notes (
  id bigint not null generated always as identity,
  school_id bigint not null,
  student_id bigint not null,
  body text not null,
  pinned boolean not null default false,
  author_id bigint,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  student_period_id bigint,
  constraint student_notes_pkey PRIMARY KEY (id, school_id),
  constraint student_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint student_notes_student_id_school_id_fkey FOREIGN KEY (student_id, school_id) REFERENCES students(id, school_id),
  constraint student_notes_student_period_id_school_id_fkey FOREIGN KEY (student_period_id, school_id) REFERENCES student_periods(id, school_id)
);
CREATE INDEX student_notes_student ON public.student_notes USING btree (student_id, created_at DESC);

-- A student’s enrollment in a policy year: one wide row, because lists filter and sort by every field.
create table student_periods (
  id bigint not null generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  student_id bigint not null,
  sort_name text collate shipmate_text not null,
  graduation_year integer,
  status text not null default 'active'::text,
  program text collate shipmate_text,
  campus text collate shipmate_text,
  rotation_location text collate shipmate_text,
  expected_start_on date,
  expected_graduation_on date,
  academic_status text,
  loa_reason text collate shipmate_text,
  loa_start_on date,
  loa_end_on date,
  confirmation_number text collate shipmate_text,
  signature text collate shipmate_text,
  signature_date date,
  comment text collate shipmate_text,
  disbursement_on date,
  requested_enrollment_on date,
  reverify_on date,
  admin_fee numeric(10,2),
  on_call_fee numeric(10,2),
  ltd_premium numeric(10,2),
  life_premium numeric(10,2),
  add_premium numeric(10,2),
  medical_status coverage_status not null default 'not_started'::text,
  medical_prior_status coverage_status,
  medical_prior_tier text,
  dental_status coverage_status not null default 'not_started'::text,
  dental_prior_status coverage_status,
  dental_prior_tier text,
  vision_status coverage_status not null default 'not_started'::text,
  vision_prior_status coverage_status,
  vision_prior_tier text,
  medical_waive_insurance_company_id bigint,
  medical_waive_insurance_name_other text collate shipmate_text,
  medical_waive_group_number text collate shipmate_text,
  medical_waive_member_subscriber_number text collate shipmate_text,
  medical_waive_insurance_type text,
  medical_waive_insurance_address_1 text collate shipmate_text,
  medical_waive_insurance_address_2 text collate shipmate_text,
  medical_waive_insurance_city text collate shipmate_text,
  medical_waive_insurance_state text collate shipmate_text,
  medical_waive_insurance_zip text collate shipmate_text,
  medical_waive_insurance_phone text collate shipmate_text,
  medical_waive_source_of_coverage text,
  medical_waive_subscriber_first_name text collate shipmate_text,
  medical_waive_subscriber_last_name text collate shipmate_text,
  medical_waive_subscriber_relation text,
  medical_waive_subscriber_dob date,
  medical_waive_verified_on date,
  medical_waive_has_exception boolean,
  medical_enroll_coverage_start_on date,
  medical_enroll_coverage_end_on date,
  medical_enroll_insurance_plan_name text collate shipmate_text,
  medical_enroll_insurance_type text,
  medical_enroll_insurance_underwriter text collate shipmate_text,
  medical_enroll_member_subscriber_number text collate shipmate_text,
  medical_enroll_group_number text collate shipmate_text,
  medical_enroll_premium numeric(10,2),
  medical_enroll_direct_pay_premium numeric(10,2),
  medical_enroll_paid_in_full boolean,
  dental_waive_insurance_company_id bigint,
  dental_waive_insurance_name_other text collate shipmate_text,
  dental_waive_group_number text collate shipmate_text,
  dental_waive_member_subscriber_number text collate shipmate_text,
  dental_waive_insurance_type text,
  dental_waive_insurance_address_1 text collate shipmate_text,
  dental_waive_insurance_address_2 text collate shipmate_text,
  dental_waive_insurance_city text collate shipmate_text,
  dental_waive_insurance_state text collate shipmate_text,
  dental_waive_insurance_zip text collate shipmate_text,
  dental_waive_insurance_phone text collate shipmate_text,
  dental_waive_source_of_coverage text,
  dental_waive_subscriber_first_name text collate shipmate_text,
  dental_waive_subscriber_last_name text collate shipmate_text,
  dental_waive_subscriber_relation text,
  dental_waive_subscriber_dob date,
  dental_waive_verified_on date,
  dental_enroll_coverage_start_on date,
  dental_enroll_coverage_end_on date,
  dental_enroll_insurance_plan_name text collate shipmate_text,
  dental_enroll_insurance_type text,
  dental_enroll_insurance_underwriter text collate shipmate_text,
  dental_enroll_member_subscriber_number text collate shipmate_text,
  dental_enroll_group_number text collate shipmate_text,
  dental_enroll_premium numeric(10,2),
  dental_enroll_direct_pay_premium numeric(10,2),
  dental_enroll_paid_in_full boolean,
  vision_waive_insurance_company_id bigint,
  vision_waive_insurance_name_other text collate shipmate_text,
  vision_waive_group_number text collate shipmate_text,
  vision_waive_member_subscriber_number text collate shipmate_text,
  vision_waive_insurance_type text,
  vision_waive_insurance_address_1 text collate shipmate_text,
  vision_waive_insurance_address_2 text collate shipmate_text,
  vision_waive_insurance_city text collate shipmate_text,
  vision_waive_insurance_state text collate shipmate_text,
  vision_waive_insurance_zip text collate shipmate_text,
  vision_waive_insurance_phone text collate shipmate_text,
  vision_waive_source_of_coverage text,
  vision_waive_subscriber_first_name text collate shipmate_text,
  vision_waive_subscriber_last_name text collate shipmate_text,
  vision_waive_subscriber_relation text,
  vision_waive_subscriber_dob date,
  vision_waive_verified_on date,
  vision_enroll_coverage_start_on date,
  vision_enroll_coverage_end_on date,
  vision_enroll_insurance_plan_name text collate shipmate_text,
  vision_enroll_insurance_type text,
  vision_enroll_insurance_underwriter text collate shipmate_text,
  vision_enroll_member_subscriber_number text collate shipmate_text,
  vision_enroll_group_number text collate shipmate_text,
  vision_enroll_premium numeric(10,2),
  vision_enroll_direct_pay_premium numeric(10,2),
  vision_enroll_paid_in_full boolean,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  late_waiver_fee numeric(10,2),
  planned_academic_status text,
  planned_status_on date,
  benefits_used_on date,
  medical_prior_end_on date,
  dental_prior_end_on date,
  vision_prior_end_on date,
  erased_at timestamp with time zone,
  constraint student_periods_pkey PRIMARY KEY (id, school_id),
  constraint student_periods_academic_status_check CHECK ((academic_status = ANY (ARRAY['incoming'::text, 'returning'::text, 'continuing'::text, 'leave_of_absence'::text, 'part_time'::text, 'graduated'::text, 'withdrawn'::text, 'x'::text]))),
  constraint student_periods_add_premium_check CHECK ((add_premium >= (0)::numeric)),
  constraint student_periods_admin_fee_check CHECK ((admin_fee >= (0)::numeric)),
  constraint student_periods_dental_enroll_direct_pay_premium_check CHECK ((dental_enroll_direct_pay_premium >= (0)::numeric)),
  constraint student_periods_dental_enroll_insurance_type_check CHECK ((dental_enroll_insurance_type = ANY (ARRAY['ppo'::text, 'pos'::text, 'hmo'::text, 'epo'::text, 'indemnity'::text, 'commercial'::text, 'medicaid'::text, 'other'::text]))),
  constraint student_periods_dental_enroll_premium_check CHECK ((dental_enroll_premium >= (0)::numeric)),
  constraint student_periods_dental_prior_tier_check CHECK ((dental_prior_tier = ANY (ARRAY['enrolled'::text, 'enrolled_ech'::text, 'enrolled_esp'::text, 'enrolled_espch'::text, 'enrolled_espch2'::text, 'enrolled_efam'::text]))),
  constraint student_periods_dental_waive_insurance_company_id_fkey FOREIGN KEY (dental_waive_insurance_company_id) REFERENCES insurance_companies(id),
  constraint student_periods_dental_waive_insurance_type_check CHECK ((dental_waive_insurance_type = ANY (ARRAY['ppo'::text, 'pos'::text, 'hmo'::text, 'epo'::text, 'indemnity'::text, 'commercial'::text, 'medicaid'::text, 'other'::text]))),
  constraint student_periods_dental_waive_source_of_coverage_check CHECK ((dental_waive_source_of_coverage = ANY (ARRAY['parent_employer_group'::text, 'spouse_employer_group'::text, 'medicaid'::text, 'own_employer_group'::text, 'veterans_benefits'::text, 'individual_plan'::text, 'cobra'::text, 'individual_essential_plan'::text, 'tricare'::text, 'other'::text]))),
  constraint student_periods_dental_waive_subscriber_relation_check CHECK ((dental_waive_subscriber_relation = ANY (ARRAY['parent'::text, 'spouse'::text, 'self'::text]))),
  constraint student_periods_graduation_year_check CHECK (((graduation_year >= 1950) AND (graduation_year <= 2100))),
  constraint student_periods_late_waiver_fee_check CHECK ((late_waiver_fee >= (0)::numeric)),
  constraint student_periods_life_premium_check CHECK ((life_premium >= (0)::numeric)),
  constraint student_periods_ltd_premium_check CHECK ((ltd_premium >= (0)::numeric)),
  constraint student_periods_medical_enroll_direct_pay_premium_check CHECK ((medical_enroll_direct_pay_premium >= (0)::numeric)),
  constraint student_periods_medical_enroll_insurance_type_check CHECK ((medical_enroll_insurance_type = ANY (ARRAY['ppo'::text, 'pos'::text, 'hmo'::text, 'epo'::text, 'indemnity'::text, 'commercial'::text, 'medicaid'::text, 'other'::text]))),
  constraint student_periods_medical_enroll_premium_check CHECK ((medical_enroll_premium >= (0)::numeric)),
  constraint student_periods_medical_prior_tier_check CHECK ((medical_prior_tier = ANY (ARRAY['enrolled'::text, 'enrolled_ech'::text, 'enrolled_esp'::text, 'enrolled_espch'::text, 'enrolled_espch2'::text, 'enrolled_efam'::text]))),
  constraint student_periods_medical_waive_insurance_company_id_fkey FOREIGN KEY (medical_waive_insurance_company_id) REFERENCES insurance_companies(id),
  constraint student_periods_medical_waive_insurance_type_check CHECK ((medical_waive_insurance_type = ANY (ARRAY['ppo'::text, 'pos'::text, 'hmo'::text, 'epo'::text, 'indemnity'::text, 'commercial'::text, 'medicaid'::text, 'other'::text]))),
  constraint student_periods_medical_waive_source_of_coverage_check CHECK ((medical_waive_source_of_coverage = ANY (ARRAY['parent_employer_group'::text, 'spouse_employer_group'::text, 'medicaid'::text, 'own_employer_group'::text, 'veterans_benefits'::text, 'individual_plan'::text, 'cobra'::text, 'individual_essential_plan'::text, 'tricare'::text, 'other'::text]))),
  constraint student_periods_medical_waive_subscriber_relation_check CHECK ((medical_waive_subscriber_relation = ANY (ARRAY['parent'::text, 'spouse'::text, 'self'::text]))),
  constraint student_periods_on_call_fee_check CHECK ((on_call_fee >= (0)::numeric)),
  constraint student_periods_period_id_school_id_fkey FOREIGN KEY (period_id, school_id) REFERENCES periods(id, school_id),
  constraint student_periods_planned_academic_status_check CHECK ((planned_academic_status = ANY (ARRAY['incoming'::text, 'returning'::text, 'continuing'::text, 'leave_of_absence'::text, 'part_time'::text, 'graduated'::text, 'withdrawn'::text, 'x'::text]))),
  constraint student_periods_planned_whole CHECK (((planned_academic_status IS NULL) = (planned_status_on IS NULL))),
  constraint student_periods_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint student_periods_student_id_school_id_fkey FOREIGN KEY (student_id, school_id) REFERENCES students(id, school_id),
  constraint student_periods_vision_enroll_direct_pay_premium_check CHECK ((vision_enroll_direct_pay_premium >= (0)::numeric)),
  constraint student_periods_vision_enroll_insurance_type_check CHECK ((vision_enroll_insurance_type = ANY (ARRAY['ppo'::text, 'pos'::text, 'hmo'::text, 'epo'::text, 'indemnity'::text, 'commercial'::text, 'medicaid'::text, 'other'::text]))),
  constraint student_periods_vision_enroll_premium_check CHECK ((vision_enroll_premium >= (0)::numeric)),
  constraint student_periods_vision_prior_tier_check CHECK ((vision_prior_tier = ANY (ARRAY['enrolled'::text, 'enrolled_ech'::text, 'enrolled_esp'::text, 'enrolled_espch'::text, 'enrolled_espch2'::text, 'enrolled_efam'::text]))),
  constraint student_periods_vision_waive_insurance_company_id_fkey FOREIGN KEY (vision_waive_insurance_company_id) REFERENCES insurance_companies(id),
  constraint student_periods_vision_waive_insurance_type_check CHECK ((vision_waive_insurance_type = ANY (ARRAY['ppo'::text, 'pos'::text, 'hmo'::text, 'epo'::text, 'indemnity'::text, 'commercial'::text, 'medicaid'::text, 'other'::text]))),
  constraint student_periods_vision_waive_source_of_coverage_check CHECK ((vision_waive_source_of_coverage = ANY (ARRAY['parent_employer_group'::text, 'spouse_employer_group'::text, 'medicaid'::text, 'own_employer_group'::text, 'veterans_benefits'::text, 'individual_plan'::text, 'cobra'::text, 'individual_essential_plan'::text, 'tricare'::text, 'other'::text]))),
  constraint student_periods_vision_waive_subscriber_relation_check CHECK ((vision_waive_subscriber_relation = ANY (ARRAY['parent'::text, 'spouse'::text, 'self'::text])))
);
CREATE INDEX student_periods_by_name ON public.student_periods USING btree (period_id, sort_name, id, school_id) WHERE (deleted_at IS NULL);
CREATE INDEX student_periods_by_statuses ON public.student_periods USING btree (period_id, status, medical_status, dental_status, vision_status, school_id) WHERE (deleted_at IS NULL);
CREATE INDEX student_periods_dental_company ON public.student_periods USING btree (dental_waive_insurance_company_id, school_id, medical_waive_insurance_company_id) WHERE ((dental_waive_insurance_company_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX student_periods_dental_typed_name ON public.student_periods USING btree (shipmate_fold(dental_waive_insurance_name_other)) WHERE ((dental_waive_insurance_name_other IS NOT NULL) AND (dental_waive_insurance_company_id IS NULL) AND (deleted_at IS NULL));
CREATE INDEX student_periods_medical_company ON public.student_periods USING btree (medical_waive_insurance_company_id, school_id) WHERE ((medical_waive_insurance_company_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX student_periods_medical_typed_name ON public.student_periods USING btree (shipmate_fold(medical_waive_insurance_name_other)) WHERE ((medical_waive_insurance_name_other IS NOT NULL) AND (medical_waive_insurance_company_id IS NULL) AND (deleted_at IS NULL));
CREATE INDEX student_periods_parents_plan ON public.student_periods USING btree (period_id, student_id) INCLUDE (id, school_id, sort_name, academic_status, medical_status, medical_waive_source_of_coverage, medical_waive_subscriber_relation, medical_waive_insurance_company_id, dental_status, dental_waive_source_of_coverage, dental_waive_subscriber_relation, dental_waive_insurance_company_id, vision_status, vision_waive_source_of_coverage, vision_waive_subscriber_relation, vision_waive_insurance_company_id) WHERE ((deleted_at IS NULL) AND (status = 'active'::text) AND ((medical_waive_source_of_coverage = 'parent_employer_group'::text) OR (medical_waive_subscriber_relation = 'parent'::text) OR (dental_waive_source_of_coverage = 'parent_employer_group'::text) OR (dental_waive_subscriber_relation = 'parent'::text) OR (vision_waive_source_of_coverage = 'parent_employer_group'::text) OR (vision_waive_subscriber_relation = 'parent'::text)));
CREATE INDEX student_periods_planned ON public.student_periods USING btree (planned_status_on, school_id) WHERE ((planned_status_on IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX student_periods_student ON public.student_periods USING btree (student_id);
CREATE UNIQUE INDEX student_periods_student_period_key ON public.student_periods USING btree (student_id, period_id, school_id) WHERE (deleted_at IS NULL);
CREATE INDEX student_periods_vision_company ON public.student_periods USING btree (vision_waive_insurance_company_id, school_id, medical_waive_insurance_company_id, dental_waive_insurance_company_id) WHERE ((vision_waive_insurance_company_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX student_periods_vision_typed_name ON public.student_periods USING btree (shipmate_fold(vision_waive_insurance_name_other)) WHERE ((vision_waive_insurance_name_other IS NOT NULL) AND (vision_waive_insurance_company_id IS NULL) AND (deleted_at IS NULL));
CREATE TRIGGER student_periods_fill_sort_name BEFORE INSERT ON public.student_periods FOR EACH ROW WHEN ((new.sort_name IS NULL)) EXECUTE FUNCTION shipmate_fill_sort_name();
CREATE TRIGGER student_periods_stay_erased BEFORE UPDATE ON public.student_periods FOR EACH ROW WHEN ((old.erased_at IS NOT NULL)) EXECUTE FUNCTION shipmate_refuse_erased();

-- A person at a school. Removed ones stay as rows, so that an undo can restore them whole.
create table students (
  id bigint not null generated always as identity,
  school_id bigint not null,
  first_name text collate shipmate_text not null default ''::text,
  last_name text collate shipmate_text not null,
  middle_initial text collate shipmate_text,
  dob date not null,
  ssn_cipher bytea,
  ssn_index bytea,
  ssn_last_four text,
  gender text,
  sid text collate shipmate_text not null,
  uid text collate shipmate_text,
  address_1 text collate shipmate_text,
  address_2 text collate shipmate_text,
  city text collate shipmate_text,
  state text collate shipmate_text,
  country text,
  zip text collate shipmate_text,
  phone text,
  personal_email text collate shipmate_text,
  university_email text collate shipmate_text,
  prior_last_name text collate shipmate_text,
  npi_number text,
  include_dependents boolean,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  sort_name text collate shipmate_text not null generated always as (((((last_name || '	'::text) || first_name) || '	'::text) || COALESCE(middle_initial, ''::text))) stored,
  search_text text collate C not null generated always as ((' '::text || shipmate_fold(((((((((((((((first_name || ' '::text) || last_name) || ' '::text) || COALESCE(prior_last_name, ''::text)) || ' '::text) || sid) || ' '::text) || COALESCE(uid, ''::text)) || translate((((((' '::text || first_name) || ' '::text) || last_name) || ' '::text) || COALESCE(prior_last_name, ''::text)), '-''’.'::text, '    '::text)) || translate((((((' '::text || first_name) || ' '::text) || last_name) || ' '::text) || COALESCE(prior_last_name, ''::text)), '-''’.'::text, ''::text)) || ' '::text) || COALESCE(university_email, ''::text)) || ' '::text) || COALESCE(personal_email, ''::text))))) stored,
  deleted_at timestamp with time zone,
  name_text text collate C not null generated always as (((' '::text || shipmate_fold(((((first_name || ' '::text) || last_name) || translate((((' '::text || first_name) || ' '::text) || last_name), '-''’.'::text, '    '::text)) || translate((((' '::text || first_name) || ' '::text) || last_name), '-''’.'::text, ''::text)))) || ' '::text)) stored,
  ssn_is_held boolean not null default false,
  merged_into_id bigint,
  erased_at timestamp with time zone,
  held_since timestamp with time zone,
  hold_reason text,
  constraint students_pkey PRIMARY KEY (id, school_id),
  constraint students_country_check CHECK ((length(country) = 2)),
  constraint students_dob_check CHECK ((dob >= '1900-01-01'::date)),
  constraint students_first_name_check CHECK ((length(first_name) <= 100)),
  constraint students_gender_check CHECK ((gender = ANY (ARRAY['female'::text, 'male'::text, 'x'::text]))),
  constraint students_hold_reason_check CHECK (((length(hold_reason) >= 1) AND (length(hold_reason) <= 500))),
  constraint students_hold_whole CHECK (((held_since IS NULL) = (hold_reason IS NULL))),
  constraint students_last_name_check CHECK (((length(last_name) >= 1) AND (length(last_name) <= 100))),
  constraint students_merged_check CHECK (((merged_into_id IS NULL) OR (deleted_at IS NOT NULL))),
  constraint students_merged_into_id_school_id_fkey FOREIGN KEY (merged_into_id, school_id) REFERENCES students(id, school_id),
  constraint students_npi_number_check CHECK ((npi_number ~ '^[0-9]{10}$'::text)),
  constraint students_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text)),
  constraint students_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint students_sid_check CHECK (((length(sid) >= 1) AND (length(sid) <= 50))),
  constraint students_ssn_last_four_check CHECK ((ssn_last_four ~ '^[0-9]{4}$'::text)),
  constraint students_ssn_whole CHECK ((((ssn_cipher IS NULL) = (ssn_index IS NULL)) AND ((ssn_index IS NULL) = (ssn_last_four IS NULL))))
);
CREATE INDEX students_former_person ON public.students USING btree (dob, shipmate_person_key(prior_last_name, first_name)) WHERE ((deleted_at IS NULL) AND (prior_last_name IS NOT NULL));
CREATE INDEX students_held_ssns ON public.students USING btree (school_id) WHERE ((deleted_at IS NULL) AND ssn_is_held);
CREATE INDEX students_merged ON public.students USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);
CREATE INDEX students_person ON public.students USING btree (dob, shipmate_person_key(last_name, first_name)) WHERE (deleted_at IS NULL);
CREATE INDEX students_school_dob ON public.students USING btree (school_id, dob) INCLUDE (id);
CREATE INDEX students_search ON public.students USING gin (search_text gin_trgm_ops);
CREATE UNIQUE INDEX students_sid_key ON public.students USING btree (sid, school_id) WHERE (deleted_at IS NULL);
CREATE INDEX students_sid_meaning ON public.students USING btree (shipmate_sid_key(sid), school_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX students_ssn_key ON public.students USING btree (ssn_index, school_id) WHERE ((deleted_at IS NULL) AND (NOT ssn_is_held));
CREATE TRIGGER students_follow_sort_name AFTER UPDATE ON public.students FOR EACH ROW WHEN ((old.sort_name IS DISTINCT FROM new.sort_name)) EXECUTE FUNCTION shipmate_follow_sort_name();
CREATE TRIGGER students_hold_shared_ssn BEFORE UPDATE OF ssn_index, deleted_at ON public.students FOR EACH ROW WHEN ((new.ssn_is_held OR (old.ssn_index IS DISTINCT FROM new.ssn_index) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION students_hold_shared_ssn();
CREATE TRIGGER students_hold_shared_ssn_of_new BEFORE INSERT ON public.students FOR EACH ROW WHEN ((new.ssn_index IS NOT NULL)) EXECUTE FUNCTION students_hold_shared_ssn();
CREATE TRIGGER students_stay_erased BEFORE UPDATE ON public.students FOR EACH ROW WHEN ((old.erased_at IS NOT NULL)) EXECUTE FUNCTION shipmate_refuse_erased();

-- Addresses that bounced or complained get no more emails. Rows stay, so that each keeps its ID and history.
create table suppressed_addresses (
  id bigint not null generated always as identity,
  address text not null,
  source text not null,
  reason text not null,
  since timestamp with time zone not null,
  added_by bigint,
  removed_at timestamp with time zone,
  constraint suppressed_addresses_pkey PRIMARY KEY (id),
  constraint suppressed_addresses_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id),
  constraint suppressed_addresses_address_check CHECK ((address = lower(address))),
  constraint suppressed_addresses_address_key UNIQUE (address),
  constraint suppressed_addresses_source_check CHECK ((source = ANY (ARRAY['bounced'::text, 'complained'::text, 'added'::text])))
);
CREATE INDEX suppressed_addresses_listed ON public.suppressed_addresses USING btree (since DESC, id DESC) WHERE (removed_at IS NULL);

-- Fixed windows of failures, shared by all server processes.
create table throttles (
  key text not null,
  started_at timestamp with time zone not null,
  hits integer not null,
  constraint throttles_pkey PRIMARY KEY (key)
);

-- New entries wait here until they’re sealed: seals follow the order of commits, also after a restore into another cluster.
create table unsealed_entries (
  log text not null,
  entry_id bigint not null,
  added_at timestamp with time zone not null default clock_timestamp(),
  constraint unsealed_entries_pkey PRIMARY KEY (log, entry_id),
  constraint unsealed_entries_log_check CHECK ((log = ANY (ARRAY['history'::text, 'access_log'::text])))
);

-- How someone set up their tables. The last write counts: no one else writes it.
create table user_preferences (
  user_id bigint not null,
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null,
  constraint user_preferences_pkey PRIMARY KEY (user_id, key),
  constraint user_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- The schools that a school admin has access to.
create table user_schools (
  user_id bigint not null,
  school_id bigint not null,
  constraint user_schools_pkey PRIMARY KEY (user_id, school_id),
  constraint user_schools_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id),
  constraint user_schools_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- Who can sign in. Removed users stay, because the history names them.
create table users (
  id bigint not null generated always as identity,
  first_name text collate shipmate_text not null,
  last_name text collate shipmate_text not null,
  email text not null,
  permission text not null,
  password_hash text,
  two_factor_secret bytea,
  two_factor_recovery_codes bytea,
  two_factor_confirmed_at timestamp with time zone,
  two_factor_last_step bigint,
  is_demo boolean not null default false,
  disabled_at timestamp with time zone,
  deleted_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone,
  pending_email text,
  is_service boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint users_first_name_check CHECK (((length(first_name) >= 1) AND (length(first_name) <= 100))),
  constraint users_last_name_check CHECK (((length(last_name) >= 1) AND (length(last_name) <= 100))),
  constraint users_pending_email_check CHECK (((pending_email = lower(pending_email)) AND (length(pending_email) <= 254))),
  constraint users_permission_check CHECK ((permission = ANY (ARRAY['shipmate_admin'::text, 'school_admin'::text])))
);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (email) WHERE (deleted_at IS NULL);

-- One inquiry, written before it’s sent, so that none is lost. What was sent and received is kept, encrypted.
create table verification_requests (
  id bigint not null generated always as identity,
  school_id bigint not null,
  report_id bigint not null,
  number integer not null,
  variation text not null,
  payer_name text not null,
  payer_id text not null,
  tries integer not null default 0,
  status text,
  reason_code text,
  message text,
  cost_cents integer not null default 0,
  latency_ms integer,
  sent_at timestamp with time zone not null,
  sent_cipher bytea,
  received_cipher bytea,
  constraint verification_requests_pkey PRIMARY KEY (id, school_id),
  constraint verification_requests_number_check CHECK ((number > 0)),
  constraint verification_requests_report_id_number_school_id_key UNIQUE (report_id, number, school_id),
  constraint verification_requests_report_id_school_id_fkey FOREIGN KEY (report_id, school_id) REFERENCES eligibility_reports(id, school_id)
);
CREATE INDEX verification_requests_cost ON public.verification_requests USING btree (school_id, sent_at) INCLUDE (cost_cents);
CREATE INDEX verification_requests_payer ON public.verification_requests USING btree (sent_at, payer_id);

-- A message to a webhook, and what became of it.
create table webhook_deliveries (
  id bigint not null generated always as identity,
  school_id bigint not null,
  webhook_id bigint not null,
  type text not null,
  body text not null,
  items integer not null,
  state text not null default 'queued'::text,
  attempts integer not null default 0,
  next_try_at timestamp with time zone,
  response_status integer,
  error text,
  created_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  claimed_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (id, school_id),
  constraint webhook_deliveries_check CHECK (((state = 'queued'::text) = (next_try_at IS NOT NULL))),
  constraint webhook_deliveries_check1 CHECK (((state = 'delivered'::text) = (delivered_at IS NOT NULL))),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_webhook_id_school_id_fkey FOREIGN KEY (webhook_id, school_id) REFERENCES webhooks(id, school_id)
);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (webhook_id, next_try_at, id) WHERE (state = 'queued'::text);
CREATE INDEX webhook_deliveries_webhook ON public.webhook_deliveries USING btree (webhook_id, id DESC);

-- A school’s systems are told of changes. These are read from the history, so no write waits and nothing is missed.
create table webhooks (
  id bigint not null generated always as identity,
  school_id bigint not null,
  address text not null,
  secret_cipher bytea not null,
  events text[] not null,
  is_on boolean not null default true,
  entry_id bigint not null default 0,
  version integer not null default 1,
  created_by_id bigint not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  "position" bigint not null default 0,
  constraint webhooks_pkey PRIMARY KEY (id, school_id),
  constraint webhooks_address_check CHECK (((length(address) >= 1) AND (length(address) <= 500))),
  constraint webhooks_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint webhooks_events_check CHECK ((cardinality(events) > 0)),
  constraint webhooks_school_id_fkey FOREIGN KEY (school_id) REFERENCES schools(id)
);
CREATE INDEX webhooks_school ON public.webhooks USING btree (school_id, id DESC) WHERE (deleted_at IS NULL);

-- What is hashed of an entry of the access log: all of it, in one spelling.
CREATE OR REPLACE FUNCTION public.shipmate_access_text(entry access_log)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select (jsonb_build_array(
    entry.id, extract(epoch from entry.at)::text, entry.actor_id, entry.action, entry.outcome, entry.subject_type,
    entry.subject_id, entry.school_id, entry.student_id, entry.detail, entry.address, entry.request_id,
    entry.transaction_id::text)
    || case when entry.emergency_id is null then '[]'::jsonb else jsonb_build_array(entry.emergency_id) end
    || case when entry.times = 1 then '[]'::jsonb else jsonb_build_array(jsonb_build_object('times', entry.times)) end)::text
$function$
;

-- The functions that erase take students only after they’re marked as erased.
CREATE OR REPLACE FUNCTION public.shipmate_assert_erased(students bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if cardinality(students) = 0 or exists (
    select from unnest(students) as given(id)
    where not exists (select from students s where s.id = given.id and s.erased_at is not null)
  ) then
    raise exception 'Only what belongs to erased students is erased.';
  end if;
end
$function$
;

-- Only their owner can write the queue’s tables (row security). The application adds jobs with this, in its transaction.
CREATE OR REPLACE FUNCTION public.shipmate_enqueue(task text, payload json, priority integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select graphile_worker.add_job(task, payload, priority => priority, max_attempts => 5)
$function$
;

-- Replaces the personal values of entries about erased students by a marker, and returns what to sign: the hash of each seal and of the entry as it’s left.
CREATE OR REPLACE FUNCTION public.shipmate_erase_entries(log text, students bigint[], kept text[], types text[], subjects bigint[])
 RETURNS TABLE(entry_id bigint, hash bytea, text_hash bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  mark jsonb := '"Erased"';
begin
  perform shipmate_assert_erased(students);
  if log not in ('history', 'access_log') or not types <@ array['form_submission', 'student_message', 'suppressed_address', 'student_merge'] then
    raise exception 'These entries can’t be erased.';
  end if;
  -- only sealed entries are erased, and no one else seals until the end of the transaction
  perform pg_advisory_xact_lock(hashtext(case log when 'history' then 'shipmate_seal_history' else 'shipmate_seal_accesses' end));
  while shipmate_seal(log, 5000) = 5000 loop
  end loop;
  perform set_config('shipmate.erasing', 'on', true);
  if log = 'history' then
    update changes act set address = null
    where act.cause = 'student' and act.address is not null and act.id in (
      select h.change_id from history h where h.student_id = any(students)
        or (h.subject_type, h.subject_id) in (select * from unnest(types, subjects)));
    return query
      with listed as (
        select h.id, (
          select coalesce(jsonb_agg(case when change ->> 'field' = any(kept) then change else jsonb_build_object(
            'field', change -> 'field',
            'before', case when jsonb_typeof(change -> 'before') = 'null' then 'null' else mark end,
            'after', case when jsonb_typeof(change -> 'after') = 'null' then 'null' else mark end) end order by place), '[]')
          from jsonb_array_elements(h.changes) with ordinality as listed (change, place)) as changes
        from history h
        where h.student_id = any(students) or (h.subject_type, h.subject_id) in (select * from unnest(types, subjects))
      ), erased as (
        update history h set changes = listed.changes, reason = case when h.reason is not null then 'Erased' end
        from listed where listed.id = h.id and (h.changes <> listed.changes or h.reason <> 'Erased')
        returning h.id, sha256(convert_to(shipmate_history_text(h), 'UTF8')) as text_hash
      )
      select erased.id, seal.hash, erased.text_hash from erased join history_seals seal on seal.entry_id = erased.id;
  else
    return query
      with erased as (
        update access_log a
        set detail = case when a.detail is not null then 'Erased' end,
          address = case when a.actor_id is not null then a.address end
        where a.student_id = any(students)
          -- why staff revealed an SSN is free text, and the others are the student’s own visits
          and ((a.action = 'reveal' and a.detail <> 'Erased') or (a.actor_id is null and a.address is not null))
        returning a.id, sha256(convert_to(shipmate_access_text(a), 'UTF8')) as text_hash
      )
      select erased.id, seal.hash, erased.text_hash from erased join access_seals seal on seal.entry_id = erased.id;
  end if;
  perform set_config('shipmate.erasing', '', true);
end
$function$
;

-- Blanks every column of erased students’ rows that isn’t kept, or deletes the rows if none is. New columns are erased too.
CREATE OR REPLACE FUNCTION public.shipmate_erase_rows(tab text, belongs text, students bigint[], kept text[], written jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  forms text := 'select f.id from form_submissions f where f.student_id = any($1)';
  condition text := case belongs
    when 'id' then 't.id = any($1)'
    when 'student_id' then 't.student_id = any($1)'
    when 'student_period_id' then
      't.student_period_id in (select sp.id from student_periods sp where sp.student_id = any($1))'
    when 'submission_id' then format('t.submission_id in (%s)', forms)
    when 'form_submission_id' then format('(t.student_id = any($1) or t.form_submission_id in (%s))', forms)
    when 'decision_id' then
      format('t.decision_id in (select d.id from decisions d where d.submission_id in (%s))', forms)
    when 'outcome_id' then
      format('t.outcome_id in (select o.id from decision_outcomes o where o.submission_id in (%s))', forms)
    when 'second_review_id' then format(
      't.second_review_id in (select r.id from second_reviews r join decision_outcomes o on o.id = r.outcome_id where o.submission_id in (%s))',
      forms)
    when 'report_id' then
      't.report_id in (select r.id from eligibility_reports r where r.student_id = any($1))'
  end;
  assignments text;
  many bigint;
begin
  perform shipmate_assert_erased(students);
  if condition is null or (belongs = 'id' and tab <> 'students') then
    raise exception 'Rows of % can’t be erased by %.', tab, belongs;
  end if;
  perform set_config('shipmate.erasing', 'on', true);
  if kept is null then
    execute format('delete from %I t where %s', tab, condition) using students;
  else
    select string_agg(format('%I = %s', a.attname, case
        -- policy years are marked with their student
        when a.attname = 'erased_at' then '(select s.erased_at from students s where s.id = t.student_id)'
        when written ? a.attname then format('case when t.%1$I is not null or %2$L then %3$s::%4$s end',
          a.attname, a.attnotnull,
          case when written ->> a.attname like '%{id}%' then format('replace(%L, ''{id}'', t.id::text)', written ->> a.attname)
            else quote_literal(written ->> a.attname) end,
          format_type(a.atttypid, null))
        when not a.attnotnull then 'null'
        when a.atthasdef then 'default'
        when a.atttypid = 'text'::regtype then quote_literal('Erased')
        when a.atttypid = 'date'::regtype then quote_literal('1900-01-01')
        when a.atttypid = 'bytea'::regtype then quote_literal('\x')
        when a.atttypid = 'text[]'::regtype then quote_literal('{}')
        when a.atttypid = 'jsonb'::regtype then format('case jsonb_typeof(t.%I) when ''array'' then ''[]''::jsonb else ''{}'' end', a.attname)
        -- a column without a blank value has to be kept
        else format('shipmate_no_blank_value(%L)', a.attname) end), ', ')
      into assignments
      from pg_attribute a
      where a.attrelid = format('public.%I', tab)::regclass and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.attidentity = '' and a.attname <> all(kept);
    execute format('update %I t set %s where %s', tab, assignments, condition) using students;
  end if;
  get diagnostics many = row_count;
  perform set_config('shipmate.erasing', '', true);
  return many;
end
$function$
;

-- Lists sort by the student’s name, which a new student-period copies.
CREATE OR REPLACE FUNCTION public.shipmate_fill_sort_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.sort_name is null then
    select sort_name into new.sort_name from students where id = new.student_id;
  end if;
  return new;
end
$function$
;

-- Text as people search it. Not strict, or the planner doesn’t inline it: a filter over 20,000 rows takes 5 ms, not 40.
CREATE OR REPLACE FUNCTION public.shipmate_fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when octet_length(value) = length(value) then lower(value collate "C")
    else public.shipmate_fold_any(value) collate "C"
  end
$function$
;

-- Folds text that has more than ASCII: no marks, and the letters and apostrophes that NFKD leaves are mapped.
CREATE OR REPLACE FUNCTION public.shipmate_fold_any(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select translate(
    replace(replace(replace(replace(replace(lower(regexp_replace(
      normalize(value, nfkd), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"),
      'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'), 'ŋ', 'ng'),
    'łøđðıəɛɔħŧ‘’ʻʼ‐‑–', 'loddieeoht''''''''---')
$function$
;

-- The copied name follows the student’s, row by row: a join over a grown table without statistics took minutes.
CREATE OR REPLACE FUNCTION public.shipmate_follow_sort_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  update student_periods set sort_name = new.sort_name where student_id = new.id and deleted_at is null;
  return null;
end
$function$
;

-- What is hashed of an entry of the history: all of it, in one spelling.
CREATE OR REPLACE FUNCTION public.shipmate_history_text(entry history)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_array(
    entry.id, entry.change_id, extract(epoch from entry.at)::text, entry.actor_id, entry.cause,
    entry.subject_type, entry.subject_id, entry.school_id, entry.student_id, entry.student_period_id,
    entry.kind, entry.reason, entry.changes, entry.transaction_id::text)::text
$function$
;

-- Whether the owner’s functions are erasing a student right now: the only changes that append-only tables take.
CREATE OR REPLACE FUNCTION public.shipmate_is_erasing(of regclass)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(current_setting('shipmate.erasing', true), '') = 'on'
    and exists (select from pg_class where oid = of and pg_get_userbyid(relowner) = current_user)
$function$
;

-- Lists the new entries of a log, so that they’re sealed after their commit.
CREATE OR REPLACE FUNCTION public.shipmate_list_unsealed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.unsealed_entries (log, entry_id) select tg_table_name, id from added on conflict do nothing;
  return null;
end
$function$
;

-- Finds people by their two names in either order; the names are compared afterwards.
CREATE OR REPLACE FUNCTION public.shipmate_person_key(last text, first text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select least(one, other) || ' ' || greatest(one, other) from (
    select regexp_replace(public.shipmate_fold(last), '[^a-z0-9]+', '', 'g') collate "C",
      regexp_replace(public.shipmate_fold(first), '[^a-z0-9]+', '', 'g') collate "C") as names(one, other)
$function$
;

-- Append-only tables refuse changes from everyone, their owner included, except the erasure of a student.
CREATE OR REPLACE FUNCTION public.shipmate_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if shipmate_is_erasing(tg_relid) then
    return null;
  end if;
  raise exception 'The table % is append-only.', tg_table_name using errcode = 'insufficient_privilege';
end
$function$
;

-- What is left of an erased student is never changed again.
CREATE OR REPLACE FUNCTION public.shipmate_refuse_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if shipmate_is_erasing(tg_relid) then
    return new;
  end if;
  raise exception 'This student’s record was erased.' using errcode = 'SE001';
end
$function$
;

-- Seals up to `many` listed entries of a log and returns how many. What commits later is sealed later; one process at a time.
CREATE OR REPLACE FUNCTION public.shipmate_seal(log text, many integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  -- the names of a log's seals, of the function that writes an entry as text, and of its lock
  seals text := case log when 'history' then 'history_seals' when 'access_log' then 'access_seals' end;
  text_of text := case log when 'history' then 'shipmate_history_text' else 'shipmate_access_text' end;
  lock_name text := case log when 'history' then 'shipmate_seal_history' else 'shipmate_seal_accesses' end;
  entry record;
  last_hash bytea := '\x';
  last_position bigint := 0;
  last_seal record;
  next_hash bytea;
  sealed integer := 0;
begin
  if seals is null then
    raise exception 'There is no log %.', log;
  end if;
  if not pg_try_advisory_xact_lock(hashtext(lock_name)) then
    return 0;
  end if;
  for last_seal in execute format('select hash, position from %I order by position desc limit 1', seals)
  loop
    last_hash := last_seal.hash;
    last_position := last_seal.position;
  end loop;
  for entry in execute format(
    'with listed as (
       delete from unsealed_entries one where one.log = $1 and one.entry_id in (
         select two.entry_id from unsealed_entries two where two.log = $1 order by two.entry_id limit $2)
       returning one.entry_id)
     select one.id, %I(one) as content from %I one join listed on listed.entry_id = one.id
     where not exists (select from %I seal where seal.entry_id = one.id)
     order by one.id', text_of, log, seals)
    using log, many
  loop
    next_hash := sha256(last_hash || convert_to(entry.content, 'UTF8'));
    last_position := last_position + 1;
    execute format('insert into %I (position, entry_id, previous_hash, hash) values ($1, $2, $3, $4)', seals)
      using last_position, entry.id, last_hash, next_hash;
    last_hash := next_hash;
    sealed := sealed + 1;
  end loop;
  return sealed;
end
$function$
;

-- Rosters change zeros, capitals and invisible characters of student IDs: these are equal here, as in the contract’s sidKey.
CREATE OR REPLACE FUNCTION public.shipmate_sid_key(sid text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when sid collate "C" ~ '^[1-9][0-9]*$' then sid collate "C"
    when sid collate "C" ~ '^[A-Za-z][A-Za-z0-9-]*$' then lower(sid collate "C")
    else public.shipmate_sid_key_any(sid) collate "C"
  end
$function$
;

-- The key of a student ID that has more than letters, digits and hyphens, or leading zeros.
CREATE OR REPLACE FUNCTION public.shipmate_sid_key_any(sid text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    public.shipmate_fold(sid),
    '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"''`]', '', 'g'),
    '^=', ''), '^([0-9]+)[.]0+$', '\1'), '^0+([0-9]+)$', '\1') collate "C"
$function$
;

-- An error that an SSN is taken would tell someone who may not see SSNs that they guessed one: it’s saved and held instead.
CREATE OR REPLACE FUNCTION public.students_hold_shared_ssn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- the index alone finds it; the school is checked behind the fence, as in imports
  new.ssn_is_held := new.ssn_index is not null and new.deleted_at is null and exists (
    select from (
      select id, school_id from students
      where ssn_index = new.ssn_index and deleted_at is null and not ssn_is_held offset 0
    ) other
    where other.school_id = new.school_id and other.id <> new.id
  );
  return new;
end $function$
;
