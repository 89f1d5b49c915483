-- why: until an eligibility check answers electronically, staff check the other coverage themselves, by phone or on the
-- insurer's website. What they found is evidence for the rules.
create table manual_results (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  submission_id bigint not null,
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  status text not null check (status in ('active', 'inactive', 'unknown')),
  plan_name text check (length(plan_name) between 1 and 200),
  plan_begins_on date,
  plan_ends_on date,
  deductible numeric(10, 2) check (deductible >= 0),
  out_of_pocket_max numeric(10, 2) check (out_of_pocket_max >= 0),
  -- the date on the coverage letter
  coverage_letter_on date,
  note text check (length(note) between 1 and 2000),
  created_by_id bigint not null references users (id),
  created_at timestamptz not null,
  unique (school_id, id),
  foreign key (school_id, submission_id) references form_submissions (school_id, id)
);
create index manual_results_submission on manual_results (submission_id, coverage_type, id desc);
create index manual_results_created_by on manual_results (created_by_id);
create trigger manual_results_append_only before update or delete or truncate on manual_results
  for each statement execute function shipmate_refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on manual_results from shipmate_app;
  end if;
end
$$;
