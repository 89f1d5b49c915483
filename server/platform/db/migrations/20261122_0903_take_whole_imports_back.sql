-- why: undoing an import takes back the students whom it made, and SSNs that it replaced; only what may be undone can be

-- A removed student stays as a row, as everything removed does: undoing the undo brings it back whole.
alter table students
  add column deleted_at timestamptz,
  drop constraint students_sid_key,
  drop constraint students_ssn_key;
create unique index students_sid_key on students (sid, school_id) where deleted_at is null;
create unique index students_ssn_key on students (ssn_index, school_id) where deleted_at is null;

-- History holds an SSN only as its mask. What an act replaced is kept here, encrypted as it was.
create table replaced_ssns (
  change_id bigint not null references changes (id),
  student_id bigint not null references students (id),
  ssn_cipher bytea not null,
  ssn_index bytea not null,
  ssn_last_four text not null check (ssn_last_four ~ '^[0-9]{4}$'),
  primary key (change_id, student_id)
);

-- Acts that answered X-Change-Id, or an import's change_id: nothing else is taken back.
alter table changes add column is_undoable boolean not null default false;
alter table changes disable trigger changes_append_only;
update changes set is_undoable = true
where kind in ('student_period_created', 'student_period_changed', 'coverage_status_changed',
  'coverage_status_overridden', 'student_status_changed', 'import_applied', 'change_undone');
alter table changes enable trigger changes_append_only;
