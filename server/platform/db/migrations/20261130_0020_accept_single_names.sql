-- why: some people have one name. It stands in the last name; a first name that was asked for anyway made offices enter “.” or
-- “FNU”, which then went to insurance companies.

alter table students alter column first_name set default '',
  drop constraint students_first_name_check,
  add constraint students_first_name_check check (length(first_name) <= 100);
alter table dependents alter column first_name set default '',
  add constraint dependents_first_name_check check (length(first_name) <= 100);
