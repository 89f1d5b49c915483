-- why: an email about a form links to that form. Its token is made when the email is delivered, so that no stored text has it.
alter table emails
  add column form_submission_id bigint,
  add constraint emails_form_has_school check (form_submission_id is null or school_id is not null),
  add foreign key (form_submission_id, school_id) references form_submissions (id, school_id);
comment on column emails.form_submission_id is 'The form that the links of this email open.';
create index emails_form on emails (form_submission_id) where form_submission_id is not null;
