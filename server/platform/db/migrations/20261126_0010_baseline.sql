-- why: the first schema. The migrations before it never reached a user, so it replaces them; from here on, forward only.
-- Each table and function has its reason in the catalog (comment on), from where schema.sql takes it.
--
-- The rows of a school have it in every key, after what is looked up: a row can point only at rows of its school, and a database
-- that is split by school keeps each school’s rows together (docs/decisions/22-schools-and-rights.md). What
-- is unique over all schools says so.

-- ## Text: one collation and one folding for every list, search and filter.

create extension if not exists pg_trgm;

-- numbers in texts sort as numbers (‘item2’ before ‘item10’); accents and capitals only break ties
create collation shipmate_text (provider = icu, locale = 'und-u-kn-true');

create function shipmate_fold_any(value text) returns text
language sql immutable strict parallel safe
as $$
  select translate(
    replace(replace(replace(replace(replace(lower(regexp_replace(
      normalize(value, nfkd), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"),
      'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'), 'ŋ', 'ng'),
    'łøđðıəɛɔħŧ‘’ʻʼ‐‑–', 'loddieeoht''''''''---')
$$;
comment on function shipmate_fold_any(text) is
  'Folds text that has more than ASCII: no marks, and the letters and apostrophes that NFKD leaves are mapped.';

create function shipmate_fold(value text) returns text
language sql immutable parallel safe
as $$
  select case
    when octet_length(value) = length(value) then lower(value collate "C")
    else public.shipmate_fold_any(value) collate "C"
  end
$$;
comment on function shipmate_fold(text) is
  'Text as people search it. Not strict, or the planner doesn’t inline it: a filter over 20,000 rows takes 5 ms, not 40.';

create function shipmate_sid_key_any(sid text) returns text
language sql immutable strict parallel safe
as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    public.shipmate_fold(sid),
    '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"''`]', '', 'g'),
    '^=', ''), '^([0-9]+)[.]0+$', '\1'), '^0+([0-9]+)$', '\1') collate "C"
$$;
comment on function shipmate_sid_key_any(text) is
  'The key of a student ID that has more than letters, digits and hyphens, or leading zeros.';

create function shipmate_sid_key(sid text) returns text
language sql immutable parallel safe
as $$
  select case
    when sid collate "C" ~ '^[1-9][0-9]*$' then sid collate "C"
    when sid collate "C" ~ '^[A-Za-z][A-Za-z0-9-]*$' then lower(sid collate "C")
    else public.shipmate_sid_key_any(sid) collate "C"
  end
$$;
comment on function shipmate_sid_key(text) is
  'Rosters change zeros, capitals and invisible characters of student IDs: these are equal here, as in the contract’s sidKey.';

create function shipmate_person_key(last text, first text) returns text
language sql immutable parallel safe
as $$
  select least(one, other) || ' ' || greatest(one, other) from (
    select regexp_replace(public.shipmate_fold(last), '[^a-z0-9]+', '', 'g') collate "C",
      regexp_replace(public.shipmate_fold(first), '[^a-z0-9]+', '', 'g') collate "C") as names(one, other)
$$;
comment on function shipmate_person_key(text, text) is
  'Finds people by their two names in either order; the names are compared afterwards.';

create function shipmate_refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'The table % is append-only.', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
comment on function shipmate_refuse_change() is
  'Append-only tables refuse changes from everyone, their owner included.';

-- ## Schools and users: tenants, who has access to them, and how they sign in.

create table schools (
  id bigint generated always as identity primary key,
  name text collate shipmate_text not null check (length(name) between 1 and 200),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  time_zone text not null default 'America/New_York',
  logo_url text,
  is_demo boolean not null default false,
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  address_1 text,
  address_2 text,
  city text,
  state text check (state ~ '^[A-Z]{2}$'),
  zip text,
  phone text,
  website text,
  contacts jsonb not null default '[]' check (jsonb_typeof(contacts) = 'array'),
  deadlines_contact jsonb not null default '{"name": null, "email": null, "phone": null}'
    check (jsonb_typeof(deadlines_contact) = 'object'),
  -- null: no one has chosen
  colors jsonb,
  -- apart from `version`, so that choosing colors and editing the address don’t conflict
  colors_version integer not null default 1,
  -- null: the defaults (contract/mail/email-delivery/settings.ts)
  email_settings jsonb,
  email_settings_version integer not null default 1
);
comment on table schools is 'A tenant: the students of one university, and everything about them, belong to it.';
create unique index schools_name_key on schools (shipmate_fold(name)) where archived_at is null;
create unique index schools_slug_key on schools (slug) where archived_at is null;

create table users (
  id bigint generated always as identity primary key,
  first_name text collate shipmate_text not null check (length(first_name) between 1 and 100),
  last_name text collate shipmate_text not null check (length(last_name) between 1 and 100),
  email text not null check (email = lower(email) and length(email) <= 254),
  permission text not null check (permission in ('shipmate_admin', 'school_admin')),
  password_hash text,
  -- AES-256-GCM; the record names the key
  two_factor_secret bytea,
  two_factor_recovery_codes bytea,
  two_factor_confirmed_at timestamptz,
  -- the 30-second step of the last code that was used: each works once
  two_factor_last_step bigint,
  is_demo boolean not null default false,
  disabled_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- sessions are deleted when they end, so the last activity is kept here, to within 5 minutes
  last_seen_at timestamptz,
  -- counts once it’s confirmed
  pending_email text check (pending_email = lower(pending_email) and length(pending_email) <= 254),
  -- the account of a token: it has no password, and isn’t a person
  is_service boolean not null default false
);
comment on table users is 'Who can sign in. Removed users stay, because the history names them.';
create unique index users_email_key on users (email) where deleted_at is null;

create table user_schools (
  user_id bigint not null references users (id) on delete cascade,
  school_id bigint not null references schools (id),
  primary key (user_id, school_id)
);
comment on table user_schools is 'The schools that a school admin has access to.';

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
comment on table emergency_codes is
  'If no admin can sign in the usual way, a code kept in a safe opens one session of 60 minutes (45 CFR 164.312(a)(2)(ii)).';
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
comment on table emergency_sign_ins is
  'The use of an emergency code, with its reason; everything done in it carries its number.';
create trigger emergency_sign_ins_append_only before update or delete or truncate on emergency_sign_ins
  for each statement execute function shipmate_refuse_change();

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users (id) on delete cascade,
  remember boolean not null default false,
  password_confirmed_at timestamptz,
  address text,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- for adding a passkey; used once
  passkey_challenge text,
  passkey_challenge_at timestamptz,
  -- the school’s identity provider said that it asked for a second factor
  provider_factor boolean not null default false,
  emergency_id bigint references emergency_sign_ins (id),
  check ((passkey_challenge is null) = (passkey_challenge_at is null))
);
comment on table sessions is 'Signed-in browsers. The token is in the cookie; here is only its hash.';
create index sessions_expiry on sessions (expires_at);
create index sessions_user on sessions (user_id);

create table pending_logins (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  -- null: someone signs in with a passkey, which tells who they are
  user_id bigint references users (id) on delete cascade,
  remember boolean not null default false,
  failures integer not null default 0,
  created_at timestamptz not null,
  passkey_challenge text,
  passkey_challenge_at timestamptz,
  check ((passkey_challenge is null) = (passkey_challenge_at is null)),
  check (user_id is not null or passkey_challenge is not null)
);
comment on table pending_logins is 'A sign-in whose second factor is still missing, or one that begins with a passkey.';

create table one_time_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('reset', 'invite', 'email')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- a link works only while its user has the address that it was sent to
  sent_to text not null
);
comment on table one_time_tokens is
  'Links that work once: reset (60 minutes), invite (7 days), confirmation of an email address.';
create unique index one_time_tokens_open on one_time_tokens (user_id, purpose) where used_at is null;

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- chosen by the authenticator, unique everywhere
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- in COSE form
  public_key bytea not null,
  -- the last one seen; 0 if the authenticator doesn’t count
  signature_count bigint not null check (signature_count >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz
);
comment on table passkeys is
  'Passkeys (WebAuthn): the second factor after the password, or with user verification a sign-in without one.';
create index passkeys_user on passkeys (user_id);

create table sign_in_settings (
  school_id bigint primary key references schools (id),
  requires_two_factor boolean not null default false,
  sign_on_is_on boolean not null default false,
  -- the application refuses http, except for hosts in OUTBOUND_PRIVATE_HOSTS
  issuer text check (issuer ~ '^https?://' and length(issuer) <= 500),
  client_id text check (length(client_id) between 1 and 200),
  -- the client secret, encrypted
  secret_cipher bytea,
  version integer not null default 1,
  check (not sign_on_is_on or num_nulls(issuer, client_id, secret_cipher) = 0)
);
comment on table sign_in_settings is
  'A school can require two-factor authentication, and let its admins sign in at its identity provider (OpenID Connect).';

create table sign_on_ties (
  id bigint generated always as identity,
  school_id bigint not null references schools (id),
  user_id bigint not null references users (id) on delete cascade,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  created_at timestamptz not null,
  primary key (id, school_id),
  unique (school_id, issuer, subject),
  unique (school_id, issuer, user_id)
);
comment on table sign_on_ties is
  'Issuer and subject tie an account at the identity provider to a user; the email address only finds it the first time.';

create table sign_on_attempts (
  id bigint generated always as identity,
  school_id bigint not null references schools (id),
  -- of the cookie of the browser that started it; unique over all schools, because the browser brings nothing else
  token_hash bytea not null unique,
  -- state, nonce and code verifier, encrypted
  cipher bytea not null,
  created_at timestamptz not null,
  primary key (id, school_id)
);
comment on table sign_on_attempts is
  'A sign-in between our page and the provider’s. Deleted when it comes back, whatever the result.';
create index sign_on_attempts_created on sign_on_attempts (created_at);

create table api_tokens (
  id bigint generated always as identity,
  school_id bigint not null references schools (id),
  -- unique over all schools, as the user is
  user_id bigint not null unique references users (id),
  name text not null check (length(name) between 1 and 100),
  access text not null check (access in ('read', 'write')),
  -- unique over all schools: a call has only the token
  token_hash bytea not null unique,
  hint text not null,
  created_by_id bigint not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (id, school_id)
);
comment on table api_tokens is
  'A school’s systems call the API with a token for this school. It acts as its own user, so that the history can name it.';
create index api_tokens_school on api_tokens (school_id, id desc);

create table drafts (
  user_id bigint not null references users (id) on delete cascade,
  -- which form of which record, such as period-about:70
  form text not null check (length(form) between 1 and 100),
  -- AES-256-GCM, the record names the key: it can hold what a student’s record holds
  content bytea not null check (length(content) <= 200000),
  saved_at timestamptz not null,
  primary key (user_id, form)
);
comment on table drafts is
  'What someone typed into a form and hasn’t saved outlives a reload and the end of the session.';
create index drafts_age on drafts (saved_at);

create table user_preferences (
  user_id bigint not null references users (id) on delete cascade,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (user_id, key)
);
comment on table user_preferences is 'How someone set up their tables. The last write counts: no one else writes it.';

create table throttles (
  key text primary key,
  started_at timestamptz not null,
  hits integer not null
);
comment on table throttles is 'Fixed windows of failures, shared by all server processes.';

create table idempotency_keys (
  user_id bigint not null references users (id) on delete cascade,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  change_id bigint,
  reply jsonb,
  created_at timestamptz not null,
  -- what the user could see: the response is repeated only if they still can
  permission text not null,
  school_ids bigint[] not null,
  primary key (user_id, key)
);
comment on table idempotency_keys is
  'First responses to POSTs, given again for 24 hours, so that a repeated call does nothing twice.';

create table key_fingerprints (
  -- ‘index’, ‘token’, or ‘encryption:’ and the number of the key
  name text primary key,
  fingerprint bytea not null,
  recorded_at timestamptz not null default now()
);
comment on table key_fingerprints is
  'Each encryption key leaves a fingerprint when it’s first used: a start with other keys, which would find no SSN, is refused.';

-- ## History: who changed what, who saw what, and the seals that show whether someone altered it.

create table changes (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint references users (id),
  cause text not null check (cause in ('person', 'import', 'bulk', 'system', 'student', 'undo')),
  kind text not null,
  school_id bigint references schools (id),
  -- the change that this one undoes
  undoes_change_id bigint unique references changes (id),
  -- whether the answer named it (X-Change-Id, or an import’s change_id): nothing else is undone
  is_undoable boolean not null default false,
  -- from where and by which request; empty for what jobs do
  address text,
  request_id text,
  emergency_id bigint references emergency_sign_ins (id)
);
comment on table changes is
  'One act of a person, a job or a file; its entries in the history say what became of each record.';
