-- why: admins manage users, and everyone changes their own address, which counts only once it is confirmed

alter table users
  -- sessions are deleted when they end, so the last activity is kept here, to within 5 minutes
  add column last_seen_at timestamptz,
  add column pending_email text check (pending_email = lower(pending_email) and length(pending_email) <= 254);
update users set last_seen_at = (select max(last_seen_at) from sessions where sessions.user_id = users.id);

-- 'email' confirms the pending address of its user
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('reset', 'invite', 'email'));

-- an email with a link is stored encrypted
alter table emails drop constraint emails_body_where_no_link;
alter table emails add constraint emails_body_where_no_link
  check ((kind in ('reset_link', 'invite', 'email_change')) = (body is null));

-- the email with the link is the same at every school
insert into email_templates (kind) values ('email_change');
