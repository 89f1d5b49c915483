-- Splits a Shipmate database by school on the coordinator of a Citus cluster, empty or filled:
--   psql -v ON_ERROR_STOP=1 -f scripts/split-by-school.sql postgres://…
-- It’s for trials: docs/decisions/22-schools-and-rights.md says what Shipmate needs before it runs on one.
begin;
set local citus.enable_unsafe_triggers = on;
set local citus.multi_shard_modify_mode = 'sequential';

-- they read rows of another table, which a trigger on a node can’t
drop trigger students_hold_shared_ssn on students;
drop trigger students_hold_shared_ssn_of_new on students;
drop trigger students_follow_sort_name on students;
drop trigger student_periods_fill_sort_name on student_periods;

create temporary table former_references on commit drop as
select conrelid::regclass as relation, confrelid::regclass as target, conname, pg_get_constraintdef(oid) as definition
from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace;
select format('alter table %s drop constraint %I', relation, conname) from former_references \gexec

-- each node has all of these: they’re small, written rarely, and read everywhere or before a school is known
create temporary table shared on commit drop as
select unnest(array['schools', 'users', 'user_schools', 'sign_in_settings', 'insurance_companies', 'email_layouts']::regclass[]) as relation;
select format('select create_reference_table(%L)', relation) from shared \gexec

select format('select create_distributed_table(%L, ''school_id'', colocate_with => %L)', attrelid::regclass,
  case row_number() over (order by attrelid) when 1 then 'none' else first_value(attrelid::regclass::text) over (order by attrelid) end)
from pg_attribute join pg_class on pg_class.oid = attrelid
where attname = 'school_id' and attnotnull and relkind = 'r' and relnamespace = 'public'::regnamespace
  and attrelid not in (select relation from shared)
order by attrelid \gexec

-- the other tables stay as they are, on the coordinator, if nothing refers from or to them
select format('alter table %s add constraint %I %s', relation, conname, definition)
from former_references
left join pg_dist_partition source on source.logicalrelid = relation
left join pg_dist_partition referenced on referenced.logicalrelid = target
where (source.logicalrelid is null) = (referenced.logicalrelid is null) \gexec
commit;
