-- why: staff match the forms that the intake couldn't, so that they can be decided.
alter table form_submissions
  drop constraint form_submissions_match_method_check,
  add constraint form_submissions_match_method_check
    check (match_method in ('sid_and_birth_date', 'sid_and_last_name', 'name_and_birth_date', 'staff'));