create index changes_actor on changes (actor_id, id desc) where actor_id is not null;
-- product admins read all changes as one list, newest first; each filter reads one range of an index
create index changes_at on changes (at, id);
create index changes_composed_emails on changes (id desc) where kind = 'emails_composed';
create index changes_emergency on changes (emergency_id, id desc) where emergency_id is not null;
create trigger changes_append_only before update or delete or truncate on changes
  for each statement execute function shipmate_refuse_change();

create table history (
  id bigint generated always as identity primary key,
  change_id bigint not null references changes (id),
  at timestamptz not null,
  actor_id bigint,
  cause text not null check (cause in ('person', 'import', 'bulk', 'system', 'student', 'undo')),
  subject_type text not null,
  subject_id bigint not null,
  school_id bigint,
  student_id bigint,
  student_period_id bigint,
  kind text not null,
  reason text,
  changes jsonb not null,
  -- part of what is sealed
  transaction_id xid8 not null default pg_current_xact_id()
);
comment on table history is
  'What became of each record. Its school is its record’s, and who acted is checked in the change: references would slow imports.';
-- the first entries of a change
create index history_change_entries on history (change_id, id);
-- the changes of a school
create index history_school_changes on history (school_id, change_id desc) where school_id is not null;
-- a school’s history includes its files
create index history_school_files on history (school_id, id desc) where subject_type = 'school_file';
-- the history of a school’s setup is read by school or period
create index history_setup on history (subject_type, subject_id, id desc)
  where subject_type in ('school', 'period', 'insurance_company');
create index history_student on history (student_id, id desc) where student_id is not null;
create index history_student_period on history (student_period_id, id desc) where student_period_id is not null;
create index history_suppressed_addresses on history (id desc) where subject_type = 'suppressed_address';
create trigger history_append_only before update or delete or truncate on history
  for each statement execute function shipmate_refuse_change();

create function shipmate_history_text(entry history) returns text
language sql stable
as $$
  select jsonb_build_array(
    entry.id, entry.change_id, extract(epoch from entry.at)::text, entry.actor_id, entry.cause,
    entry.subject_type, entry.subject_id, entry.school_id, entry.student_id, entry.student_period_id,
    entry.kind, entry.reason, entry.changes, entry.transaction_id::text)::text
$$;
comment on function shipmate_history_text(history) is
  'What is hashed of an entry of the history: all of it, in one spelling.';

create table history_seals (
  position bigint primary key,
  entry_id bigint not null unique,
  previous_hash bytea not null,
  hash bytea not null
);
comment on table history_seals is
  'The chain over the history: each hash includes the one before, so no entry can be altered unnoticed. Positions have no gaps.';
create trigger history_seals_append_only before update or delete or truncate on history_seals
  for each statement execute function shipmate_refuse_change();

create table access_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint references users (id),
  action text not null
    check (action in ('view', 'download', 'export', 'reveal', 'login', 'login_failed', 'logout', 'refused',
      'emergency')),
  outcome text not null default 'allowed' check (outcome in ('allowed', 'refused')),
  subject_type text,
  subject_id bigint,
  school_id bigint,
  student_id bigint,
  detail text,
  address text,
  request_id text not null,
  -- part of what is sealed
  transaction_id xid8 not null default pg_current_xact_id(),
  -- everything done in an emergency sign-in carries its number
  emergency_id bigint references emergency_sign_ins (id),
  -- how many equal refusals in a minute the row counts
  times integer not null default 1 check (times > 0)
);
comment on table access_log is
  'Who saw, downloaded, exported or signed in, and what was refused; equal refusals of a minute are one row with a count.';
-- product admins read the log as one list, newest first; each filter reads one range of an index
create index access_log_action on access_log (action, at desc, id desc);
create index access_log_actor_action on access_log (actor_id, action, at desc, id desc) where actor_id is not null;
-- the downloads of bursar files, by batch
create index access_log_bursar_batches on access_log (subject_id) where subject_type = 'bursar_batch';
-- downloads of a file, and the disclosures of a student
create index access_log_carrier_files on access_log (subject_id) where subject_type = 'carrier_file';
create index access_log_emergency on access_log (emergency_id, at desc, id desc) where emergency_id is not null;
create index access_log_exports on access_log (subject_id) where subject_type = 'export';
-- someone who fails to sign in isn’t an actor yet
create index access_log_failed_sign_ins on access_log (subject_id, at desc, id desc) where action = 'login_failed';
create index access_log_school_action on access_log (school_id, action, at desc, id desc) where school_id is not null;
create index access_log_student on access_log (student_id, id desc) where student_id is not null;
create trigger access_log_append_only before update or delete or truncate on access_log
  for each statement execute function shipmate_refuse_change();

create function shipmate_access_text(entry access_log) returns text
language sql stable
as $$
  select (jsonb_build_array(
    entry.id, extract(epoch from entry.at)::text, entry.actor_id, entry.action, entry.outcome, entry.subject_type,
    entry.subject_id, entry.school_id, entry.student_id, entry.detail, entry.address, entry.request_id,
    entry.transaction_id::text)
    || case when entry.emergency_id is null then '[]'::jsonb else jsonb_build_array(entry.emergency_id) end
    || case when entry.times = 1 then '[]'::jsonb else jsonb_build_array(jsonb_build_object('times', entry.times)) end)::text
$$;
comment on function shipmate_access_text(access_log) is
  'What is hashed of an entry of the access log: all of it, in one spelling.';

create table access_seals (
  position bigint primary key,
  entry_id bigint not null unique,
  previous_hash bytea not null,
  hash bytea not null
);
comment on table access_seals is 'The chain over the access log, like that of the history.';
create trigger access_seals_append_only before update or delete or truncate on access_seals
  for each statement execute function shipmate_refuse_change();

create table unsealed_entries (
  log text not null check (log in ('history', 'access_log')),
  entry_id bigint not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (log, entry_id)
);
comment on table unsealed_entries is
  'New entries wait here until they’re sealed: seals follow the order of commits, also after a restore into another cluster.';

-- names its table in full: a restore runs without a search path
create function shipmate_list_unsealed() returns trigger
language plpgsql
as $$
begin
  insert into public.unsealed_entries (log, entry_id) select tg_table_name, id from added on conflict do nothing;
  return null;
end
$$;
comment on function shipmate_list_unsealed() is
  'Lists the new entries of a log, so that they’re sealed after their commit.';
create trigger history_list_unsealed after insert on history
  referencing new table as added for each statement execute function shipmate_list_unsealed();
create trigger access_log_list_unsealed after insert on access_log
  referencing new table as added for each statement execute function shipmate_list_unsealed();

create function shipmate_seal(log text, many integer) returns integer
language plpgsql
as $$
declare
  -- the names of a log's seals, of the function that writes an entry as text, and of its lock
  seals text := case log when 'history' then 'history_seals' when 'access_log' then 'access_seals' end;
  text_of text := case log when 'history' then 'shipmate_history_text' else 'shipmate_access_text' end;
  lock_name text := case log when 'history' then 'shipmate_seal_history' else 'shipmate_seal_accesses' end;
  entry record;
  last_hash bytea := '\x';
  last_position bigint := 0;
  last_seal record;
  next_hash bytea;
  sealed integer := 0;
begin
  if seals is null then
    raise exception 'There is no log %.', log;
  end if;
  if not pg_try_advisory_xact_lock(hashtext(lock_name)) then
    return 0;
  end if;
  for last_seal in execute format('select hash, position from %I order by position desc limit 1', seals)
  loop
    last_hash := last_seal.hash;
    last_position := last_seal.position;
  end loop;
  for entry in execute format(
    'with listed as (
       delete from unsealed_entries one where one.log = $1 and one.entry_id in (
         select two.entry_id from unsealed_entries two where two.log = $1 order by two.entry_id limit $2)
       returning one.entry_id)
     select one.id, %I(one) as content from %I one join listed on listed.entry_id = one.id
     where not exists (select from %I seal where seal.entry_id = one.id)
     order by one.id', text_of, log, seals)
    using log, many
  loop
    next_hash := sha256(last_hash || convert_to(entry.content, 'UTF8'));
    last_position := last_position + 1;
    execute format('insert into %I (position, entry_id, previous_hash, hash) values ($1, $2, $3, $4)', seals)
      using last_position, entry.id, last_hash, next_hash;
    last_hash := next_hash;
    sealed := sealed + 1;
  end loop;
  return sealed;
end
$$;
comment on function shipmate_seal(text, integer) is
  'Seals up to `many` listed entries of a log and returns how many. What commits later is sealed later; one process at a time.';

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  author_id bigint references users (id),
  school_id bigint references schools (id),
  -- what was asked for, as it came
  ask jsonb not null,
  done integer not null default 0,
  total integer not null default 0,
  message text,
  change_id bigint references changes (id),
  result jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- when its author saw that it ended, on whichever page
  told_at timestamptz,
  constraint jobs_told_when_over check (told_at is null or state in ('done', 'failed'))
);
comment on table jobs is
  'Long work that survives a restart; its author can leave, come back, and is told when it ended.';
-- whether a job is undoing a change already
create index jobs_open_undos on jobs (((ask->>'change_id')::bigint))
  where kind = 'undo-change' and state in ('queued', 'running');
-- asked on every page: what ended and its author wasn’t told
create index jobs_untold_of_author on jobs (author_id, id desc) where told_at is null;
-- the latest check of a policy year’s links to other sites; its result is an open issue of the setup
create index jobs_link_checks on jobs (((ask->>'period_id')::bigint), id desc) where kind = 'check-links';

create function shipmate_enqueue(task text, payload json, priority integer) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(task, payload, priority => priority, max_attempts => 5)
$$;
comment on function shipmate_enqueue(text, json, integer) is
  'Only their owner can write the queue’s tables (row security). The application adds jobs with this, in its transaction.';

-- ## Periods: the policy years of a school and how they’re set up.

create table periods (
  id bigint generated always as identity,
  school_id bigint not null references schools (id),
  name text collate shipmate_text not null check (length(name) between 1 and 100),
  starts_on date not null,
  ends_on date not null,
  state text not null default 'draft' check (state in ('draft', 'open', 'closed')),
  waiver_deadline_on date,
  medical_offered boolean not null default true,
  dental_offered boolean not null default true,
  vision_offered boolean not null default true,
  medical_is_voluntary boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- the comparison and the premium check use this period, not the one before by date
  copied_from_period_id bigint,
  -- the order in which staff put them; one without a position comes first, the latest start on top
  position integer,
  primary key (id, school_id),
  foreign key (copied_from_period_id, school_id) references periods (id, school_id),
  constraint periods_dates_check check (starts_on < ends_on)
);
comment on table periods is 'A policy year of a school.';
create index periods_school_dates on periods (school_id, starts_on);
create unique index periods_school_name_key on periods (school_id, shipmate_fold(name)) where deleted_at is null;

create table period_documents (
  school_id bigint not null,
  period_id bigint not null,
  kind text not null check (length(kind) between 1 and 60),
  content jsonb not null,
  version integer not null default 1 check (version > 0),
  updated_at timestamptz not null,
  updated_by bigint references users (id),
  primary key (period_id, kind, school_id),
  foreign key (period_id, school_id) references periods (id, school_id)
);
comment on table period_documents is 'A part of a policy year’s setup, read and replaced as a whole.';
create index period_documents_school on period_documents (school_id, period_id);

create table period_publications (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  kind text not null check (length(kind) between 1 and 60),
  number integer not null check (number > 0),
  version integer not null check (version > 0),
  content jsonb not null,
  published_at timestamptz not null,
  published_by bigint references users (id),
  primary key (id, school_id),
  unique (period_id, kind, number, school_id),
  foreign key (period_id, school_id) references periods (id, school_id)
);
comment on table period_publications is
  'What was published stays as it was, so that a decision made by it can be explained later.';
create index period_publications_school on period_publications (school_id, period_id);

create table period_pages (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  -- what the menu knows the page by, also in a copy of the period
  key text not null check (key ~ '^[a-z0-9-]{1,40}$'),
  title text not null check (length(title) between 1 and 160),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  body text not null default '',
  published boolean not null default false,
  position integer not null check (position > 0),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by bigint references users (id),
  deleted_at timestamptz,
  primary key (id, school_id),
  unique (period_id, key, school_id),
  foreign key (period_id, school_id) references periods (id, school_id)
);
comment on table period_pages is 'Pages that a school writes for its student site, in the order it chose.';
create index period_pages_school on period_pages (school_id, period_id);
create unique index period_pages_slug on period_pages (period_id, slug, school_id) where deleted_at is null;

