-- why: one act can change many texts of a setup at once, such as last year’s dates in all of them. The history says what changed in
-- words that staff read, from which a document can’t be put together again; its undo restores the whole content from here.
create table former_setup (
  id bigint generated always as identity,
  school_id bigint not null references schools (id),
  period_id bigint not null,
  change_id bigint not null references changes (id),
  -- the kind of a document, or 'custom-pages' for the page of page_id
  kind text not null check (length(kind) between 1 and 60),
  page_id bigint check ((page_id is not null) = (kind = 'custom-pages')),
  content jsonb not null,
  -- the version that the change saved: a later one isn’t undone
  version integer not null check (version > 0),
  primary key (id, school_id),
  foreign key (period_id, school_id) references periods (id, school_id),
  foreign key (page_id, school_id) references period_pages (id, school_id)
);
comment on table former_setup is 'The content of a setup’s documents and pages before a change whose undo restores all of it.';
create index former_setup_change on former_setup (change_id, school_id);
