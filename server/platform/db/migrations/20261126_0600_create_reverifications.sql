-- why: waivers are checked again during the policy year. A run is a list of coverage types to check, made once, so that it
-- can be paused, goes on after a crash, and tells the outcome of each student.

create table period_reverifications (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  period_id bigint not null references periods (id),
  state text not null default 'running' check (state in ('running', 'paused', 'stopped', 'done')),
  coverage_types text[] not null,
  only_due boolean not null,
  -- the night of the schedule; null if a person started it
  scheduled_on date,
  -- why it was paused, if no person paused it
  message text,
  started_by_id bigint references users (id),
  started_at timestamptz not null,
  ended_at timestamptz,
  unique (school_id, id),
  unique (period_id, scheduled_on),
  check ((ended_at is null) = (state in ('running', 'paused')))
);
create index period_reverifications_period on period_reverifications (period_id, id desc);
-- one at a time per policy year
create unique index period_reverifications_open on period_reverifications (period_id) where ended_at is null;

-- One coverage type of a student in a run. Its outcome is that of its check, even if the check ends after the run.
create table reverification_items (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  reverification_id bigint not null,
  student_id bigint not null references students (id),
  student_period_id bigint not null references student_periods (id),
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  reason text not null check (reason in ('due', 'sample', 'needs_reverification', 'inactive', 'aged_out',
    'unable_to_process')),
  from_status coverage_status not null,
  report_id bigint references eligibility_reports (id),
  unique (reverification_id, student_period_id, coverage_type),
  foreign key (school_id, reverification_id) references period_reverifications (school_id, id)
);
create index reverification_items_left on reverification_items (reverification_id, id) where report_id is null;
create index reverification_items_report on reverification_items (report_id);