create table school_files (
  id bigint generated always as identity,
  school_id bigint not null references schools (id),
  kind text not null check (kind in ('logo', 'image', 'file')),
  -- random, because everyone who knows it can read the file; unique over all schools, because its address has only this
  public_name text not null unique check (public_name ~ '^[0-9a-f]{32}\.[a-z]{3,4}$'),
  name text collate shipmate_text not null check (length(name) between 1 and 200),
  alt text not null default '' check (length(alt) <= 300),
  media_type text not null,
  -- bytes as kept: an SVG is cleaned first
  size bigint not null check (size > 0),
  sha256 bytea not null,
  width integer check (width > 0),
  height integer check (height > 0),
  -- the name of the content in the file layer, unique over all schools; kept of removed files, which can be restored
  stored_name text not null unique,
  author_id bigint references users (id),
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (id, school_id)
);
comment on table school_files is
  'Logos, pictures and files of a school’s site, which everyone can read under random names.';
create index school_files_school on school_files (school_id, created_at desc) include (size);

-- ## Records: students, their enrollment in a policy year, and what staff attach to them.

create table insurance_companies (
  id bigint generated always as identity primary key,
  name text collate shipmate_text not null check (length(name) between 1 and 200),
  aliases text[] not null default '{}' check (array_position(aliases, null) is null),
  is_electronic boolean not null default false,
  phone text,
  member_id_pattern text check (length(member_id_pattern) between 1 and 200),
  member_id_hint text,
  age_out_rule text not null default 'end_of_birth_month'
    check (age_out_rule in ('day_before_birthday', 'end_of_birth_month', 'end_of_year', 'none', 'unknown')),
  is_health_sharing boolean not null default false,
  is_short_term boolean not null default false,
  is_foreign boolean not null default false,
  medicaid_state text check (medicaid_state ~ '^[A-Z]{2}$'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  medical_payer_ids text[] not null default '{}',
  dental_payer_ids text[] not null default '{}',
  vision_payer_ids text[] not null default '{}',
  website text,
  address_1 text,
  address_2 text,
  city text,
  state text check (state ~ '^[A-Z]{2}$'),
  zip text,
  age_out_age integer not null default 26 check (age_out_age between 18 and 99),
  constraint insurance_companies_payer_ids_check
    check (array_position(medical_payer_ids || dental_payer_ids || vision_payer_ids, null) is null)
);
comment on table insurance_companies is
  'Insurance companies of all schools: payer IDs, format of member IDs, end of coverage by age, kinds of plans.';
create unique index insurance_companies_name_key on insurance_companies (shipmate_fold(name)) where deleted_at is null;

-- the same list as the contract’s; a test compares them
create domain coverage_status as text check (value in (
  'not_started', 'exempt', 'loa', 'enrollment_submitted', 'enrollment_utp', 'enrolled', 'enrolled_eoc',
  'enrolled_waiver_submitted', 'enrolled_waiver_utp', 'enrolled_ech', 'enrolled_esp', 'enrolled_espch',
  'enrolled_espch2', 'enrolled_efam', 'waiver_submitted', 'waiver_utp', 'waived', 'waiver_inactive',
  'waiver_declined', 'waived_enrollment_submitted', 'waived_enrollment_utp', 'waived_needs_reverified',
  'waived_aged_out', 'declined', 'not_applicable'
));

create table students (
  id bigint generated always as identity,
  school_id bigint not null references schools (id),
  first_name text collate shipmate_text not null default '' check (length(first_name) <= 100),
  last_name text collate shipmate_text not null check (length(last_name) between 1 and 100),
  middle_initial text collate shipmate_text,
  dob date not null check (dob >= '1900-01-01'),
  -- AES-256-GCM with the key’s id in the record; found again by a keyed hash under a separate key
  ssn_cipher bytea,
  ssn_index bytea,
  ssn_last_four text check (ssn_last_four ~ '^[0-9]{4}$'),
  gender text check (gender in ('female', 'male', 'x')),
  sid text collate shipmate_text not null check (length(sid) between 1 and 50),
  uid text collate shipmate_text,
  address_1 text collate shipmate_text,
  address_2 text collate shipmate_text,
  city text collate shipmate_text,
  state text collate shipmate_text,
  country text check (length(country) = 2),
  zip text collate shipmate_text,
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  personal_email text collate shipmate_text,
  university_email text collate shipmate_text,
  prior_last_name text collate shipmate_text,
  npi_number text check (npi_number ~ '^[0-9]{10}$'),
  include_dependents boolean,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Lists sort by it; the database keeps it, so that no statement can forget it. Tabs sort before every letter and mark: Smith
  -- comes before Smith-Jones whatever their first names.
  sort_name text collate shipmate_text not null
    generated always as (last_name || e'\t' || first_name || e'\t' || coalesce(middle_initial, '')) stored,
  -- What searches read: names as they are, once with marks as blanks and once without, so that O’Brien is found by ‘o’b’,
  -- ‘brien’ and ‘obrien’.
  search_text text collate "C" not null generated always as (
    ' ' || shipmate_fold(
      first_name || ' ' || last_name || ' ' || coalesce(prior_last_name, '') || ' ' || sid || ' ' || coalesce(uid, '')
      || translate(' ' || first_name || ' ' || last_name || ' ' || coalesce(prior_last_name, ''), '-''’.', '    ')
      || translate(' ' || first_name || ' ' || last_name || ' ' || coalesce(prior_last_name, ''), '-''’.', '')
      || ' ' || coalesce(university_email, '') || ' ' || coalesce(personal_email, ''))) stored,
  deleted_at timestamptz,
  -- the present name, by which results are ranked, in the same three spellings
  name_text text collate "C" not null generated always as (
    ' ' || shipmate_fold(
      first_name || ' ' || last_name
      || translate(' ' || first_name || ' ' || last_name, '-''’.', '    ')
      || translate(' ' || first_name || ' ' || last_name, '-''’.', '')) || ' ') stored,
  -- another student of the school has the SSN; hidden until a Shipmate Admin settles whose it is
  ssn_is_held boolean not null default false,
  -- the record that replaced it when the two were merged
  merged_into_id bigint,
  primary key (id, school_id),
  foreign key (merged_into_id, school_id) references students (id, school_id),
  constraint students_merged_check check (merged_into_id is null or deleted_at is not null),
  constraint students_ssn_whole
    check ((ssn_cipher is null) = (ssn_index is null) and (ssn_index is null) = (ssn_last_four is null))
);
comment on table students is 'A person at a school. Removed ones stay as rows, so that an undo can restore them whole.';
create index students_former_person on students (dob, shipmate_person_key(prior_last_name, first_name))
  where deleted_at is null and prior_last_name is not null;
-- what a Shipmate Admin has to settle
create index students_held_ssns on students (school_id) where deleted_at is null and ssn_is_held;
create index students_merged on students (merged_into_id) where merged_into_id is not null;
-- A roster’s new rows are compared with the students who have the birth date and the name. Many share a birth date such as
-- 01/01/2000 for “not known”.
create index students_person on students (dob, shipmate_person_key(last_name, first_name)) where deleted_at is null;
-- A form is matched by birth date and name when it doesn’t have a known student ID.
create index students_school_dob on students (school_id, dob) include (id);
create index students_search on students using gin (search_text gin_trgm_ops);
create unique index students_sid_key on students (sid, school_id) where deleted_at is null;
-- student IDs that differ only in leading zeros, invisible characters and capitals
create index students_sid_meaning on students (shipmate_sid_key(sid), school_id) where deleted_at is null;
create unique index students_ssn_key on students (ssn_index, school_id) where deleted_at is null and not ssn_is_held;

create function students_hold_shared_ssn() returns trigger
language plpgsql
as $$
begin
  -- the index alone finds it; the school is checked behind the fence, as in imports
  new.ssn_is_held := new.ssn_index is not null and new.deleted_at is null and exists (
    select from (
      select id, school_id from students
      where ssn_index = new.ssn_index and deleted_at is null and not ssn_is_held offset 0
    ) other
    where other.school_id = new.school_id and other.id <> new.id
  );
  return new;
end $$;
comment on function students_hold_shared_ssn() is
  'An error that an SSN is taken would tell someone who may not see SSNs that they guessed one: it’s saved and held instead.';
create trigger students_hold_shared_ssn_of_new before insert on students
  for each row when (new.ssn_index is not null) execute function students_hold_shared_ssn();
create trigger students_hold_shared_ssn before update of ssn_index, deleted_at on students
  for each row when (
    new.ssn_is_held or old.ssn_index is distinct from new.ssn_index or old.deleted_at is distinct from new.deleted_at
  ) execute function students_hold_shared_ssn();

create table student_periods (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  student_id bigint not null,
  sort_name text collate shipmate_text not null,
  graduation_year integer check (graduation_year between 1950 and 2100),
  status text not null default 'active' check (status in ('active', 'inactive')),
  program text collate shipmate_text,
  campus text collate shipmate_text,
  rotation_location text collate shipmate_text,
  expected_start_on date,
  expected_graduation_on date,
  academic_status text
    check (academic_status in ('incoming', 'returning', 'continuing', 'leave_of_absence', 'part_time', 'graduated',
      'withdrawn', 'x')),
  loa_reason text collate shipmate_text,
  loa_start_on date,
  loa_end_on date,
  confirmation_number text collate shipmate_text,
  signature text collate shipmate_text,
  signature_date date,
  comment text collate shipmate_text,
  disbursement_on date,
  requested_enrollment_on date,
  reverify_on date,
  admin_fee numeric(10, 2) check (admin_fee >= 0),
  on_call_fee numeric(10, 2) check (on_call_fee >= 0),
  ltd_premium numeric(10, 2) check (ltd_premium >= 0),
  life_premium numeric(10, 2) check (life_premium >= 0),
  add_premium numeric(10, 2) check (add_premium >= 0),
  medical_status coverage_status not null default 'not_started',
  medical_prior_status coverage_status,
  medical_prior_tier text
    check (medical_prior_tier in ('enrolled', 'enrolled_ech', 'enrolled_esp', 'enrolled_espch', 'enrolled_espch2',
      'enrolled_efam')),
  dental_status coverage_status not null default 'not_started',
  dental_prior_status coverage_status,
  dental_prior_tier text
    check (dental_prior_tier in ('enrolled', 'enrolled_ech', 'enrolled_esp', 'enrolled_espch', 'enrolled_espch2',
      'enrolled_efam')),
  vision_status coverage_status not null default 'not_started',
  vision_prior_status coverage_status,
  vision_prior_tier text
    check (vision_prior_tier in ('enrolled', 'enrolled_ech', 'enrolled_esp', 'enrolled_espch', 'enrolled_espch2',
      'enrolled_efam')),
  medical_waive_insurance_company_id bigint references insurance_companies (id),
  medical_waive_insurance_name_other text collate shipmate_text,
  medical_waive_group_number text collate shipmate_text,
  medical_waive_member_subscriber_number text collate shipmate_text,
  medical_waive_insurance_type text
    check (medical_waive_insurance_type in ('ppo', 'pos', 'hmo', 'epo', 'indemnity', 'commercial', 'medicaid',
      'other')),
  medical_waive_insurance_address_1 text collate shipmate_text,
  medical_waive_insurance_address_2 text collate shipmate_text,
  medical_waive_insurance_city text collate shipmate_text,
  medical_waive_insurance_state text collate shipmate_text,
  medical_waive_insurance_zip text collate shipmate_text,
  medical_waive_insurance_phone text collate shipmate_text,
  medical_waive_source_of_coverage text
    check (medical_waive_source_of_coverage in ('parent_employer_group', 'spouse_employer_group', 'medicaid',
      'own_employer_group', 'veterans_benefits', 'individual_plan', 'cobra', 'individual_essential_plan', 'tricare',
      'other')),
  medical_waive_subscriber_first_name text collate shipmate_text,
  medical_waive_subscriber_last_name text collate shipmate_text,
  medical_waive_subscriber_relation text check (medical_waive_subscriber_relation in ('parent', 'spouse', 'self')),
  medical_waive_subscriber_dob date,
  medical_waive_verified_on date,
  medical_waive_has_exception boolean,
  medical_enroll_coverage_start_on date,
  medical_enroll_coverage_end_on date,
  medical_enroll_insurance_plan_name text collate shipmate_text,
  medical_enroll_insurance_type text
    check (medical_enroll_insurance_type in ('ppo', 'pos', 'hmo', 'epo', 'indemnity', 'commercial', 'medicaid',
      'other')),
  medical_enroll_insurance_underwriter text collate shipmate_text,
  medical_enroll_member_subscriber_number text collate shipmate_text,
  medical_enroll_group_number text collate shipmate_text,
  medical_enroll_premium numeric(10, 2) check (medical_enroll_premium >= 0),
  medical_enroll_direct_pay_premium numeric(10, 2) check (medical_enroll_direct_pay_premium >= 0),
  medical_enroll_paid_in_full boolean,
  dental_waive_insurance_company_id bigint references insurance_companies (id),
  dental_waive_insurance_name_other text collate shipmate_text,
  dental_waive_group_number text collate shipmate_text,
  dental_waive_member_subscriber_number text collate shipmate_text,
  dental_waive_insurance_type text
    check (dental_waive_insurance_type in ('ppo', 'pos', 'hmo', 'epo', 'indemnity', 'commercial', 'medicaid', 'other')),
  dental_waive_insurance_address_1 text collate shipmate_text,
  dental_waive_insurance_address_2 text collate shipmate_text,
  dental_waive_insurance_city text collate shipmate_text,
  dental_waive_insurance_state text collate shipmate_text,
  dental_waive_insurance_zip text collate shipmate_text,
  dental_waive_insurance_phone text collate shipmate_text,
  dental_waive_source_of_coverage text
    check (dental_waive_source_of_coverage in ('parent_employer_group', 'spouse_employer_group', 'medicaid',
      'own_employer_group', 'veterans_benefits', 'individual_plan', 'cobra', 'individual_essential_plan', 'tricare',
      'other')),
  dental_waive_subscriber_first_name text collate shipmate_text,
  dental_waive_subscriber_last_name text collate shipmate_text,
  dental_waive_subscriber_relation text check (dental_waive_subscriber_relation in ('parent', 'spouse', 'self')),
  dental_waive_subscriber_dob date,
  dental_waive_verified_on date,
  dental_enroll_coverage_start_on date,
  dental_enroll_coverage_end_on date,
  dental_enroll_insurance_plan_name text collate shipmate_text,
  dental_enroll_insurance_type text
    check (dental_enroll_insurance_type in ('ppo', 'pos', 'hmo', 'epo', 'indemnity', 'commercial', 'medicaid',
      'other')),
  dental_enroll_insurance_underwriter text collate shipmate_text,
  dental_enroll_member_subscriber_number text collate shipmate_text,
  dental_enroll_group_number text collate shipmate_text,
  dental_enroll_premium numeric(10, 2) check (dental_enroll_premium >= 0),
  dental_enroll_direct_pay_premium numeric(10, 2) check (dental_enroll_direct_pay_premium >= 0),
  dental_enroll_paid_in_full boolean,
  vision_waive_insurance_company_id bigint references insurance_companies (id),
  vision_waive_insurance_name_other text collate shipmate_text,
  vision_waive_group_number text collate shipmate_text,
  vision_waive_member_subscriber_number text collate shipmate_text,
  vision_waive_insurance_type text
    check (vision_waive_insurance_type in ('ppo', 'pos', 'hmo', 'epo', 'indemnity', 'commercial', 'medicaid', 'other')),
  vision_waive_insurance_address_1 text collate shipmate_text,
  vision_waive_insurance_address_2 text collate shipmate_text,
  vision_waive_insurance_city text collate shipmate_text,
  vision_waive_insurance_state text collate shipmate_text,
  vision_waive_insurance_zip text collate shipmate_text,
  vision_waive_insurance_phone text collate shipmate_text,
  vision_waive_source_of_coverage text
    check (vision_waive_source_of_coverage in ('parent_employer_group', 'spouse_employer_group', 'medicaid',
      'own_employer_group', 'veterans_benefits', 'individual_plan', 'cobra', 'individual_essential_plan', 'tricare',
      'other')),
  vision_waive_subscriber_first_name text collate shipmate_text,
  vision_waive_subscriber_last_name text collate shipmate_text,
  vision_waive_subscriber_relation text check (vision_waive_subscriber_relation in ('parent', 'spouse', 'self')),
  vision_waive_subscriber_dob date,
  vision_waive_verified_on date,
  vision_enroll_coverage_start_on date,
  vision_enroll_coverage_end_on date,
  vision_enroll_insurance_plan_name text collate shipmate_text,
  vision_enroll_insurance_type text
    check (vision_enroll_insurance_type in ('ppo', 'pos', 'hmo', 'epo', 'indemnity', 'commercial', 'medicaid',
      'other')),
  vision_enroll_insurance_underwriter text collate shipmate_text,
  vision_enroll_member_subscriber_number text collate shipmate_text,
  vision_enroll_group_number text collate shipmate_text,
  vision_enroll_premium numeric(10, 2) check (vision_enroll_premium >= 0),
  vision_enroll_direct_pay_premium numeric(10, 2) check (vision_enroll_direct_pay_premium >= 0),
  vision_enroll_paid_in_full boolean,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  late_waiver_fee numeric(10, 2) check (late_waiver_fee >= 0),
  primary key (id, school_id),
  foreign key (period_id, school_id) references periods (id, school_id),
  foreign key (student_id, school_id) references students (id, school_id)
);
comment on table student_periods is
  'A student’s enrollment in a policy year: one wide row, because lists filter and sort by every field.';
-- Pages and counts read only these two. They have the school because its staff may see no other: without it, the list of a large
-- policy year read the table, and all of the primary key to find the school’s rows.
create index student_periods_by_name on student_periods (period_id, sort_name, id, school_id) where deleted_at is null;
create index student_periods_by_statuses
  on student_periods (period_id, status, medical_status, dental_status, vision_status, school_id)
  where deleted_at is null;
-- Counting who uses a company reads only these. Each has the coverage types before it, so that a record that names the
-- company twice counts once, and the school, so that it counts for those who may see it.
create index student_periods_medical_company on student_periods (medical_waive_insurance_company_id, school_id)
  where medical_waive_insurance_company_id is not null and deleted_at is null;
create index student_periods_dental_company
  on student_periods (dental_waive_insurance_company_id, school_id, medical_waive_insurance_company_id)
  where dental_waive_insurance_company_id is not null and deleted_at is null;
create index student_periods_vision_company on student_periods
  (vision_waive_insurance_company_id, school_id, medical_waive_insurance_company_id, dental_waive_insurance_company_id)
  where vision_waive_insurance_company_id is not null and deleted_at is null;
-- Names typed by hand, until a company is chosen for them.
create index student_periods_medical_typed_name on student_periods (shipmate_fold(medical_waive_insurance_name_other))
  where medical_waive_insurance_name_other is not null and medical_waive_insurance_company_id is null
  and deleted_at is null;
create index student_periods_dental_typed_name on student_periods (shipmate_fold(dental_waive_insurance_name_other))
  where dental_waive_insurance_name_other is not null and dental_waive_insurance_company_id is null
  and deleted_at is null;
create index student_periods_vision_typed_name on student_periods (shipmate_fold(vision_waive_insurance_name_other))
  where vision_waive_insurance_name_other is not null and vision_waive_insurance_company_id is null
  and deleted_at is null;
-- Records that rely on a parent’s plan for a coverage type: the age-out report of 300,000 students reads only this.
create index student_periods_parents_plan on student_periods (period_id, student_id)
  include (id, school_id, sort_name, academic_status,
    medical_status, medical_waive_source_of_coverage, medical_waive_subscriber_relation,
    medical_waive_insurance_company_id,
    dental_status, dental_waive_source_of_coverage, dental_waive_subscriber_relation,
    dental_waive_insurance_company_id,
    vision_status, vision_waive_source_of_coverage, vision_waive_subscriber_relation,
    vision_waive_insurance_company_id)
  where deleted_at is null and status = 'active'
    and (medical_waive_source_of_coverage = 'parent_employer_group' or medical_waive_subscriber_relation = 'parent'
      or dental_waive_source_of_coverage = 'parent_employer_group' or dental_waive_subscriber_relation = 'parent'
      or vision_waive_source_of_coverage = 'parent_employer_group' or vision_waive_subscriber_relation = 'parent');
create unique index student_periods_student_period_key on student_periods (student_id, period_id, school_id)
  where deleted_at is null;

-- The list counts its rows in an index, which is fast only while a vacuum knows the pages. After a change of a few thousand of
-- 20,000 rows, a count took six times as long, and a vacuum waits by default until a fifth have changed. It takes some 50 ms.
alter table student_periods set (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_cost_delay = 0);

create function shipmate_fill_sort_name() returns trigger
language plpgsql
as $$
begin
  if new.sort_name is null then
    select sort_name into new.sort_name from students where id = new.student_id;
  end if;
  return new;
end
$$;
comment on function shipmate_fill_sort_name() is 'Lists sort by the student’s name, which a new student-period copies.';
create trigger student_periods_fill_sort_name before insert on student_periods
  for each row when (new.sort_name is null) execute function shipmate_fill_sort_name();

create function shipmate_follow_sort_name() returns trigger
language plpgsql
-- a plan made when the table was small must not read all of it
set enable_seqscan = off
as $$
begin
  update student_periods set sort_name = new.sort_name where student_id = new.id and deleted_at is null;
  return null;
end
$$;
comment on function shipmate_follow_sort_name() is
  'The copied name follows the student’s, row by row: a join over a grown table without statistics took minutes.';
create trigger students_follow_sort_name after update on students
  for each row when (old.sort_name is distinct from new.sort_name) execute function shipmate_follow_sort_name();

create table dependents (
  id bigint generated always as identity,
  school_id bigint not null,
  student_period_id bigint not null,
  type text not null check (type in ('spouse', 'child', 'domestic_partner')),
  gender text check (gender in ('female', 'male', 'x')),
  first_name text collate shipmate_text not null default '' check (length(first_name) <= 100),
  last_name text collate shipmate_text not null,
  dob date check (dob >= '1900-01-01'),
  ssn_cipher bytea,
  ssn_last_four text check (ssn_last_four ~ '^[0-9]{4}$'),
  covers text[] not null default '{}' check (covers <@ array['medical', 'dental', 'vision']),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id)
);
comment on table dependents is 'Spouses, partners and children that a student’s plan covers.';
create index dependents_student_period on dependents (student_period_id) where deleted_at is null;

