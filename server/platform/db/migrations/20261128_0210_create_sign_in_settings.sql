-- why: a school can require two-factor authentication of its school admins, and let them sign in at its own identity
-- provider (OpenID Connect). Issuer and subject tie an account to one here; the email address only finds it the first time.

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

create table sign_on_ties (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  user_id bigint not null references users (id) on delete cascade,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  created_at timestamptz not null,
  unique (school_id, issuer, subject),
  unique (school_id, issuer, user_id)
);

-- A sign-in between our page and the provider's. Deleted when it comes back, whatever it brings.
create table sign_on_attempts (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  -- of the cookie of the browser that started it
  token_hash bytea not null unique,
  -- state, nonce and code verifier, encrypted
  cipher bytea not null,
  created_at timestamptz not null
);
create index sign_on_attempts_created on sign_on_attempts (created_at);

-- the provider said that it asked for a second factor
alter table sessions add column provider_factor boolean not null default false;
