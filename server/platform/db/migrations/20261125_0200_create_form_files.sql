-- why: students upload files, for example an insurance card, before they send the form that names them.
create table form_files (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  period_id bigint not null,
  -- null until the form is sent; a file whose form isn't sent within 24 hours is deleted
  submission_id bigint,
  -- the student's document with the same stored content; null until the form is matched
  student_file_id bigint references student_files (id),
  -- keyed hash of the token that the form names the file by
  token_hash bytea not null unique,
  name text collate shipmate_text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('insurance_card_front', 'insurance_card_back', 'coverage_letter', 'other')),
  media_type text not null,
  size bigint not null check (size > 0),
  sha256 bytea not null,
  -- may be the name of a student's document too: stored content is deleted when no row has its name
  stored_name text not null unique,
  created_at timestamptz not null,
  check (student_file_id is null or submission_id is not null),
  foreign key (school_id, period_id) references periods (school_id, id),
  foreign key (school_id, submission_id) references form_submissions (school_id, id)
);
create index form_files_submission on form_files (submission_id) where submission_id is not null;
create index form_files_unsent on form_files (school_id, created_at) where submission_id is null;
create index form_files_school_size on form_files (school_id) include (size) where student_file_id is null;
create index form_files_student_file on form_files (student_file_id) where student_file_id is not null;
