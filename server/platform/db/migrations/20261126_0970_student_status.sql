-- why: students couldn't see what became of their forms. They prove who they are with a code that is emailed to the address on
-- the roster, or with the token of one form. A code can be guessed in a million tries, so its tries are counted in its row.
create table status_codes (
  id bigint generated always as identity,
  school_id bigint not null,
  student_period_id bigint not null,
  code_hash bytea not null,
  tries integer not null default 0 check (tries >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (id, school_id),
  -- a new code replaces the one before
  unique (student_period_id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id)
);
comment on table status_codes is
  'The codes with which students open their status, hashed. A used one is deleted at once, the others when they have ended.';
create index status_codes_expiry on status_codes (expires_at);

create table status_sessions (
  id bigint generated always as identity,
  school_id bigint not null,
  -- opened by a code: the student and the record. It ends when the record becomes another student's
  student_id bigint,
  student_period_id bigint,
  -- opened by a form's token
  submission_id bigint,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id, school_id),
  check ((student_id is null) = (student_period_id is null)),
  check ((student_id is null) <> (submission_id is null)),
  foreign key (student_id, school_id) references students (id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id),
  foreign key (submission_id, school_id) references form_submissions (id, school_id) on delete cascade
);
comment on table status_sessions is
  'The sessions of students on the student site, apart from those of users: neither opens what the other does.';
create index status_sessions_expiry on status_sessions (expires_at);
create index status_sessions_student on status_sessions (student_id) where student_id is not null;

-- an email with a code is sealed like one with a link, for its student
alter table emails
  drop constraint emails_body_where_no_link,
  add constraint emails_body_where_no_link
    check ((kind in ('reset_link', 'invite', 'email_change', 'status_code')) = (body is null)),
  drop constraint emails_link_has_end,
  add constraint emails_link_has_end
    check (body_cipher is null or (link_expires_at is not null and (link_of is not null or student_period_id is not null)));

insert into email_templates (kind) values ('status_code');
insert into email_templates (kind, school_id) select 'status_code', id from schools;