create table student_notes (
  id bigint generated always as identity,
  school_id bigint not null,
  student_id bigint not null,
  body text not null,
  pinned boolean not null default false,
  author_id bigint references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  student_period_id bigint,
  primary key (id, school_id),
  foreign key (student_id, school_id) references students (id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id)
);
comment on table student_notes is 'Notes of staff about a student or one of their policy years.';
create index student_notes_student on student_notes (student_id, created_at desc) where deleted_at is null;

create table student_files (
  id bigint generated always as identity,
  school_id bigint not null,
  student_id bigint not null,
  student_period_id bigint,
  name text collate shipmate_text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('insurance_card_front', 'insurance_card_back', 'coverage_letter', 'other')),
  media_type text not null,
  -- bytes
  size bigint not null check (size > 0),
  sha256 bytea not null,
  -- the name of the content in the file layer, unique over all schools; kept of removed files, which can be restored
  stored_name text not null unique,
  author_id bigint references users (id),
  version integer not null default 1,
  -- the newer file that replaced it; only the last one of such a chain is listed
  replaced_by_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (id, school_id),
  foreign key (student_id, school_id) references students (id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id),
  foreign key (replaced_by_id, school_id) references student_files (id, school_id)
);
comment on table student_files is 'Documents of students; their content is in the file layer.';
create index student_files_replaced_by on student_files (replaced_by_id) where replaced_by_id is not null;
create index student_files_school_size on student_files (school_id) include (size);
create index student_files_student on student_files (student_id, created_at desc);

create table student_merges (
  id bigint generated always as identity,
  school_id bigint not null,
  change_id bigint not null references changes (id),
  kept_id bigint not null,
  merged_id bigint not null,
  moved jsonb not null,
  undone_at timestamptz,
  primary key (id, school_id),
  foreign key (kept_id, school_id) references students (id, school_id),
  foreign key (merged_id, school_id) references students (id, school_id)
);
comment on table student_merges is
  'The same person had two records. What a merge moved is kept, so that an undo moves exactly that back.';
create index student_merges_change on student_merges (change_id);

