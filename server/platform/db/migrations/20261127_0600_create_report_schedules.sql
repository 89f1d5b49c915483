-- why: a report can be made on a schedule. Its readers get an email with a link that needs sign-in, never the file; the file is
-- encrypted in the database and deleted after 30 days.

create table report_schedules (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  period_id bigint not null,
  report text not null,
  repeats text not null check (repeats in ('weekly', 'monthly')),
  weekdays text[] not null default '{}' check (weekdays <@ array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
  -- in a month with fewer days, its last day
  month_day integer check (month_day between 1 and 31),
  -- of the day in the school's time zone
  hour integer not null check (hour between 0 and 23),
  -- users; whether they still have access is checked each time
  reader_ids bigint[] not null check (cardinality(reader_ids) > 0),
  is_on boolean not null default true,
  -- the process that moves it forward makes the report, in one transaction
  next_run_at timestamptz,
  last_run_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (school_id, id),
  foreign key (school_id, period_id) references periods (school_id, id),
  check ((repeats = 'weekly') = (cardinality(weekdays) > 0)),
  check ((repeats = 'monthly') = (month_day is not null)),
  check (is_on = (next_run_at is not null))
);
create index report_schedules_period on report_schedules (period_id);
create index report_schedules_due on report_schedules (next_run_at) where is_on and deleted_at is null;

-- A file of a schedule, made when it was due or when someone asked for it.
create table made_reports (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  schedule_id bigint not null,
  due_at timestamptz,
  made_by_id bigint references users (id),
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  file_name text,
  rows integer check (rows >= 0),
  message text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- once per due moment
  unique (schedule_id, due_at),
  foreign key (school_id, schedule_id) references report_schedules (school_id, id),
  check ((due_at is null) = (made_by_id is not null)),
  check ((state = 'done') = (file_name is not null and rows is not null))
);
create index made_reports_schedule on made_reports (schedule_id, id desc);
create index made_reports_expiry on made_reports (expires_at);

create table made_report_chunks (
  made_report_id bigint not null references made_reports (id) on delete cascade,
  position integer not null,
  cipher bytea not null,
  primary key (made_report_id, position)
);

-- the email that says the file is ready is the same at every school
insert into email_templates (kind) values ('report_ready');
