-- why: the same person gets two records: another student ID, a swapped name. Nothing could make them one. The merged record
-- stays, marked with the one that took its place, and what was moved is kept so that an undo moves exactly that back.

alter table students add column merged_into_id bigint references students(id),
  add constraint students_merged_check check (merged_into_id is null or deleted_at is not null);
create index students_merged on students (merged_into_id) where merged_into_id is not null;

create table student_merges (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools(id),
  change_id bigint not null references changes(id),
  kept_id bigint not null,
  merged_id bigint not null,
  moved jsonb not null,
  undone_at timestamptz,
  foreign key (school_id, kept_id) references students(school_id, id),
  foreign key (school_id, merged_id) references students(school_id, id)
);
create index student_merges_change on student_merges (change_id);