create table replaced_ssns (
  change_id bigint not null references changes (id),
  student_id bigint not null,
  school_id bigint not null,
  ssn_cipher bytea not null,
  ssn_index bytea not null,
  ssn_last_four text not null check (ssn_last_four ~ '^[0-9]{4}$'),
  primary key (change_id, student_id, school_id),
  foreign key (student_id, school_id) references students (id, school_id)
);
comment on table replaced_ssns is
  'The history has only masks of SSNs. What a change replaced is kept here, encrypted as it was, so that it can be undone.';

create table saved_views (
  id bigint generated always as identity primary key,
  -- null: its owner’s, in every school they have access to
  school_id bigint references schools (id),
  owner_id bigint not null references users (id) on delete cascade,
  name text collate shipmate_text not null check (length(name) between 1 and 60),
  shared boolean not null default false,
  -- search, filters, where and sort, as the list takes them
  query jsonb not null,
  -- the layout of the columns; null: that of whoever opens it
  columns jsonb,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint saved_views_shared_in_a_school check (school_id is not null or not shared)
);
comment on table saved_views is
  'Filters, sort and columns of a list that staff come back to; they can share them in a school.';
create unique index saved_views_name_key on saved_views (owner_id, coalesce(school_id, 0), shipmate_fold(name))
  where deleted_at is null;
create index saved_views_shared on saved_views (school_id) where shared and deleted_at is null;

-- ## Mail: emails are after the records, because an email can be about a student.

create table email_layouts (
  id bigint generated always as identity primary key,
  -- SHA-256 of what the layout was made from
  hash bytea not null unique check (length(hash) = 32),
  -- double square brackets mark the places of the text, the subject and the preview line
  html text not null,
  -- the inline style of each element in a text
  styles jsonb not null
);
comment on table email_layouts is
  'The layouts that emails were sent in, each saved once, so that an email can be shown as it was sent.';
create trigger email_layouts_append_only before update or delete or truncate on email_layouts
  for each statement execute function shipmate_refuse_change();

create table email_templates (
  id bigint generated always as identity primary key,
  -- null for the text of all schools
  school_id bigint references schools (id),
  kind text not null,
  -- null: the text that Shipmate comes with, or for a school, that of all schools
  content jsonb,
  version integer not null default 1,
  updated_at timestamptz,
  updated_by bigint references users (id),
  unique nulls not distinct (school_id, kind)
);
comment on table email_templates is 'The texts of emails: one for all schools, and a school’s where it differs.';

create table emails (
  id bigint generated always as identity primary key,
  kind text not null,
  to_address text not null,
  to_name text not null,
  subject text not null,
  body text,
  school_id bigint references schools (id),
  student_id bigint,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- the text of an email with a one-time link; deleted when it’s delivered or the link no longer works
  body_cipher bytea,
  -- the user of its link, and until when the link works
  link_of bigint references users (id),
  link_expires_at timestamptz,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'failed', 'bounced', 'suppressed', 'uncertain', 'canceled')),
  -- in the words of the mail server, or ours
  error text,
  -- where a sent email went: to the mail server, or only to the mailbox inside Shipmate
  via text check (via in ('smtp', 'mailbox')),
  -- not sent before this time: a delay, a schedule or the pause before another attempt
  send_at timestamptz not null,
  attempts integer not null default 0,
  -- since when a process has been sending it
  claimed_at timestamptz,
  message_id text unique,
  student_period_id bigint,
  -- the change that caused it, and the user who made the change
  change_id bigint references changes (id),
  sender_id bigint references users (id),
  resend_of bigint references emails (id),
  -- the text as clean rich text with its values; null if the email has only plain text
  html text,
  language text not null default 'en' check (language in ('en', 'es', 'zh', 'fr', 'ko', 'vi')),
  -- the layout it was last handed over in
  layout_id bigint references email_layouts (id),
  -- when the latest attempt to hand it over began; null while it’s only claimed
  started_at timestamptz,
  -- the lock of the process that is sending it: it ends with the process, so the email isn’t stuck until the claim ends
  claimed_by uuid,
  foreign key (student_period_id, school_id) references student_periods (id, school_id),
  constraint emails_body_where_no_link check ((kind in ('reset_link', 'invite', 'email_change')) = (body is null)),
  constraint emails_claimed_while_sending check ((state = 'sending') = (claimed_at is not null)),
  constraint emails_html_has_text check (html is null or body is not null),
  constraint emails_link_gone_once_sent check (sent_at is null or body_cipher is null),
  constraint emails_link_has_end check (body_cipher is null or (link_of is not null and link_expires_at is not null)),
  constraint emails_seals_links_only check (body_cipher is null or body is null),
  -- without a school, the reference to the student-period wouldn’t be checked
  constraint emails_about_student_has_school check (student_period_id is null or school_id is not null),
  constraint emails_sent_has_time check ((state in ('sent', 'bounced')) <= (sent_at is not null and via is not null))
);
comment on table emails is
  'Emails wait here, written in the same transaction as their cause, and stay with what became of them.';
-- the numbers of the last 30 days
create index emails_by_day on emails (coalesce(sent_at, send_at));
create index emails_due on emails (send_at, id) where state = 'queued';
create index emails_links on emails (link_of) where body_cipher is not null;
-- the progress of the emails of one change
create index emails_of_change on emails (change_id, state) where change_id is not null;
create index emails_of_student on emails (student_id, id desc);
create index emails_sending on emails (claimed_at) where state = 'sending';

-- An email’s state changes a few times while it’s sent, and its texts don’t: stored apart, they aren’t copied each time.
alter table emails set (toast_tuple_target = 256, fillfactor = 80);

create table email_pace (
  is_only boolean default true primary key check (is_only),
  used_until timestamptz not null
);
comment on table email_pace is
  'One row: until when the mail server’s rate is used up by emails already handed over, for all processes together.';

create table suppressed_addresses (
  id bigint generated always as identity primary key,
  address text not null unique check (address = lower(address)),
  source text not null check (source in ('bounced', 'complained', 'added')),
  -- in the words of the mail server or of staff
  reason text not null,
  since timestamptz not null,
  -- null if a report added it
  added_by bigint references users (id),
  removed_at timestamptz
);
comment on table suppressed_addresses is
  'Addresses that bounced or complained get no more emails. Rows stay, so that each keeps its ID and history.';
create index suppressed_addresses_listed on suppressed_addresses (since desc, id desc) where removed_at is null;

create table email_events (
  id text primary key,
  received_at timestamptz not null
);
comment on table email_events is
  'The reports of bounces and complaints that were read: a repeated one changes nothing.';
create index email_events_age on email_events (received_at);

-- ## Imports and exports: files of rosters in, lists out. Both are made in the background and survive a restart.

create table imports (
  id bigint generated always as identity,
  kind text not null check (kind in ('csv', 'from_period')),
  school_id bigint not null,
  period_id bigint not null,
  from_period_id bigint,
  author_id bigint references users (id),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'refused', 'failed')),
  dry_run boolean not null default false,
  accept_valid_rows boolean not null default false,
  on_existing text not null default 'update' check (on_existing in ('update', 'skip')),
  -- for a copy from a period: which statuses to take, which fields to carry
  statuses text[],
  fields_to_carry text[],
  file_name text,
  -- bytes
  file_size integer,
  file_hash bytea,
  encoding text,
  delimiter text,
  headers text[] not null default '{}',
  mapping jsonb not null default '{}',
  done integer not null default 0,
  total integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  message text,
  -- when the plan (import_rows) was made, and on which version of the period; it can be applied for an hour
  planned_at timestamptz,
  period_version integer,
  applied_at timestamptz,
  change_id bigint references changes (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- [{column, field, value, rows, nearest}]: values that aren’t options of the period, most rows first
  unlisted jsonb not null default '[]' check (jsonb_typeof(unlisted) = 'array'),
  -- each run claims the import with the next number; one whose number is no longer current can’t write
  attempt integer not null default 0,
  -- cells that say in words that something isn’t known; they’re left empty, and the import says so
  unknown_values jsonb not null default '[]' check (jsonb_typeof(unknown_values) = 'array'),
  -- how the file was read (header row, date order, address, sheet), so that it’s read the same way again
  reading jsonb check (reading is null or jsonb_typeof(reading) = 'object'),
  -- the likely cause why many rows are about other people; nothing is imported until someone confirms the file
  held_for text,
  held_rows integer not null default 0,
  released_at timestamptz,
  released_by bigint references users (id),
  -- when someone said that the file is the whole roster of its policy year
  whole_roster_at timestamptz,
  whole_roster_by bigint references users (id),
  primary key (id, school_id),
  foreign key (period_id, school_id) references periods (id, school_id),
  foreign key (from_period_id, school_id) references periods (id, school_id)
);
comment on table imports is 'A roster that is imported, or the copy of another policy year.';
-- one at a time into a period: a second one is told that the first is running
create unique index imports_busy_key on imports (period_id, school_id) where state in ('queued', 'running');
create index imports_period on imports (period_id, id desc);

create table import_file_chunks (
  import_id bigint not null,
  school_id bigint not null,
  position integer not null,
  cipher bytea not null,
  primary key (import_id, position, school_id),
  foreign key (import_id, school_id) references imports (id, school_id) on delete cascade
);
comment on table import_file_chunks is
  'The file, encrypted, in pieces: every server process can read it, and memory doesn’t grow with it.';

create table import_rows (
  import_id bigint not null,
  school_id bigint not null,
  row_number integer not null,
  outcome text not null check (outcome in ('added', 'changed', 'unchanged', 'refused')),
  sid text,
  name text not null default '',
  -- found when the plan was made, or an ID reserved for a new record (then without version); applying the plan
  -- requires the same versions
  student_id bigint,
  student_version integer,
  student_period_id bigint,
  student_period_version integer,
  -- a copy from a period: where the dependents come from
  from_student_period_id bigint,
  -- what to write, by field, as people see it: [{field, before, after}]; an SSN in it is only its mask
  student_changes jsonb not null default '[]',
  student_period_changes jsonb not null default '[]',
  -- the SSN of the row by its index; cipher and last four only if it’s to be written
  ssn_index bytea,
  ssn_cipher bytea,
  ssn_last_four text,
  errors jsonb not null default '[]',
  -- what is doubtful about the row, as in the contract; null if nothing is
  finding jsonb,
  -- the outcome if staff decide the other way: of a stopped row, once it’s confirmed, and the reverse
  other_outcome text check (other_outcome in ('added', 'changed', 'unchanged', 'refused')),
  primary key (import_id, row_number, school_id),
  foreign key (import_id, school_id) references imports (id, school_id) on delete cascade
);
comment on table import_rows is
  'The plan: what becomes of each row of the file. Staff see it before anything is written.';
create index import_rows_findings on import_rows (import_id, row_number) where finding is not null;
create index import_rows_refused on import_rows (import_id, row_number) where outcome = 'refused';

create table import_mappings (
  school_id bigint not null references schools (id) on delete cascade,
  header text not null,
  field text,
  updated_at timestamptz not null,
  primary key (school_id, header)
);
comment on table import_mappings is 'Which header means which field, as a school’s staff corrected it last time.';

create table roster_absences (
  student_period_id bigint not null,
  school_id bigint not null,
  import_id bigint not null,
  primary key (student_period_id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id) on delete cascade,
  foreign key (import_id, school_id) references imports (id, school_id) on delete cascade
);
comment on table roster_absences is
  'Who is in a policy year but wasn’t in its whole roster, when someone said that it was whole.';
create index roster_absences_import on roster_absences (import_id);

create table exports (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  author_id bigint not null references users (id),
  -- says what was asked for, how far it is and how it ended
  job_id bigint not null references jobs (id),
  format text not null check (format in ('csv', 'xlsx')),
  includes_ssn boolean not null,
  file_name text not null,
  -- bytes and rows, once it’s written
  size integer,
  rows integer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id, school_id),
  unique (job_id, school_id),
  foreign key (period_id, school_id) references periods (id, school_id)
);
comment on table exports is 'A list as a file, deleted after a day.';
create index exports_author on exports (author_id, period_id, id desc);
create index exports_expiry on exports (expires_at);

create table export_file_chunks (
  export_id bigint not null,
  school_id bigint not null,
  position integer not null,
  cipher bytea not null,
  primary key (export_id, position, school_id),
  foreign key (export_id, school_id) references exports (id, school_id) on delete cascade
);
comment on table export_file_chunks is 'The file, encrypted, in pieces, like that of an import.';

-- ## Forms and decisions: what students send, what the rules suggest, and what staff decide.

