-- why: lists sort by a name that follows the student's. Following compared all changed students with all of them as
-- they were, minutes for a roster of 20,000; and it read every student-period. Now each changed student's own are
-- looked up, by nested loops alone: a plan that was kept from another number of rows must not read the whole table.
-- Removed student-periods do not follow; whoever brings one back names it anew.
drop trigger students_follow_sort_name on students;
create or replace function shipmate_follow_sort_name() returns trigger
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  update student_periods sp
  set sort_name = changed.sort_name
  from changed
  where sp.student_id = changed.id and sp.deleted_at is null and sp.sort_name <> changed.sort_name;
  return null;
end
$$;
create trigger students_follow_sort_name after update on students
  referencing new table as changed
  for each statement execute function shipmate_follow_sort_name();
