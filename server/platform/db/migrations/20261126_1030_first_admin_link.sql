-- why: the link for the first admin also asks for their name and signs them in, which an invitation doesn’t
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('reset', 'invite', 'email', 'first_admin'));