create table form_submissions (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  form_type text not null check (form_type in ('enroll', 'waiver')),
  coverage_types text[] not null check (coverage_types <@ array['medical', 'dental', 'vision']),
  -- both null until the form is matched with the roster
  student_id bigint,
  student_period_id bigint,
  match_method text check (match_method in ('sid_and_birth_date', 'sid_and_last_name', 'name_and_birth_date', 'staff')),
  -- the coverage types whose status the form couldn’t change; staff look at them
  flagged_coverages text[] not null default '{}',
  -- as sent
  first_name text collate shipmate_text,
  last_name text collate shipmate_text,
  sid text collate shipmate_text,
  dob date,
  -- unique over all schools: students say it on the phone
  confirmation_number text unique,
  -- keyed hash of the whole form as sent, to find it again when it’s sent twice
  sent_hash bytea,
  -- of a form in progress, when it was saved last
  submitted_at timestamptz not null,
  superseded_by_id bigint,
  version integer not null default 1,
  progress text not null default 'complete' check (progress in ('in_progress', 'complete')),
  seen_at timestamptz,
  claimed_by_id bigint references users (id),
  claimed_until timestamptz,
  decided_coverages text[] not null default '{}',
  decision text not null generated always as (
    case when cardinality(decided_coverages) = 0 then 'open'
      when decided_coverages @> coverage_types then 'decided'
      else 'partly' end) stored,
  -- of the latest suggestions: the strictest recommendation and the highest risk
  recommendation text check (recommendation in ('approve', 'utp', 'decline', 'needs_review')),
  risk integer not null default 0,
  -- the day by which it’s to be decided, or by which the student is to respond
  deadline_on date,
  -- the day of the latest suggestions: risk and some rules depend on the day
  judged_on date,
  qualifying_event text
    check (qualifying_event in ('loss_of_coverage', 'aged_off_parent_plan', 'loss_of_medicaid', 'job_change',
      'marriage', 'divorce', 'birth', 'adoption', 'guardianship', 'death', 'move', 'domestic_partnership_start',
      'domestic_partnership_end', 'dependent_arrival', 'armed_forces')),
  event_on date,
  -- what the payers answered, so that the list can filter and sort by it
  eligibility text
    check (eligibility in ('active', 'inactive', 'unknown', 'other_plan_detected', 'missing_request_information',
      'unable_to_send_request', 'request_failed')),
  -- an enrolled student’s enroll form is a change of the plan
  plan_change_coverages text[] not null default '{}',
  primary key (id, school_id),
  foreign key (period_id, school_id) references periods (id, school_id),
  foreign key (student_id, school_id) references students (id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id),
  foreign key (superseded_by_id, school_id) references form_submissions (id, school_id),
  check (flagged_coverages <@ coverage_types),
  check ((student_id is null) = (student_period_id is null)),
  check ((student_period_id is null) = (match_method is null)),
  check (decided_coverages <@ coverage_types),
  check ((claimed_by_id is null) = (claimed_until is null)),
  check ((qualifying_event is null) = (event_on is null)),
  constraint form_submissions_complete
    check (progress = 'in_progress' or (first_name is not null and last_name is not null and dob is not null
      and confirmation_number is not null and sent_hash is not null and cardinality(coverage_types) > 0)),
  constraint form_submissions_in_progress
    check (progress = 'complete' or (confirmation_number is null and sent_hash is null and student_period_id is null
      and superseded_by_id is null and cardinality(decided_coverages) = 0)),
  constraint form_submissions_plan_change_check
    check ((plan_change_coverages <@ coverage_types and form_type = 'enroll') or cardinality(plan_change_coverages) = 0)
);
comment on table form_submissions is
  'A form that a student sent or saved, and what becomes of it. What was sent is in its snapshots.';
create index form_submissions_claimed_by on form_submissions (claimed_by_id) where claimed_by_id is not null;
-- status changes look up the events of many students at once
create index form_submissions_life_event on form_submissions (student_period_id) where qualifying_event is not null;
-- counts for a school’s staff read only this, or the queue below
create index form_submissions_period on form_submissions (period_id, submitted_at desc, school_id);
create index form_submissions_sent on form_submissions (sent_hash, submitted_at desc);
create index form_submissions_student on form_submissions (student_id) where student_id is not null;
create index form_submissions_student_period on form_submissions (student_period_id, submitted_at desc)
  where student_period_id is not null;
create index form_submissions_superseded_by on form_submissions (superseded_by_id) where superseded_by_id is not null;
-- the queue that staff review
create index form_submissions_to_review on form_submissions (period_id, risk desc, deadline_on, id, school_id)
  where progress = 'complete' and superseded_by_id is null and decision <> 'decided';
create index form_submissions_unseen on form_submissions (period_id) where seen_at is null;

create table form_submission_snapshots (
  id bigint generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  number integer not null check (number > 0),
  -- the form as signed, with masked SSNs
  content jsonb not null,
  -- SHA-256 of the content’s canonical text
  hash bytea not null,
  -- the SSNs by field, encrypted for this form; null without any
  ssns_cipher bytea,
  -- the published versions that applied
  form_number integer not null,
  waiver_rules_number integer,
  created_at timestamptz not null,
  primary key (id, school_id),
  unique (submission_id, number, school_id),
  foreign key (submission_id, school_id) references form_submissions (id, school_id)
);
comment on table form_submission_snapshots is 'The form as signed: no one changes it.';
create trigger form_submission_snapshots_append_only before update or delete or truncate on form_submission_snapshots
  for each statement execute function shipmate_refuse_change();

create table form_submission_drafts (
  submission_id bigint not null,
  school_id bigint not null,
  -- the form as sent, encrypted as a whole for this form, because it can have SSNs
  content_cipher bytea not null,
  saved_at timestamptz not null,
  primary key (submission_id, school_id),
  foreign key (submission_id, school_id) references form_submissions (id, school_id) on delete cascade
);
comment on table form_submission_drafts is 'The content of a form in progress; deleted when the form is complete.';

create table form_tokens (
  id bigint generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  -- keyed hash of the token, which is never stored; unique over all schools, because a link has only the token
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (id, school_id),
  foreign key (submission_id, school_id) references form_submissions (id, school_id) on delete cascade
);
comment on table form_tokens is
  'The links with which students open their forms. Each is made once, for an answer or an email.';
create index form_tokens_expiry on form_tokens (expires_at);
create index form_tokens_submission on form_tokens (submission_id);

create table form_files (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  -- null until the form is sent; a file whose form isn’t sent within 24 hours is deleted
  submission_id bigint,
  -- the student’s document with the same stored content; null until the form is matched
  student_file_id bigint,
  -- keyed hash of the token that the form names the file by; unique over all schools, as links are
  token_hash bytea not null unique,
  name text collate shipmate_text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('insurance_card_front', 'insurance_card_back', 'coverage_letter', 'other')),
  media_type text not null,
  size bigint not null check (size > 0),
  sha256 bytea not null,
  -- may be the name of a student’s document too: content is deleted when no row of any school has its name
  stored_name text not null unique,
  created_at timestamptz not null,
  -- came with the appeal, not with the form
  is_of_appeal boolean not null default false,
  -- keyed hash of the network: its files count against a limit for each network
  sent_from bytea,
  primary key (id, school_id),
  foreign key (period_id, school_id) references periods (id, school_id),
  foreign key (submission_id, school_id) references form_submissions (id, school_id) on delete cascade,
  foreign key (student_file_id, school_id) references student_files (id, school_id),
  check (student_file_id is null or submission_id is not null),
  constraint form_files_of_appeal check (not is_of_appeal or submission_id is not null)
);
comment on table form_files is
  'Files that students upload, such as an insurance card, before they send the form that names them.';
-- the room that a network’s unsent files take
create index form_files_of_network on form_files (school_id, sent_from, created_at) where student_file_id is null;
-- the room that a school’s files take
create index form_files_school_size on form_files (school_id) include (size) where student_file_id is null;
create index form_files_student_file on form_files (student_file_id) where student_file_id is not null;
create index form_files_submission on form_files (submission_id) where submission_id is not null;
create index form_files_unsent on form_files (school_id, created_at) where submission_id is null;

create table appeals (
  id bigint generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  -- the coverage types that were declined
  coverage_types text[] not null
    check (cardinality(coverage_types) > 0 and coverage_types <@ array['medical', 'dental', 'vision']),
  comment text not null check (length(comment) between 1 and 5000),
  -- the day by which staff plan to decide it
  due_on date not null,
  created_at timestamptz not null,
  primary key (id, school_id),
  unique (submission_id, school_id),
  foreign key (submission_id, school_id) references form_submissions (id, school_id)
);
comment on table appeals is 'A student can appeal a declined waiver once. Staff decide the appeal like the form.';
create trigger appeals_append_only before update or delete or truncate on appeals
  for each statement execute function shipmate_refuse_change();

create table decisions (
  id bigint generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  -- the snapshot of the form that was judged
  snapshot_number integer not null,
  recommendation text not null check (recommendation in ('approve', 'utp', 'decline', 'needs_review')),
  confidence text not null check (confidence in ('high', 'medium', 'low')),
  risk integer not null,
  rules jsonb not null,
  blocking text[] not null,
  suggested_status coverage_status,
  student_message text not null,
  engine_version text not null,
  ruleset_version integer,
  -- null if no waiver options were published
  inputs jsonb,
  inputs_hash bytea not null,
  mode text not null check (mode in ('shadow', 'assist', 'auto')),
  created_at timestamptz not null,
  primary key (id, school_id),
  foreign key (submission_id, school_id) references form_submissions (id, school_id)
);
comment on table decisions is
  'What the rules suggested for a coverage type of a form, with the facts they judged. The newest one counts.';
create index decisions_submission on decisions (submission_id, coverage_type, id desc);
create trigger decisions_append_only before update or delete or truncate on decisions
  for each statement execute function shipmate_refuse_change();

create table decision_outcomes (
  id bigint generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  -- the suggestion that staff saw; null if there was none
  decision_id bigint,
  outcome text not null check (outcome in ('approve', 'utp', 'decline', 'closed')),
  reason_codes text[] not null default '{}',
  note text check (length(note) between 1 and 2000),
  -- null if a form line was closed without a decision: a form that matches no student has no status
  from_status coverage_status,
  to_status coverage_status,
  -- the day by which the student is to fix what was unable to process
  respond_by date,
  decided_by_id bigint references users (id),
  decided_at timestamptz not null,
  change_id bigint not null references changes (id),
  email_id bigint references emails (id),
  undone_at timestamptz,
  -- set when the decision is saved: a new share changes nothing that was chosen before
  is_chosen_for_review boolean not null default false,
  primary key (id, school_id),
  foreign key (submission_id, school_id) references form_submissions (id, school_id),
  foreign key (decision_id, school_id) references decisions (id, school_id),
  constraint decision_outcomes_statuses_check
    check (outcome = 'closed' or (from_status is not null and to_status is not null))
);
comment on table decision_outcomes is 'What staff decided. An undone decision keeps its row.';
create index decision_outcomes_change on decision_outcomes (change_id);
create index decision_outcomes_chosen on decision_outcomes (submission_id) where is_chosen_for_review;
create index decision_outcomes_decided_by on decision_outcomes (decided_by_id);
create index decision_outcomes_decision on decision_outcomes (decision_id) where decision_id is not null;
create index decision_outcomes_email on decision_outcomes (email_id) where email_id is not null;
create index decision_outcomes_submission on decision_outcomes (submission_id, coverage_type, id desc);

create table decision_feedback (
  id bigint generated always as identity,
  school_id bigint not null,
  decision_id bigint not null,
  verdict text not null check (verdict in ('agree', 'disagree')),
  correct_outcome text check (correct_outcome in ('approve', 'utp', 'decline')),
  reason_code text,
  comment text check (length(comment) between 1 and 2000),
  created_by_id bigint not null references users (id),
  created_at timestamptz not null,
  primary key (id, school_id),
  foreign key (decision_id, school_id) references decisions (id, school_id)
);
comment on table decision_feedback is 'Whether staff agreed with a suggestion. The newest one of a user counts.';
create index decision_feedback_created_by on decision_feedback (created_by_id);
create index decision_feedback_decision on decision_feedback (decision_id, id desc);

create table second_reviews (
  id bigint generated always as identity,
  school_id bigint not null,
  -- the decision that was reviewed; only once
  outcome_id bigint not null,
  outcome text not null check (outcome in ('approve', 'utp', 'decline')),
  comment text check (length(comment) between 1 and 2000),
  reviewed_by_id bigint not null references users (id),
  reviewed_at timestamptz not null,
  primary key (id, school_id),
  unique (outcome_id, school_id),
  foreign key (outcome_id, school_id) references decision_outcomes (id, school_id)
);
comment on table second_reviews is
  'A share of the decisions is decided again by someone who doesn’t see the first decision.';
