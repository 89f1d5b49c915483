create table deadline_reminders (
  id bigint generated always as identity,
  school_id bigint not null,
  student_period_id bigint not null,
  deadline_on date not null,
  days_before integer not null check (days_before > 0),
  created_at timestamptz not null,
  primary key (id, school_id),
  unique (student_period_id, deadline_on, days_before, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id)
);
comment on table deadline_reminders is
  'Reminders of students who haven’t started before their deadline. Each is queued once, by whichever process.';
