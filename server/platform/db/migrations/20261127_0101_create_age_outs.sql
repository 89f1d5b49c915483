-- why: students age out of a parent's plan. The report finds them in a large policy year without reading every record; waivers
-- change to aged out at night, each once; and students are emailed 90, 60 and 30 days before, once each.

-- Records that rely on a parent's plan for some coverage type: the age-out report reads only these.
create index student_periods_parents_plan on student_periods (period_id, student_id)
  where deleted_at is null and status = 'active'
    and (medical_waive_source_of_coverage = 'parent_employer_group' or medical_waive_subscriber_relation = 'parent'
      or dental_waive_source_of_coverage = 'parent_employer_group' or dental_waive_subscriber_relation = 'parent'
      or vision_waive_source_of_coverage = 'parent_employer_group' or vision_waive_subscriber_relation = 'parent');

-- One night of a policy year. A run that was interrupted goes on; one that has ended isn't repeated that night.
create table age_out_runs (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  period_id bigint not null,
  run_on date not null,
  changed integer not null default 0 check (changed >= 0),
  started_at timestamptz not null,
  ended_at timestamptz,
  unique (period_id, run_on),
  foreign key (school_id, period_id) references periods (school_id, id)
);

-- A waiver that was changed to aged out for the end of its coverage. If staff change it back, no later night repeats it.
create table aged_out_waivers (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  student_period_id bigint not null,
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  presumed_end_on date not null,
  created_at timestamptz not null,
  unique (student_period_id, coverage_type, presumed_end_on),
  foreign key (school_id, student_period_id) references student_periods (school_id, id)
);

-- A notice to a student before coverage under a parent's plan ends. Each is queued once, by whichever process.
create table age_out_notices (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  student_period_id bigint not null,
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  days_before integer not null check (days_before in (30, 60, 90)),
  presumed_end_on date not null,
  email_id bigint not null references emails (id),
  created_at timestamptz not null,
  unique (student_period_id, coverage_type, days_before),
  foreign key (school_id, student_period_id) references student_periods (school_id, id)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on aged_out_waivers, age_out_notices from shipmate_app;
  end if;
end
$$;