create index second_reviews_reviewed_by on second_reviews (reviewed_by_id);
create trigger second_reviews_append_only before update or delete or truncate on second_reviews
  for each statement execute function shipmate_refuse_change();

create table kept_decisions (
  id bigint generated always as identity,
  school_id bigint not null,
  second_review_id bigint not null,
  reason text not null check (length(reason) between 1 and 2000),
  kept_by_id bigint not null references users (id),
  kept_at timestamptz not null,
  primary key (id, school_id),
  unique (second_review_id, school_id),
  foreign key (second_review_id, school_id) references second_reviews (id, school_id)
);
comment on table kept_decisions is 'A second review disagreed, and the decision was kept.';
create index kept_decisions_kept_by on kept_decisions (kept_by_id);
create trigger kept_decisions_append_only before update or delete or truncate on kept_decisions
  for each statement execute function shipmate_refuse_change();

create table manual_results (
  id bigint generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  status text not null check (status in ('active', 'inactive', 'unknown')),
  plan_name text check (length(plan_name) between 1 and 200),
  plan_begins_on date,
  plan_ends_on date,
  deductible numeric(10, 2) check (deductible >= 0),
  out_of_pocket_max numeric(10, 2) check (out_of_pocket_max >= 0),
  -- the date on the coverage letter
  coverage_letter_on date,
  note text check (length(note) between 1 and 2000),
  created_by_id bigint not null references users (id),
  created_at timestamptz not null,
  primary key (id, school_id),
  foreign key (submission_id, school_id) references form_submissions (id, school_id)
);
comment on table manual_results is
  'What staff found out about other coverage by phone or on a website: evidence for the rules.';
create index manual_results_created_by on manual_results (created_by_id);
create index manual_results_submission on manual_results (submission_id, coverage_type, id desc);
create trigger manual_results_append_only before update or delete or truncate on manual_results
  for each statement execute function shipmate_refuse_change();

create table fix_reminders (
  id bigint generated always as identity,
  school_id bigint not null,
  submission_id bigint not null,
  respond_by date not null,
  days_before integer not null check (days_before > 0),
  created_at timestamptz not null,
  primary key (id, school_id),
  unique (submission_id, respond_by, days_before, school_id),
  foreign key (submission_id, school_id) references form_submissions (id, school_id)
);
comment on table fix_reminders is
  'Reminders 14, 7, 3 and 1 days before the response date. Each is queued once, by whichever process.';

-- ## Eligibility: payers are asked whether a waiver’s other plan is real, once and again during the policy year.

create table eligibility_settings (
  school_id bigint primary key references schools (id),
  provider text check (provider in ('simulator', 'x12', 'json')),
  address text check (address ~ '^https?://'),
  user_name text,
  secret_cipher bytea,
  organization text,
  npi text check (npi ~ '^\d{10}$'),
  sender_id text,
  receiver_id text,
  inquiry_cost_cents integer not null default 20 check (inquiry_cost_cents >= 0),
  cost_limit_cents integer check (cost_limit_cents >= 0),
  inquiries_per_minute integer not null default 60 check (inquiries_per_minute > 0),
  simulator_latency_ms integer not null default 0 check (simulator_latency_ms between 0 and 10000),
  simulator_is_out boolean not null default false,
  version integer not null default 1
);
comment on table eligibility_settings is
  'The clearinghouse of a school. Without a row, a check ends as unable to send.';

-- the number of each interchange (ISA13), which never repeats
create sequence eligibility_control_numbers as integer minvalue 1 maxvalue 999999999 cycle;

create table eligibility_reports (
  id bigint generated always as identity,
  school_id bigint not null,
  student_id bigint not null,
  student_period_id bigint not null,
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  cause text not null check (cause in ('staff', 'form', 'reverification', 'batch')),
  status text
    check (status in ('active', 'inactive', 'unknown', 'other_plan_detected', 'missing_request_information',
      'unable_to_send_request', 'request_failed')),
  retrieval_status text not null default 'pending' check (retrieval_status in ('pending', 'retrieved', 'error')),
  reason_code text,
  message text,
  next_step text,
  payer_name text,
  payer_id text,
  plan jsonb,
  deductible jsonb,
  out_of_pocket_max jsonb,
  other_payers jsonb not null default '[]',
  is_simulated boolean not null,
  cost_cents integer not null default 0,
  requested_by_id bigint references users (id),
  created_at timestamptz not null,
  retrieved_at timestamptz,
  -- when a process can continue a pending check: it’s being asked now, or the payer answers later
  next_try_at timestamptz,
  -- of the cells of a batch file’s row: a row is imported once
  batch_row_hash bytea check (length(batch_row_hash) = 32),
  -- which plans the answer had, from which segments, and what it leaves open
  basis jsonb not null default '{"plans": [], "covered": null, "questions": []}',
  -- the result that counts if staff accept it, and after that the one before, so that it can be undone
  if_accepted jsonb,
  accepted_by_id bigint references users (id),
  accepted_at timestamptz,
  before_acceptance jsonb,
  primary key (id, school_id),
  foreign key (student_id, school_id) references students (id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id),
  check ((status is null) = (retrieval_status = 'pending')),
  constraint eligibility_reports_acceptance_check
    check ((accepted_at is null) = (accepted_by_id is null) and (accepted_at is null) = (before_acceptance is null)),
  constraint eligibility_reports_batch_check check (cause = 'batch' or batch_row_hash is null)
);
comment on table eligibility_reports is 'A check of one coverage type of a student, by one or more inquiries.';
create index eligibility_reports_due on eligibility_reports (next_try_at) where retrieval_status = 'pending';
-- a coverage type is checked once at a time
create unique index eligibility_reports_pending on eligibility_reports (student_period_id, coverage_type, school_id)
  where retrieval_status = 'pending';
create index eligibility_reports_student on eligibility_reports (student_id, id desc);
create index eligibility_reports_student_period on eligibility_reports (student_period_id, coverage_type, id desc);

create table verification_requests (
  id bigint generated always as identity,
  school_id bigint not null,
  report_id bigint not null,
  number integer not null check (number > 0),
  variation text not null,
  payer_name text not null,
  payer_id text not null,
  -- how often it was sent: again after an outage, or because the payer answers later
  tries integer not null default 0,
  status text,
  reason_code text,
  message text,
  cost_cents integer not null default 0,
  latency_ms integer,
  sent_at timestamptz not null,
  sent_cipher bytea,
  received_cipher bytea,
  primary key (id, school_id),
  unique (report_id, number, school_id),
  foreign key (report_id, school_id) references eligibility_reports (id, school_id)
);
comment on table verification_requests is
  'One inquiry, written before it’s sent, so that none is lost. What was sent and received is kept, encrypted.';
-- what the inquiries of a month cost is summed before each one
create index verification_requests_cost on verification_requests (school_id, sent_at) include (cost_cents);
create index verification_requests_payer on verification_requests (sent_at, payer_id);

create table period_reverifications (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  state text not null default 'running' check (state in ('running', 'paused', 'stopped', 'done')),
  coverage_types text[] not null,
  only_due boolean not null,
  -- the night of the schedule; null if a person started it
  scheduled_on date,
  -- why it was paused, if no person paused it
  message text,
  started_by_id bigint references users (id),
  started_at timestamptz not null,
  ended_at timestamptz,
  -- null: of every source
  sources_of_coverage text[] check (cardinality(sources_of_coverage) > 0),
  primary key (id, school_id),
  unique (period_id, scheduled_on, school_id),
  foreign key (period_id, school_id) references periods (id, school_id),
  check ((ended_at is null) = (state in ('running', 'paused')))
);
comment on table period_reverifications is
  'A run that checks waivers again. It’s a list made once, so that it can be paused and goes on after a crash.';
-- one at a time per policy year
create unique index period_reverifications_open on period_reverifications (period_id, school_id) where ended_at is null;
create index period_reverifications_period on period_reverifications (period_id, id desc);

create table reverification_items (
  id bigint generated always as identity,
  school_id bigint not null,
  reverification_id bigint not null,
  student_id bigint not null,
  student_period_id bigint not null,
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  reason text not null
    check (reason in ('due', 'sample', 'not_due', 'needs_reverification', 'inactive', 'aged_out', 'unable_to_process')),
  from_status coverage_status not null,
  report_id bigint,
  primary key (id, school_id),
  unique (reverification_id, student_period_id, coverage_type, school_id),
  foreign key (reverification_id, school_id) references period_reverifications (id, school_id),
  foreign key (student_id, school_id) references students (id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id),
  foreign key (report_id, school_id) references eligibility_reports (id, school_id)
);
comment on table reverification_items is
  'One coverage type of a student in a run. Its outcome is that of its check, even if the check ends after the run.';
create index reverification_items_left on reverification_items (reverification_id, id) where report_id is null;
create index reverification_items_report on reverification_items (report_id);

-- ## Outputs: what leaves the office: charges, carrier files, reports, disclosures and webhooks.

create table bursar_settings (
  school_id bigint primary key references schools (id),
  needs_second_person boolean not null default false,
  last_number integer not null default 0 check (last_number >= 0),
  version integer not null default 0
);
comment on table bursar_settings is 'How a school releases its batches, and the number of its latest one.';

create table bursar_batches (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  number integer not null check (number > 0),
  state text not null default 'draft' check (state in ('draft', 'released', 'confirmed', 'voided')),
  -- the totals of its lines, for the list of batches
  lines integer not null default 0,
  students integer not null default 0,
  total numeric(14, 2) not null default 0,
  made_by_id bigint references users (id),
  made_at timestamptz not null,
  released_by_id bigint references users (id),
  released_at timestamptz,
  confirmed_by_id bigint references users (id),
  confirmed_at timestamptz,
  voided_by_id bigint references users (id),
  voided_at timestamptz,
  void_reason text check (length(void_reason) between 1 and 500),
  primary key (id, school_id),
  unique (school_id, number),
  foreign key (period_id, school_id) references periods (id, school_id),
  check ((state = 'voided') = (voided_at is not null)),
  check ((voided_at is null) = (void_reason is null)),
  check (released_at is not null or confirmed_at is null),
  check (state <> 'draft' or released_at is null),
  check ((state = 'confirmed') = (confirmed_at is not null))
);
comment on table bursar_batches is
  'The charges since the last batch. A student’s account is the sum of the lines of all batches that aren’t voided.';
-- one draft at a time per policy year
create unique index bursar_batches_draft on bursar_batches (period_id, school_id) where state = 'draft';
create index bursar_batches_period on bursar_batches (period_id, id desc);

create table bursar_lines (
  batch_id bigint not null,
  line integer not null check (line > 0),
  school_id bigint not null,
  student_period_id bigint not null,
  sid text not null,
  last_name text not null,
  first_name text not null,
  -- only a premium has one
  coverage_type text check (coverage_type in ('medical', 'dental', 'vision')),
  item text not null
    check (item in ('premium', 'admin_fee', 'on_call_fee', 'ltd_premium', 'life_premium', 'add_premium',
      'late_waiver_fee')),
  action text not null check (action in ('charge', 'reverse', 'prorate')),
  amount numeric(12, 2) not null check (amount <> 0),
  effective_on date not null,
  reason text not null,
  primary key (batch_id, line, school_id),
  foreign key (batch_id, school_id) references bursar_batches (id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id),
  check ((item = 'premium') = (coverage_type is not null))
);
comment on table bursar_lines is
  'A signed amount, with the names as they were sent: a file can be downloaded again byte for byte.';
create unique index bursar_lines_item on bursar_lines (batch_id, student_period_id, item, coalesce(coverage_type, ''), school_id);
create index bursar_lines_student_period on bursar_lines (student_period_id);
create trigger bursar_lines_append_only before update or delete or truncate on bursar_lines
  for each statement execute function shipmate_refuse_change();

