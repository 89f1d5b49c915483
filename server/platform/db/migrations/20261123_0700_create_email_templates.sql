-- Staff write the texts of emails: one for all schools, and each school's own where it differs.
create table email_templates (
  id bigint generated always as identity primary key,
  -- null for the text of all schools
  school_id bigint references schools (id),
  kind text not null,
  -- null: the text that Shipmate comes with, or for a school, that of all schools
  content jsonb,
  version integer not null default 1,
  updated_at timestamptz,
  updated_by bigint references users (id),
  unique nulls not distinct (school_id, kind)
);

create temporary table kinds on commit drop as
select kind, position from unnest(array[
  'waiver_form_submission_confirmation', 'enroll_form_submission_confirmation', 'waiver_approved_confirmation',
  'waiver_unable_to_process', 'waiver_unable_to_process_reminder', 'waiver_declined', 'enrollment_approved',
  'enrollment_unable_to_process', 'auto_enrolled', 'reverification_needed', 'reverification_failed',
  'aging_out_90_days', 'aging_out_60_days', 'aging_out_30_days', 'deadline_reminder', 'appeal_received',
  'appeal_decided', 'resume_link', 'invite', 'reset_link', 'password_changed', 'two_factor_changed'
]) with ordinality as list (kind, position);

insert into email_templates (kind) select kind from kinds order by position;
insert into email_templates (school_id, kind)
select schools.id, kinds.kind from schools cross join kinds
where kinds.kind not in ('invite', 'reset_link', 'password_changed', 'two_factor_changed')
order by schools.id, kinds.position;
