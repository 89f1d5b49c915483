-- why: a student can ask who received their data (34 CFR 99.32). The access log says that a file was made, and not whom it
-- was about. From now on, each file of students records its students. Carrier files, bursar files, eligibility checks and
-- emails name their students already.

create table disclosures (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  school_id bigint not null references schools (id),
  kind text not null check (kind in ('export', 'print', 'report', 'scheduled_report', 'eligibility_file')),
  actor_id bigint references users (id),
  -- its row in the access log; none for what Shipmate makes on a schedule
  access_id bigint references access_log (id),
  recipient text not null,
  purpose text not null,
  what text not null,
  unique (school_id, id)
);
create index disclosures_access on disclosures (access_id);

-- Students by blocks of 4,096 IDs, each by its place in the block: a file of 300,000 students is 74 rows of 8 kB before
-- compression, and one row per block answers whether it held a student.
create table disclosed_students (
  disclosure_id bigint not null,
  block bigint not null,
  school_id bigint not null,
  places smallint[] not null check (cardinality(places) between 1 and 4096),
  primary key (disclosure_id, block),
  foreign key (school_id, disclosure_id) references disclosures (school_id, id)
);
create index disclosed_students_block on disclosed_students (block, school_id);

create trigger disclosures_append_only before update or delete or truncate on disclosures
  for each statement execute function shipmate_refuse_change();
create trigger disclosed_students_append_only before update or delete or truncate on disclosed_students
  for each statement execute function shipmate_refuse_change();
do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on disclosures, disclosed_students from shipmate_app;
  end if;
end
$$;

-- the downloads of bursar files, by batch
create index access_log_bursar_batches on access_log (subject_id) where subject_type = 'bursar_batch';
create index access_log_exports on access_log (subject_id) where subject_type = 'export';
