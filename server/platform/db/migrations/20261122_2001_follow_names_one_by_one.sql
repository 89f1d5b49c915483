-- why: names follow their students only where a name changed. The trigger compared every student-period with every
-- student of the statement right after a first import: without statistics of its own a grown table counts as a handful
-- of rows, and whichever joins are forbidden, the planner may still begin at the wrong end. Now a student whose name
-- stays costs nothing, and one whose name changes looks up their own student-periods by the one key that leads to them.
drop trigger students_follow_sort_name on students;
create or replace function shipmate_follow_sort_name() returns trigger
language plpgsql
-- a plan that was kept from when the table was small must not read the whole of it
set enable_seqscan = off
as $$
begin
  update student_periods set sort_name = new.sort_name where student_id = new.id and deleted_at is null;
  return null;
end
$$;
create trigger students_follow_sort_name after update on students
  for each row when (old.sort_name is distinct from new.sort_name)
  execute function shipmate_follow_sort_name();

-- whoever takes an act back asks whether a job does so already
create index jobs_open_undos on jobs (((ask->>'change_id')::bigint))
  where kind = 'undo-change' and state in ('queued', 'running');
