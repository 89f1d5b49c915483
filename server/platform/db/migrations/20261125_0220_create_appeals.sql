-- why: a student can appeal a declined waiver once. Staff decide the appeal like the form.
create table appeals (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  submission_id bigint not null unique,
  -- the coverage types that were declined
  coverage_types text[] not null
    check (cardinality(coverage_types) > 0 and coverage_types <@ array['medical', 'dental', 'vision']),
  comment text not null check (length(comment) between 1 and 5000),
  -- the day by which staff plan to decide it
  due_on date not null,
  created_at timestamptz not null,
  foreign key (school_id, submission_id) references form_submissions (school_id, id)
);
create trigger appeals_append_only before update or delete or truncate on appeals
  for each statement execute function shipmate_refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on appeals from shipmate_app;
  end if;
end
$$;
