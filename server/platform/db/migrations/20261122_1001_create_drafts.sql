-- why: what somebody has typed into a form and not saved yet outlives a reload, and an end of the session for idleness

create table drafts (
  user_id bigint not null references users (id) on delete cascade,
  -- which form of which record, such as period-about:70
  form text not null check (length(form) between 1 and 100),
  -- AES-256-GCM, key id in the record: it may hold what a student's record holds
  content bytea not null check (length(content) <= 200000),
  saved_at timestamptz not null,
  primary key (user_id, form)
);
create index drafts_age on drafts (saved_at);
