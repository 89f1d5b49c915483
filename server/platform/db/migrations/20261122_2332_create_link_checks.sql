-- why: staff check the links of a policy year to other sites on demand; the check runs in the background and its result
-- appears among the open issues of the setup until the next one
create table link_checks (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  period_id bigint not null,
  author_id bigint not null references users (id),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- links
  done integer not null default 0,
  total integer not null default 0,
  -- the links that don't work: [{url, problem}]
  dead jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (school_id, period_id) references periods (school_id, id)
);
create index link_checks_latest on link_checks (period_id, id desc);
-- one at a time
create unique index link_checks_unfinished on link_checks (period_id) where state in ('queued', 'running');
