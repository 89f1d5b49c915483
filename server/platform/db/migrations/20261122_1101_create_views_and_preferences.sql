-- why: staff come back to the same questions and the same columns; both are kept per person, questions may be shared

create table saved_views (
  id bigint generated always as identity primary key,
  -- null: its owner's, in every school they may enter
  school_id bigint references schools (id),
  owner_id bigint not null references users (id) on delete cascade,
  name text collate shipmate_text not null check (length(name) between 1 and 60),
  shared boolean not null default false,
  -- search, filters, where and sort, as the list takes them
  query jsonb not null,
  -- how the columns stand; null: as whoever opens it has them
  columns jsonb,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint saved_views_shared_in_a_school check (school_id is not null or not shared)
);
create unique index saved_views_name_key on saved_views (owner_id, coalesce(school_id, 0), shipmate_fold(name))
  where deleted_at is null;
create index saved_views_shared on saved_views (school_id) where shared and deleted_at is null;

-- How somebody has set up a table. The last write wins: nobody else writes it.
create table user_preferences (
  user_id bigint not null references users (id) on delete cascade,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (user_id, key)
);
