-- why: a policy year is set up in documents, each read and replaced whole; some hold for students once published

create table period_documents (
  school_id bigint not null,
  period_id bigint not null,
  kind text not null check (length(kind) between 1 and 60),
  content jsonb not null,
  version integer not null default 1 check (version > 0),
  updated_at timestamptz not null,
  updated_by bigint references users (id),
  primary key (period_id, kind),
  foreign key (school_id, period_id) references periods (school_id, id)
);
create index period_documents_school on period_documents (school_id, period_id);

-- What has been published stays as it was: a decision made by it can be explained later.
create table period_publications (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  period_id bigint not null,
  kind text not null check (length(kind) between 1 and 60),
  number integer not null check (number > 0),
  version integer not null check (version > 0),
  content jsonb not null,
  published_at timestamptz not null,
  published_by bigint references users (id),
  unique (period_id, kind, number),
  foreign key (school_id, period_id) references periods (school_id, id)
);
create index period_publications_school on period_publications (school_id, period_id);

do $$
begin
  if exists (select from pg_roles where rolname = 'shipmate_app') then
    revoke update, delete, truncate on period_publications from shipmate_app;
  end if;
end
$$;

-- What became of a school's set-up is asked for by the school or the period; students' entries have an index of their own.
create index history_setup on history (subject_type, subject_id, id desc)
  where subject_type in ('school', 'period', 'insurance_company');
