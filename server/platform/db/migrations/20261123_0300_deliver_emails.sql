-- Emails are delivered now, and staff see each one with its text and what became of it.
alter table outbox rename to emails;
alter table emails rename constraint outbox_pkey to emails_pkey;
alter table emails rename constraint outbox_school_id_fkey to emails_school_id_fkey;
alter table emails rename constraint outbox_link_of_fkey to emails_link_of_fkey;
alter table emails rename constraint outbox_body_where_no_link to emails_body_where_no_link;
alter table emails rename constraint outbox_link_gone_once_sent to emails_link_gone_once_sent;
alter table emails rename constraint outbox_link_has_end to emails_link_has_end;
alter table emails rename constraint outbox_seals_links_only to emails_seals_links_only;
alter index outbox_links rename to emails_links;

alter table emails
  add column state text not null default 'queued' check (state in
    ('queued', 'sending', 'sent', 'failed', 'bounced', 'suppressed', 'uncertain', 'canceled')),
  -- the mail server's words, or ours
  add column error text,
  -- where a sent email went: to the mail server, or only to the mailbox inside Shipmate
  add column via text check (via in ('smtp', 'mailbox')),
  -- not sent before this time: a delay, a schedule or the pause before another attempt
  add column send_at timestamptz,
  add column attempts integer not null default 0,
  -- since when a process has been sending it
  add column claimed_at timestamptz,
  add column message_id text unique,
  add column student_period_id bigint references student_periods (id),
  -- the change that caused it, and the user who made that change
  add column change_id bigint references changes (id),
  add column sender_id bigint references users (id),
  add column resend_of bigint references emails (id),
  add constraint emails_claimed_while_sending check ((state = 'sending') = (claimed_at is not null)),
  add constraint emails_sent_has_time check ((state in ('sent', 'bounced')) <= (sent_at is not null and via is not null));

-- What was queued before anything could be sent is no longer news. Staff can send it again.
update emails set send_at = created_at, state = 'canceled', body_cipher = null,
  error = 'Queued before Shipmate could send emails.'
where sent_at is null;
update emails set send_at = created_at where send_at is null;
alter table emails alter column send_at set not null;

create index emails_due on emails (send_at, id) where state = 'queued';
create index emails_sending on emails (claimed_at) where state = 'sending';
create index emails_of_student on emails (student_id, id desc);
create index emails_of_change on emails (change_id) where state = 'queued';
