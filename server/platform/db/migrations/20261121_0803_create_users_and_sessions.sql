-- why: who may come in, by which proof, and what is open right now

create table users (
  id bigint generated always as identity primary key,
  first_name text collate shipmate_text not null check (length(first_name) between 1 and 100),
  last_name text collate shipmate_text not null check (length(last_name) between 1 and 100),
  email text not null check (email = lower(email) and length(email) <= 254),
  permission text not null check (permission in ('shipmate_admin', 'school_admin')),
  password_hash text,
  -- AES-256-GCM, key id in the record
  two_factor_secret bytea,
  two_factor_recovery_codes bytea,
  two_factor_confirmed_at timestamptz,
  -- the 30-second step of the last code used: a step opens once
  two_factor_last_step bigint,
  is_demo boolean not null default false,
  disabled_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on users (email) where deleted_at is null;

create table user_schools (
  user_id bigint not null references users (id) on delete cascade,
  school_id bigint not null references schools (id),
  primary key (user_id, school_id)
);

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
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- A login whose password was right and whose second factor is still owed.
create table pending_logins (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users (id) on delete cascade,
  remember boolean not null default false,
  failures integer not null default 0,
  created_at timestamptz not null
);

-- Links that work once: reset (60 minutes), invite (7 days).
create table one_time_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('reset', 'invite')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create unique index one_time_tokens_open on one_time_tokens (user_id, purpose) where used_at is null;

-- Fixed windows of failures, shared by all server processes.
create table throttles (
  key text primary key,
  started_at timestamptz not null,
  hits integer not null
);

-- First answers to POSTs, given again for 24 hours.
create table idempotency_keys (
  user_id bigint not null references users (id) on delete cascade,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  change_id bigint,
  reply jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);

-- Mail waits here until it is sent, written in the same transaction as its reason.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  to_address text not null,
  to_name text not null,
  subject text not null,
  body text not null,
  school_id bigint references schools (id),
  student_id bigint,
  created_at timestamptz not null,
  sent_at timestamptz
);
