-- why: a school's own systems are told when a coverage status changes or a student sends a form. What to tell is read from the
-- history, which is written in the same transaction as every change: nothing is missed, and no write waits for it.

create table webhooks (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  address text not null check (length(address) between 1 and 500),
  secret_cipher bytea not null,
  events text[] not null check (cardinality(events) > 0),
  is_on boolean not null default true,
  -- the last history entry that was looked at, in the order of commits
  transaction_id xid8 not null default pg_current_xact_id(),
  entry_id bigint not null default 0,
  version integer not null default 1,
  created_by_id bigint not null references users (id),
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (school_id, id)
);
create index webhooks_school on webhooks (school_id, id desc) where deleted_at is null;

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  webhook_id bigint not null,
  type text not null,
  -- the body as it's signed and sent; it has IDs and statuses, no personal data
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
  foreign key (school_id, webhook_id) references webhooks (school_id, id),
  check ((state = 'queued') = (next_try_at is not null)),
  check ((state = 'delivered') = (delivered_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (next_try_at) where state = 'queued';
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id desc);
