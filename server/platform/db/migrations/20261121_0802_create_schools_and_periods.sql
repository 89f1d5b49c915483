-- why: tenants (schools) and their policy years (periods)

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
  updated_at timestamptz not null default now()
);
create unique index schools_name_key on schools (shipmate_fold(name)) where archived_at is null;
create unique index schools_slug_key on schools (slug) where archived_at is null;

create table periods (
  id bigint generated always as identity primary key,
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
  constraint periods_dates_check check (starts_on < ends_on),
  -- what student-periods point at, so that a period is always of the student's school
  unique (school_id, id)
);
create unique index periods_school_name_key on periods (school_id, shipmate_fold(name)) where deleted_at is null;
create index periods_school_dates on periods (school_id, starts_on);
