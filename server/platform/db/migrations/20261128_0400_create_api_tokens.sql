-- why: a school's own systems call the API with a token of their own, limited to the school, revocable and in the audit.
-- A token acts as an account of its own, so that the history and the access log name it like everyone else.

-- the account of a token: it has no password, and isn't a person
alter table users add column is_service boolean not null default false;

create table api_tokens (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  user_id bigint not null unique references users (id),
  name text not null check (length(name) between 1 and 100),
  access text not null check (access in ('read', 'write')),
  token_hash bytea not null unique,
  hint text not null,
  created_by_id bigint not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_tokens_school on api_tokens (school_id, id desc);
