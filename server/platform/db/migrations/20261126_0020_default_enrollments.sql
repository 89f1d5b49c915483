create table default_enrollments (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  run_on date not null,
  job_id bigint not null references jobs (id),
  -- null while the job runs or if it failed
  students integer check (students >= 0),
  -- premiums and fees of those students
  amount numeric(14, 2) check (amount >= 0),
  -- null until staff release the emails about it
  emails_released_at timestamptz,
  primary key (id, school_id),
  unique (job_id, school_id),
  foreign key (period_id, school_id) references periods (id, school_id)
);
comment on table default_enrollments is
  'A run that enrolled the students of a policy year who sent no form in time. Its emails wait until staff release them.';
create index default_enrollments_period on default_enrollments (period_id, id desc);
