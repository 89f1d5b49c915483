-- why: beside the pages that every student site has, a school writes pages of its own, in an order of its own

create table period_pages (
  id bigint generated always as identity primary key,
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
  foreign key (school_id, period_id) references periods (school_id, id),
  unique (period_id, key)
);
create unique index period_pages_slug on period_pages (period_id, slug) where deleted_at is null;
create index period_pages_school on period_pages (school_id, period_id);
