-- why: the bursar learns what changed since the last file. A batch is a list of signed amounts; what a student account was
-- told so far is the sum of the lines of all batches that aren't voided. Lines never change, so that a file can be
-- downloaded again byte for byte; they keep the names as they were sent.

-- How a school's batches are released, and the number of its latest batch. No row: no batch and no settings yet.
create table bursar_settings (
  school_id bigint primary key references schools (id),
  needs_second_person boolean not null default false,
  last_number integer not null default 0 check (last_number >= 0),
  version integer not null default 0
);

create table bursar_batches (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  period_id bigint not null references periods (id),
  number integer not null check (number > 0),
  state text not null default 'draft' check (state in ('draft', 'released', 'confirmed', 'voided')),
  -- the totals of its lines, for the list of batches
  lines integer not null default 0,
  students integer not null default 0,
  total numeric(14, 2) not null default 0,
  made_by_id bigint references users (id),
  made_at timestamptz not null,
  released_by_id bigint references users (id),
  released_at timestamptz,
  confirmed_by_id bigint references users (id),
  confirmed_at timestamptz,
  voided_by_id bigint references users (id),
  voided_at timestamptz,
  void_reason text check (length(void_reason) between 1 and 500),
  unique (school_id, id),
  unique (school_id, number),
  check ((state = 'voided') = (voided_at is not null)),
  check ((voided_at is null) = (void_reason is null)),
  check (released_at is not null or confirmed_at is null),
  check (state <> 'draft' or released_at is null),
  check ((state = 'confirmed') = (confirmed_at is not null))
);
create index bursar_batches_period on bursar_batches (period_id, id desc);
-- one draft at a time per policy year
create unique index bursar_batches_draft on bursar_batches (period_id) where state = 'draft';

create table bursar_lines (
  batch_id bigint not null,
  line integer not null check (line > 0),
  school_id bigint not null,
  student_period_id bigint not null references student_periods (id),
  sid text not null,
  last_name text not null,
  first_name text not null,
  -- only a premium has one
  coverage_type text check (coverage_type in ('medical', 'dental', 'vision')),
  item text not null check (item in ('premium', 'admin_fee', 'on_call_fee', 'ltd_premium', 'life_premium', 'add_premium',
    'late_waiver_fee')),
  action text not null check (action in ('charge', 'reverse', 'prorate')),
  amount numeric(12, 2) not null check (amount <> 0),
  effective_on date not null,
  reason text not null,
  primary key (batch_id, line),
  foreign key (school_id, batch_id) references bursar_batches (school_id, id),
  check ((item = 'premium') = (coverage_type is not null))
);
create unique index bursar_lines_item on bursar_lines (batch_id, student_period_id, item, coalesce(coverage_type, ''));
create index bursar_lines_student_period on bursar_lines (student_period_id);
create trigger bursar_lines_append_only before update or delete or truncate on bursar_lines
  for each statement execute function shipmate_refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on bursar_lines from shipmate_app;
    revoke delete, truncate on bursar_batches from shipmate_app;
  end if;
end
$$;
