-- why: an error that says that an SSN is taken tells whoever may not see SSNs that they guessed one. An SSN that another
-- student of the school has is saved all the same, held until a Shipmate Admin settles whose it is; nothing shows it to
-- anyone else. The trigger decides for every statement that writes an SSN or restores a student.

alter table students add column ssn_is_held boolean not null default false;

drop index students_ssn_key;
create unique index students_ssn_key on students (ssn_index, school_id) where deleted_at is null and not ssn_is_held;
create index students_held_ssns on students (school_id) where deleted_at is null and ssn_is_held;

create function students_hold_shared_ssn() returns trigger language plpgsql as $$
begin
  -- the index alone finds it; the school is checked behind the fence, as in imports
  new.ssn_is_held := new.ssn_index is not null and new.deleted_at is null and exists (
    select from (
      select id, school_id from students
      where ssn_index = new.ssn_index and deleted_at is null and not ssn_is_held offset 0
    ) other
    where other.school_id = new.school_id and other.id <> new.id
  );
  return new;
end $$;

create trigger students_hold_shared_ssn_of_new before insert on students
  for each row when (new.ssn_index is not null) execute function students_hold_shared_ssn();

create trigger students_hold_shared_ssn before update of ssn_index, deleted_at on students
  for each row when (
    new.ssn_is_held or old.ssn_index is distinct from new.ssn_index or old.deleted_at is distinct from new.deleted_at
  ) execute function students_hold_shared_ssn();
