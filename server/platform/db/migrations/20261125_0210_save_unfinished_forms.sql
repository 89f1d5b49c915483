-- why: students save a form before it's complete, and finish it with the link they were given. Until then it has only
-- what they typed, and isn't matched, decided or replaced.
alter table form_submissions
  alter column first_name drop not null,
  alter column last_name drop not null,
  alter column dob drop not null,
  alter column confirmation_number drop not null,
  alter column sent_hash drop not null,
  drop constraint form_submissions_coverage_types_check,
  add check (coverage_types <@ array['medical', 'dental', 'vision']),
  add constraint form_submissions_complete check (progress = 'in_progress' or (
    first_name is not null and last_name is not null and dob is not null and confirmation_number is not null
    and sent_hash is not null and cardinality(coverage_types) > 0)),
  add constraint form_submissions_in_progress check (progress = 'complete' or (
    confirmation_number is null and sent_hash is null and student_period_id is null and superseded_by_id is null
    and cardinality(decided_coverages) = 0));
comment on column form_submissions.submitted_at is 'Of a form in progress, when it was saved last.';

-- The content of a form in progress. It's deleted when the form is complete.
create table form_submission_drafts (
  submission_id bigint primary key,
  school_id bigint not null,
  -- the form as sent, encrypted as a whole for this form, because it can have SSNs
  content_cipher bytea not null,
  saved_at timestamptz not null,
  foreign key (school_id, submission_id) references form_submissions (school_id, id) on delete cascade
);

-- The tokens with which a student opens their form. Each is made once, for an answer or an email.
create table form_tokens (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  submission_id bigint not null,
  -- keyed hash of the token, which is never stored
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  foreign key (school_id, submission_id) references form_submissions (school_id, id) on delete cascade
);
create index form_tokens_submission on form_tokens (submission_id);
create index form_tokens_expiry on form_tokens (expires_at);

-- The files of an unfinished form are deleted with it.
alter table form_files
  drop constraint form_files_school_id_submission_id_fkey,
  add constraint form_files_school_id_submission_id_fkey
    foreign key (school_id, submission_id) references form_submissions (school_id, id) on delete cascade;
