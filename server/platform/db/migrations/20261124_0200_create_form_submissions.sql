-- Students send enroll and waiver forms. A form keeps what was sent for good: its content is in snapshots, which nobody
-- changes, and this table holds what becomes of it.
create table form_submissions (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  period_id bigint not null,
  form_type text not null check (form_type in ('enroll', 'waiver')),
  coverage_types text[] not null
    check (cardinality(coverage_types) > 0 and coverage_types <@ array['medical', 'dental', 'vision']),
  -- both null until the form is matched with the roster
  student_id bigint,
  student_period_id bigint,
  match_method text check (match_method in ('sid_and_birth_date', 'sid_and_last_name', 'name_and_birth_date')),
  -- the coverage types whose status the form couldn't change; staff look at them
  flagged_coverages text[] not null default '{}' check (flagged_coverages <@ coverage_types),
  -- as sent
  first_name text collate shipmate_text not null,
  last_name text collate shipmate_text not null,
  sid text collate shipmate_text,
  dob date not null,
  confirmation_number text not null unique,
  -- keyed hash of the whole form as sent, to find it again when it's sent twice
  sent_hash bytea not null,
  submitted_at timestamptz not null,
  superseded_by_id bigint,
  version integer not null default 1,
  unique (school_id, id),
  check ((student_id is null) = (student_period_id is null)),
  check ((student_period_id is null) = (match_method is null)),
  foreign key (school_id, period_id) references periods (school_id, id),
  foreign key (school_id, student_id) references students (school_id, id),
  foreign key (school_id, student_period_id) references student_periods (school_id, id),
  foreign key (school_id, superseded_by_id) references form_submissions (school_id, id)
);
create index form_submissions_period on form_submissions (period_id, submitted_at desc);
create index form_submissions_student on form_submissions (student_id) where student_id is not null;
create index form_submissions_student_period on form_submissions (student_period_id, submitted_at desc)
  where student_period_id is not null;
create index form_submissions_superseded_by on form_submissions (superseded_by_id)
  where superseded_by_id is not null;
create index form_submissions_sent on form_submissions (sent_hash, submitted_at desc);

create table form_submission_snapshots (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  submission_id bigint not null,
  number integer not null check (number > 0),
  -- the form as signed, with masked SSNs
  content jsonb not null,
  -- SHA-256 of the content's canonical text
  hash bytea not null,
  -- the SSNs by field, encrypted for this form; null without any
  ssns_cipher bytea,
  -- the published versions that applied
  form_number integer not null,
  waiver_rules_number integer,
  created_at timestamptz not null,
  unique (submission_id, number),
  foreign key (school_id, submission_id) references form_submissions (school_id, id)
);
create trigger form_submission_snapshots_append_only
  before update or delete or truncate on form_submission_snapshots
  for each statement execute function shipmate_refuse_change();

-- A form is matched by birth date and name when it doesn't have a known student ID.
create index students_school_dob on students (school_id, dob);

do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on form_submission_snapshots from shipmate_app;
  end if;
end
$$;
