-- why: a link works only while its user has the address it was sent to, whoever changed the address and how.

alter table one_time_tokens add column sent_to text;

update one_time_tokens set sent_to =
  (select case purpose when 'email' then pending_email else email end from users where users.id = user_id);

delete from one_time_tokens where sent_to is null;
alter table one_time_tokens alter column sent_to set not null;
