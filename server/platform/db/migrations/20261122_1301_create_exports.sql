-- why: a list as a file is made apart from any request, survives a restart, and is gone after a day

create table exports (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  period_id bigint not null,
  author_id bigint not null references users (id),
  format text not null check (format in ('csv', 'xlsx')),
  -- what was asked for, as it came
  ask jsonb not null,
  includes_ssn boolean not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  done integer not null default 0,
  total integer not null,
  file_name text not null,
  -- bytes
  size integer,
  message text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (school_id, period_id) references periods (school_id, id)
);
create index exports_author on exports (author_id, period_id, id desc);
create index exports_expiry on exports (expires_at);

-- The file itself, encrypted, in pieces: any server process can read it, memory does not grow with it.
create table export_file_chunks (
  export_id bigint not null references exports (id) on delete cascade,
  position integer not null,
  cipher bytea not null,
  primary key (export_id, position)
);
