-- why: all processes together send no faster than the mail server allows, addresses that bounced or complained get no
-- more emails, and reports of bounces and complaints are read once each
-- The one row says until when the rate is used up by emails already handed over.
create table email_pace (
  is_only boolean primary key default true check (is_only),
  used_until timestamptz not null
);
insert into email_pace (used_until) values (now());

-- Rows aren't deleted, so that each address keeps its ID and history.
create table suppressed_addresses (
  id bigint generated always as identity primary key,
  address text not null unique check (address = lower(address)),
  source text not null check (source in ('bounced', 'complained', 'added')),
  -- the mail server's words, or those of staff
  reason text not null,
  since timestamptz not null,
  -- null if a report added it
  added_by bigint references users (id),
  removed_at timestamptz
);
create index suppressed_addresses_listed on suppressed_addresses (since desc, id desc) where removed_at is null;
create index history_suppressed_addresses on history (id desc) where subject_type = 'suppressed_address';

-- The IDs of reports that were read, so that a repeated one changes nothing.
create table email_events (
  id text primary key,
  received_at timestamptz not null
);
create index email_events_age on email_events (received_at);

-- the progress of emails that one change caused, and the figures of the last 30 days
drop index emails_of_change;
create index emails_of_change on emails (change_id, state) where change_id is not null;
create index emails_by_day on emails ((coalesce(sent_at, send_at)));
create index changes_composed_emails on changes (id desc) where kind = 'emails_composed';
