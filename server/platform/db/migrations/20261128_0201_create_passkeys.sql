-- why: a user can add passkeys (WebAuthn). One works as the second factor after the password; with user verification it
-- also signs in without one. The challenge belongs to the session that adds a passkey or to the pending sign-in, and is
-- used once.

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- chosen by the authenticator, unique everywhere
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- in COSE form
  public_key bytea not null,
  -- the last one seen; 0 if the authenticator doesn't count
  signature_count bigint not null check (signature_count >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

alter table sessions
  add column passkey_challenge text,
  add column passkey_challenge_at timestamptz,
  add check ((passkey_challenge is null) = (passkey_challenge_at is null));

-- without a user: someone signs in with a passkey, which tells who they are
alter table pending_logins
  alter column user_id drop not null,
  add column passkey_challenge text,
  add column passkey_challenge_at timestamptz,
  add check ((passkey_challenge is null) = (passkey_challenge_at is null)),
  add check (user_id is not null or passkey_challenge is not null);
