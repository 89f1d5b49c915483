-- why: whoever read the database could set the password of whoever had asked for a link. The text of a mail that carries
-- one is encrypted, and gone once it was delivered, its link was used or replaced, or has run out. Links that older
-- versions left readable are gone with this: nothing had sent them, and whoever waits for one asks again.
alter table outbox
  alter column body drop not null,
  add column body_cipher bytea,
  -- whose link it is, and until when it is good
  add column link_of bigint references users (id),
  add column link_expires_at timestamptz;
update outbox set body = null where kind in ('reset_link', 'invite');
alter table outbox
  add constraint outbox_body_where_no_link check ((kind in ('reset_link', 'invite')) = (body is null)),
  add constraint outbox_seals_links_only check (body_cipher is null or body is null),
  add constraint outbox_link_gone_once_sent check (sent_at is null or body_cipher is null),
  add constraint outbox_link_has_end check (body_cipher is null or (link_of is not null and link_expires_at is not null));
create index outbox_links on outbox (link_of) where body_cipher is not null;
