-- why: a row can be about another person than its student ID, or about a student with another ID; staff decide on the preview
alter table import_rows
  -- what is doubtful about the row, as in the contract; null if nothing is
  add column finding jsonb,
  -- the outcome if staff decide the other way: of a stopped row, what becomes of it once it’s confirmed, and the reverse
  add column other_outcome text check (other_outcome in ('added', 'changed', 'unchanged', 'refused'));
create index import_rows_findings on import_rows (import_id, row_number) where finding is not null;

alter table imports
  -- the likely cause why many rows are about other people; nothing is imported until someone says that the file is right
  add column held_for text,
  add column held_rows integer not null default 0,
  add column released_at timestamptz,
  add column released_by bigint references users (id),
  -- when someone said that the file is the whole roster of its policy year
  add column whole_roster_at timestamptz,
  add column whole_roster_by bigint references users (id);

-- who was in a policy year but not in its whole roster, when someone said so: one roster for each policy year
create table roster_absences (
  student_period_id bigint primary key,
  school_id bigint not null,
  import_id bigint not null references imports (id) on delete cascade,
  foreign key (school_id, student_period_id) references student_periods (school_id, id) on delete cascade
);
create index roster_absences_import on roster_absences (import_id);