create table carrier_files (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  kind text not null check (kind in ('full', 'changes')),
  is_test boolean not null,
  -- prepares it: says how far it is, and why it failed
  job_id bigint not null references jobs (id),
  state text not null default 'preparing'
    check (state in ('preparing', 'ready', 'released', 'failed', 'discarded')),
  -- the settings and the school’s name when it was prepared: the file stays the same
  settings jsonb not null,
  school_name text not null,
  -- ISA06 and ISA08: control numbers count up between the two, whichever schools their files are of
  sender text not null,
  receiver text not null,
  as_of date not null,
  -- the released file that it was compared with
  base_id bigint,
  subscribers integer not null default 0,
  dependents integer not null default 0,
  -- segments of the members
  segments integer not null default 0,
  counts jsonb not null default '{}',
  changed_students integer not null default 0,
  left_out integer not null default 0,
  problems integer not null default 0,
  includes_ssns boolean not null,
  control_number integer check (control_number between 1 and 999999999),
  file_name text,
  created_by_id bigint not null references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  prepared_at timestamptz,
  released_by_id bigint references users (id),
  released_at timestamptz,
  -- [{last_position, subscribers, dependents, segments}]: the transaction sets in order
  sets jsonb not null default '[]',
  primary key (id, school_id),
  unique (sender, receiver, control_number),
  unique (job_id, school_id),
  foreign key (period_id, school_id) references periods (id, school_id),
  foreign key (base_id, school_id) references carrier_files (id, school_id),
  check ((state = 'released') = (control_number is not null and released_at is not null and file_name is not null))
);
comment on table carrier_files is
  'An 834 file that tells the carrier who is covered; it’s prepared for review, then released.';
-- one at a time per policy year
create unique index carrier_files_open on carrier_files (period_id, school_id) where state in ('preparing', 'ready');
create index carrier_files_period on carrier_files (period_id, id desc);

create table carrier_file_members (
  file_id bigint not null,
  position integer not null,
  school_id bigint not null,
  student_id bigint not null,
  student_period_id bigint not null,
  cipher bytea not null,
  differences jsonb not null,
  primary key (file_id, position, school_id),
  foreign key (file_id, school_id) references carrier_files (id, school_id),
  foreign key (student_id, school_id) references students (id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id)
);
comment on table carrier_file_members is
  'What a file says of a student, encrypted, so that the next file can say only what changed. Differences have no values.';
create index carrier_file_members_changed on carrier_file_members (file_id, position) where differences <> '[]'::jsonb;
create index carrier_file_members_known on carrier_file_members (student_period_id, file_id desc);
create index carrier_file_members_student on carrier_file_members (student_id, file_id);

create table carrier_file_problems (
  file_id bigint not null,
  position integer not null,
  school_id bigint not null,
  student_id bigint not null,
  student_period_id bigint not null,
  code text not null,
  place text not null,
  field text not null,
  dependent text,
  coverage_type text check (coverage_type in ('medical', 'dental', 'vision')),
  tier text,
  primary key (file_id, position, school_id),
  foreign key (file_id, school_id) references carrier_files (id, school_id),
  foreign key (student_id, school_id) references students (id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id)
);
comment on table carrier_file_problems is 'What the carrier would reject; these students are left out.';

create table age_out_runs (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  run_on date not null,
  job_id bigint not null references jobs (id),
  -- waivers of how many students; an interrupted night goes on counting
  changed integer not null default 0 check (changed >= 0),
  primary key (id, school_id),
  unique (period_id, run_on, school_id),
  unique (job_id, school_id),
  foreign key (period_id, school_id) references periods (id, school_id)
);
comment on table age_out_runs is
  'One night of a policy year. A run that was interrupted goes on; one that has ended isn’t repeated that night.';

create table aged_out_waivers (
  id bigint generated always as identity,
  school_id bigint not null,
  student_period_id bigint not null,
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  presumed_end_on date not null,
  created_at timestamptz not null,
  primary key (id, school_id),
  unique (student_period_id, coverage_type, presumed_end_on, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id)
);
comment on table aged_out_waivers is
  'A waiver that became aged out when its coverage ended. If staff change it back, no later night repeats it.';

create table age_out_notices (
  id bigint generated always as identity,
  school_id bigint not null,
  student_period_id bigint not null,
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  days_before integer not null check (days_before in (30, 60, 90)),
  presumed_end_on date not null,
  email_id bigint not null references emails (id),
  created_at timestamptz not null,
  primary key (id, school_id),
  unique (student_period_id, coverage_type, days_before, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id)
);
comment on table age_out_notices is
  'A notice 90, 60 or 30 days before coverage under a parent’s plan ends. Each is queued once, by whichever process.';

create table report_schedules (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  report text not null,
  repeats text not null check (repeats in ('weekly', 'monthly')),
  weekdays text[] not null default '{}' check (weekdays <@ array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
  -- in a month with fewer days, its last day
  month_day integer check (month_day between 1 and 31),
  -- of the day in the school’s time zone
  hour integer not null check (hour between 0 and 23),
  -- users; whether they still have access is checked each time
  reader_ids bigint[] not null check (cardinality(reader_ids) > 0),
  is_on boolean not null default true,
  -- the process that moves it forward makes the report, in one transaction
  next_run_at timestamptz,
  last_run_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (id, school_id),
  foreign key (period_id, school_id) references periods (id, school_id),
  check ((repeats = 'weekly') = (cardinality(weekdays) > 0)),
  check ((repeats = 'monthly') = (month_day is not null)),
  check (is_on = (next_run_at is not null))
);
comment on table report_schedules is
  'A report that is made on a schedule. Its readers get a link that needs sign-in, never the file.';
create index report_schedules_due on report_schedules (next_run_at) where is_on and deleted_at is null;
create index report_schedules_period on report_schedules (period_id);

create table made_reports (
  id bigint generated always as identity,
  school_id bigint not null,
  schedule_id bigint not null,
  -- makes it: says why it failed
  job_id bigint not null references jobs (id),
  due_at timestamptz,
  made_by_id bigint references users (id),
  -- once it’s made
  file_name text,
  rows integer check (rows >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id, school_id),
  unique (schedule_id, due_at, school_id),
  unique (job_id, school_id),
  foreign key (schedule_id, school_id) references report_schedules (id, school_id),
  check ((due_at is null) = (made_by_id is not null)),
  check ((file_name is null) = (rows is null))
);
comment on table made_reports is
  'A report of a schedule, made when it was due or when someone asked for it; deleted after 30 days.';
create index made_reports_expiry on made_reports (expires_at);
create index made_reports_schedule on made_reports (schedule_id, id desc);

create table made_report_chunks (
  made_report_id bigint not null,
  school_id bigint not null,
  position integer not null,
  cipher bytea not null,
  primary key (made_report_id, position, school_id),
  foreign key (made_report_id, school_id) references made_reports (id, school_id) on delete cascade
);
comment on table made_report_chunks is 'The file, encrypted, in pieces, like that of an import.';

create table disclosures (
  id bigint generated always as identity,
  at timestamptz not null,
  school_id bigint not null references schools (id),
  kind text not null check (kind in ('export', 'print', 'report', 'scheduled_report', 'eligibility_file')),
  actor_id bigint references users (id),
  -- its row in the access log; none for what Shipmate makes on a schedule
  access_id bigint references access_log (id),
  recipient text not null,
  purpose text not null,
  what text not null,
  primary key (id, school_id)
);
comment on table disclosures is
  'A student can ask who received their data (34 CFR 99.32): each file of students is recorded with its students.';
create index disclosures_access on disclosures (access_id);
create trigger disclosures_append_only before update or delete or truncate on disclosures
  for each statement execute function shipmate_refuse_change();

create table disclosed_students (
  disclosure_id bigint not null,
  block bigint not null,
  school_id bigint not null,
  places smallint[] not null check (cardinality(places) between 1 and 4096),
  primary key (disclosure_id, block, school_id),
  foreign key (disclosure_id, school_id) references disclosures (id, school_id)
);
comment on table disclosed_students is
  'Students in blocks of 4,096 IDs, each by its place in the block: 300,000 students are 74 rows.';
create index disclosed_students_block on disclosed_students (block, school_id);
create trigger disclosed_students_append_only before update or delete or truncate on disclosed_students
  for each statement execute function shipmate_refuse_change();

create table activity_reviews (
  id bigint generated always as identity primary key,
  -- a Monday; the process that inserts it makes the review
  starts_on date not null unique,
  made_at timestamptz not null
);
comment on table activity_reviews is 'Each week lists unusual views of students’ records, for an admin to look at.';

create table activity_findings (
  id bigint generated always as identity primary key,
  review_id bigint not null references activity_reviews (id),
  kind text not null check (kind in ('many_records', 'other_hours', 'own_name', 'many_refusals')),
  user_id bigint not null references users (id),
  quantity integer not null check (quantity > 0),
  own_usual integer,
  others_usual integer,
  -- of the access log, which keeps the IDs of students whose import was undone
  student_id bigint,
  looked_at timestamptz,
  looked_at_by_id bigint references users (id),
  note text check (length(note) between 1 and 1000),
  unique (review_id, kind, user_id),
  check ((looked_at is null) = (looked_at_by_id is null) and (looked_at is null) = (note is null))
);
comment on table activity_findings is 'One unusual activity of a user. It keeps its numbers as they were.';

create table webhooks (
  id bigint generated always as identity,
  school_id bigint not null references schools (id),
  address text not null check (length(address) between 1 and 500),
  secret_cipher bytea not null,
  events text[] not null check (cardinality(events) > 0),
  is_on boolean not null default true,
  -- history entries up to this one were written before it was turned on
  entry_id bigint not null default 0,
  version integer not null default 1,
  created_by_id bigint not null references users (id),
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- the position of the last seal of the history that it looked at
  position bigint not null default 0,
  primary key (id, school_id)
);
comment on table webhooks is
  'A school’s systems are told of changes. These are read from the history, so no write waits and nothing is missed.';
create index webhooks_school on webhooks (school_id, id desc) where deleted_at is null;

create table webhook_deliveries (
  id bigint generated always as identity,
  school_id bigint not null,
  webhook_id bigint not null,
  type text not null,
  -- the body as it’s signed and sent; it has IDs and statuses, no personal data
  body text not null,
  items integer not null,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- until then no process sends it; a process that sends it moves it forward first
  next_try_at timestamptz,
  response_status integer,
  error text,
  created_at timestamptz not null,
  delivered_at timestamptz,
  -- since when a process sends it: at most two of a webhook are sent at once, by all processes
  claimed_at timestamptz,
  primary key (id, school_id),
  foreign key (webhook_id, school_id) references webhooks (id, school_id),
  check ((state = 'queued') = (next_try_at is not null)),
  check ((state = 'delivered') = (delivered_at is not null))
);
comment on table webhook_deliveries is 'A message to a webhook, and what became of it.';
-- the next ones of a webhook
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_try_at, id) where state = 'queued';
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id desc);

-- ## First rows

insert into email_pace (used_until) values (now());

-- the texts that are the same at every school, and those that a school can change
insert into email_templates (kind) values
  ('waiver_form_submission_confirmation'), ('enroll_form_submission_confirmation'), ('waiver_approved_confirmation'),
  ('waiver_unable_to_process'), ('waiver_unable_to_process_reminder'), ('waiver_declined'), ('enrollment_approved'),
  ('enrollment_unable_to_process'), ('auto_enrolled'), ('reverification_needed'), ('reverification_failed'),
  ('aging_out_90_days'), ('aging_out_60_days'), ('aging_out_30_days'), ('deadline_reminder'), ('appeal_received'),
  ('appeal_decided'), ('resume_link'), ('invite'), ('reset_link'), ('password_changed'), ('two_factor_changed'),
  ('report_ready'), ('email_change'), ('emergency_access'), ('activity_review');

-- ## Rights: the running application writes rows, but changes neither tables nor the past. The start creates its role if it
-- can; without the role, the triggers alone protect the past.

do $$
begin
  if not exists (select from pg_roles where rolname = 'shipmate_app') then
    return;
  end if;
  grant usage on schema public to shipmate_app;
  grant select, insert, update, delete on all tables in schema public to shipmate_app;
  grant usage on all sequences in schema public to shipmate_app;
  -- for the tables of later migrations
  alter default privileges in schema public grant select, insert, update, delete on tables to shipmate_app;
  alter default privileges in schema public grant usage on sequences to shipmate_app;
  revoke update, delete, truncate on
    changes, history, history_seals, access_log, access_seals, emergency_sign_ins,
    period_publications, email_layouts,
    form_submission_snapshots, appeals, decisions, second_reviews, kept_decisions, manual_results, fix_reminders,
    bursar_lines, aged_out_waivers, age_out_notices, disclosures, disclosed_students
    from shipmate_app;
  revoke delete, truncate on decision_outcomes, decision_feedback, bursar_batches from shipmate_app;
  -- only the owner reads and writes them, at the start
  revoke all on key_fingerprints from shipmate_app;
end
$$;
