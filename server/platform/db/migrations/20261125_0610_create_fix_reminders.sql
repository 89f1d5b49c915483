-- why: a student is reminded 14, 7, 3 and 1 days before the response date. Each reminder is queued once, by whichever process.
create table fix_reminders (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  submission_id bigint not null,
  respond_by date not null,
  days_before integer not null check (days_before > 0),
  created_at timestamptz not null,
  unique (submission_id, respond_by, days_before),
  foreign key (school_id, submission_id) references form_submissions (school_id, id)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on fix_reminders from shipmate_app;
  end if;
end
$$;
