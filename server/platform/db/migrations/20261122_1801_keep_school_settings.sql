-- why: a school is described (address, contacts, colors), and keeps files that everybody may see under random names

alter table schools
  add column address_1 text,
  add column address_2 text,
  add column city text,
  add column state text,
  add column zip text,
  add column phone text,
  add column website text,
  add column contacts jsonb not null default '[]',
  add column deadlines_contact jsonb not null default '{"name": null, "email": null, "phone": null}',
  -- null: nobody has chosen
  add column colors jsonb,
  -- apart from `version`: whoever chooses colors is not in the way of whoever edits the address
  add column colors_version integer not null default 1;
alter table schools
  add constraint schools_state_check check (state ~ '^[A-Z]{2}$'),
  add constraint schools_contacts_check check (jsonb_typeof(contacts) = 'array'),
  add constraint schools_deadlines_contact_check check (jsonb_typeof(deadlines_contact) = 'object');

create table school_files (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  kind text not null check (kind in ('logo', 'image', 'file')),
  -- what everybody asks for; nobody guesses it
  public_name text not null unique check (public_name ~ '^[0-9a-f]{32}\.[a-z]{3,4}$'),
  name text collate shipmate_text not null check (length(name) between 1 and 200),
  alt text not null default '' check (length(alt) <= 300),
  media_type text not null,
  -- bytes as kept: an SVG is cleaned before
  size bigint not null check (size > 0),
  sha256 bytea not null,
  width integer check (width > 0),
  height integer check (height > 0),
  -- under which the file layer keeps the bytes; also those of removed files, which may come back
  stored_name text not null unique,
  author_id bigint references users (id),
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (school_id, id)
);
create index school_files_school on school_files (school_id, created_at desc) include (size);
