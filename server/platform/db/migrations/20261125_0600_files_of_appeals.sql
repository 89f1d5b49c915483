-- why: staff who decide an appeal see which files came with it, apart from those of the form.
alter table form_files
  add column is_of_appeal boolean not null default false,
  add constraint form_files_of_appeal check (not is_of_appeal or submission_id is not null);
