-- why: documents of students; the bytes rest in the file layer under a name of our own, what is known of them here

create table student_files (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  student_id bigint not null,
  student_period_id bigint,
  name text collate shipmate_text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('insurance_card_front', 'insurance_card_back', 'coverage_letter', 'other')),
  media_type text not null,
  -- bytes
  size bigint not null check (size > 0),
  sha256 bytea not null,
  -- under which the file layer keeps the bytes; also those of removed files, which may come back
  stored_name text not null unique,
  author_id bigint references users (id),
  version integer not null default 1,
  -- the newer file that stands in its place; the chain ends with the one that is listed
  replaced_by_id bigint references student_files (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  foreign key (school_id, student_id) references students (school_id, id),
  foreign key (school_id, student_period_id) references student_periods (school_id, id)
);
create index student_files_student on student_files (student_id, created_at desc);
create index student_files_replaced_by on student_files (replaced_by_id) where replaced_by_id is not null;
create index student_files_school_size on student_files (school_id) include (size);
