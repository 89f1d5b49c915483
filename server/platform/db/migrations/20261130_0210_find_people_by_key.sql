-- why: a roster's new rows are compared with the students of the same birth date. Where many share one (01/01/2000 for “not known”),
-- every row read them all. The key finds those with the name, in either order; the names themselves are compared afterwards.

create function shipmate_person_key(last text, first text) returns text
language sql immutable parallel safe
as $$
  select least(one, other) || ' ' || greatest(one, other) from (
    select regexp_replace(public.shipmate_fold(last), '[^a-z0-9]+', '', 'g') collate "C",
      regexp_replace(public.shipmate_fold(first), '[^a-z0-9]+', '', 'g') collate "C") as names(one, other)
$$;

create index students_person on students (dob, shipmate_person_key(last_name, first_name)) where deleted_at is null;
create index students_former_person on students (dob, shipmate_person_key(prior_last_name, first_name))
  where deleted_at is null and prior_last_name is not null;
