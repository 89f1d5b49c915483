-- why: the carrier is told by 834 files who is covered. A file is prepared for review and released; what it said of each
-- student is saved, so that the next one can say only what changed.

create table carrier_files (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  period_id bigint not null references periods (id),
  kind text not null check (kind in ('full', 'changes')),
  is_test boolean not null,
  state text not null default 'queued'
    check (state in ('queued', 'preparing', 'ready', 'released', 'failed', 'discarded')),
  -- the settings and the school's name when it was prepared: the file stays the same
  settings jsonb not null,
  school_name text not null,
  -- ISA06 and ISA08: control numbers count up between the two
  sender text not null,
  receiver text not null,
  as_of date not null,
  -- the released file that it was compared with
  base_id bigint references carrier_files (id),
  done integer not null default 0,
  total integer not null default 0,
  subscribers integer not null default 0,
  dependents integer not null default 0,
  -- segments of the members
  segments integer not null default 0,
  counts jsonb not null default '{}',
  changed_students integer not null default 0,
  left_out integer not null default 0,
  problems integer not null default 0,
  includes_ssns boolean not null,
  control_number integer check (control_number between 1 and 999999999),
  file_name text,
  message text,
  created_by_id bigint not null references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  prepared_at timestamptz,
  released_by_id bigint references users (id),
  released_at timestamptz,
  unique (school_id, id),
  unique (sender, receiver, control_number),
  check ((state = 'released') = (control_number is not null and released_at is not null and file_name is not null))
);
create index carrier_files_period on carrier_files (period_id, id desc);
-- one at a time per policy year
create unique index carrier_files_open on carrier_files (period_id) where state in ('queued', 'preparing', 'ready');

-- What a file says of a student, encrypted: segments, and what the carrier knows afterwards. Differences have no values.
create table carrier_file_members (
  file_id bigint not null,
  position integer not null,
  school_id bigint not null,
  student_id bigint not null references students (id),
  student_period_id bigint not null references student_periods (id),
  cipher bytea not null,
  differences jsonb not null,
  primary key (file_id, position),
  foreign key (school_id, file_id) references carrier_files (school_id, id)
);
create index carrier_file_members_known on carrier_file_members (student_period_id, file_id desc);
create index carrier_file_members_student on carrier_file_members (student_id, file_id);
create index carrier_file_members_changed on carrier_file_members (file_id, position) where differences <> '[]';

-- What the carrier would reject; these students are left out.
create table carrier_file_problems (
  file_id bigint not null,
  position integer not null,
  school_id bigint not null,
  student_id bigint not null references students (id),
  student_period_id bigint not null references student_periods (id),
  code text not null,
  place text not null,
  field text not null,
  dependent text,
  coverage_type text check (coverage_type in ('medical', 'dental', 'vision')),
  tier text,
  primary key (file_id, position),
  foreign key (school_id, file_id) references carrier_files (school_id, id)
);

-- downloads of a file, and the disclosures of a student
create index access_log_carrier_files on access_log (subject_id) where subject_type = 'carrier_file';
