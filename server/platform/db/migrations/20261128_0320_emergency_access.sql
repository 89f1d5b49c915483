-- why: if no admin can sign in the usual way, a code kept in a safe opens one session of 60 minutes (45 CFR
-- 164.312(a)(2)(ii)). It needs a reason, and everything done in it carries its number.

create table emergency_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- of the normalized code; 125 random bits need no slow hash
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz
);
-- a newer code replaces the one before
create unique index emergency_codes_open on emergency_codes (user_id) where used_at is null and replaced_at is null;

create table emergency_sign_ins (
  id bigint generated always as identity primary key,
  code_id bigint not null unique references emergency_codes (id),
  user_id bigint not null references users (id),
  reason text not null check (length(reason) between 1 and 500),
  address text,
  started_at timestamptz not null,
  ends_at timestamptz not null
);
create trigger emergency_sign_ins_append_only before update or delete or truncate on emergency_sign_ins
  for each statement execute function shipmate_refuse_change();
do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on emergency_sign_ins from shipmate_app;
  end if;
end
$$;

alter table sessions add column emergency_id bigint references emergency_sign_ins (id);

alter table access_log add column emergency_id bigint references emergency_sign_ins (id);
alter table changes add column emergency_id bigint references emergency_sign_ins (id);
create index access_log_emergency on access_log (emergency_id, at desc, id desc) where emergency_id is not null;
create index changes_emergency on changes (emergency_id, id desc) where emergency_id is not null;

alter table access_log drop constraint access_log_action_check;
alter table access_log add constraint access_log_action_check check (action in
  ('view', 'download', 'export', 'reveal', 'login', 'login_failed', 'logout', 'refused', 'emergency'));

-- The number is part of what is sealed. Entries without one read as before, so their seals stay valid.
create or replace function shipmate_access_text(entry access_log) returns text
language sql stable
as $$
  select (jsonb_build_array(
    entry.id, extract(epoch from entry.at)::text, entry.actor_id, entry.action, entry.outcome, entry.subject_type,
    entry.subject_id, entry.school_id, entry.student_id, entry.detail, entry.address, entry.request_id,
    entry.transaction_id::text)
    || case when entry.emergency_id is null then '[]'::jsonb else jsonb_build_array(entry.emergency_id) end)::text
$$;

insert into email_templates (kind) values ('emergency_access');
