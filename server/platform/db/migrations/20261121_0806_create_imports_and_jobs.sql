-- why: long work that can be left, come back to, and survives a restart

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  author_id bigint references users (id),
  school_id bigint references schools (id),
  -- what was asked for, as it came
  ask jsonb not null,
  done integer not null default 0,
  total integer not null default 0,
  message text,
  change_id bigint references changes (id),
  result jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- The queue's tables belong to their owner alone (row security); the application enqueues through this door,
-- inside its own transaction.
create function shipmate_enqueue(task text, payload json, queue_name text, job_key text) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(task, payload, queue_name => queue_name, job_key => job_key, max_attempts => 5)
$$;

create table imports (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('csv', 'from_period')),
  school_id bigint not null,
  period_id bigint not null,
  from_period_id bigint,
  author_id bigint references users (id),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'refused', 'failed')),
  dry_run boolean not null default false,
  accept_valid_rows boolean not null default false,
  on_existing text not null default 'update' check (on_existing in ('update', 'skip')),
  -- for a copy from a period: which statuses to take, which fields to carry
  statuses text[],
  fields_to_carry text[],
  file_name text,
  -- bytes
  file_size integer,
  file_hash bytea,
  encoding text,
  delimiter text,
  headers text[] not null default '{}',
  mapping jsonb not null default '{}',
  done integer not null default 0,
  total integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  message text,
  -- when the plan (import_rows) stood, and on which version of the period; it may be applied for an hour
  planned_at timestamptz,
  period_version integer,
  applied_at timestamptz,
  change_id bigint references changes (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (school_id, period_id) references periods (school_id, id),
  foreign key (school_id, from_period_id) references periods (school_id, id)
);
create index imports_period on imports (period_id, id desc);
-- one at a time into a period: a second one is told that the first is busy
create unique index imports_busy_key on imports (period_id) where state in ('queued', 'running');

-- The file itself, encrypted, in pieces: any server process can read it, memory does not grow with it.
create table import_file_chunks (
  import_id bigint not null references imports (id) on delete cascade,
  position integer not null,
  cipher bytea not null,
  primary key (import_id, position)
);

-- The plan: what would become of each row of the file.
create table import_rows (
  import_id bigint not null references imports (id) on delete cascade,
  row_number integer not null,
  outcome text not null check (outcome in ('added', 'changed', 'unchanged', 'refused')),
  sid text,
  name text not null default '',
  -- whom the row names: found when the plan was made, or an id set aside for a new record (then without version);
  -- applying the plan later demands the same versions
  student_id bigint,
  student_version integer,
  student_period_id bigint,
  student_period_version integer,
  -- a copy from a period: where the dependents come from
  from_student_period_id bigint,
  -- what to write, by field, as people see it too: [{field, before, after}]; an SSN in it is only its mask
  student_changes jsonb not null default '[]',
  student_period_changes jsonb not null default '[]',
  -- the SSN of the row by its index; cipher and last four only where it is to be written
  ssn_index bytea,
  ssn_cipher bytea,
  ssn_last_four text,
  errors jsonb not null default '[]',
  primary key (import_id, row_number)
);
create index import_rows_refused on import_rows (import_id, row_number) where outcome = 'refused';

-- Which header means which field, as a school's staff corrected it last time.
create table import_mappings (
  school_id bigint not null references schools (id) on delete cascade,
  header text not null,
  field text,
  updated_at timestamptz not null,
  primary key (school_id, header)
);
