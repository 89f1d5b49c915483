-- why: the contact form was designed but sent nowhere. Messages are kept, so that staff see what is still to answer when an email
-- is lost, and on whose record it stands.
create table student_messages (
  id bigint generated always as identity,
  school_id bigint not null,
  period_id bigint not null,
  student_id bigint,
  student_period_id bigint,
  reference text not null check (reference ~ '^M-[2-9A-Z]{4}-[2-9A-Z]{4}$'),
  -- as it was called then: topics can be renamed and removed
  topic text check (length(topic) <= 120),
  name text check (length(name) <= 200),
  email text not null check (length(email) <= 254),
  message text not null check (length(message) <= 5000),
  created_at timestamptz not null,
  done_at timestamptz,
  done_by_id bigint references users (id),
  version integer not null default 1,
  primary key (id, school_id),
  unique (reference, school_id),
  check ((student_id is null) = (student_period_id is null)),
  check (done_by_id is null or done_at is not null),
  foreign key (period_id, school_id) references periods (id, school_id),
  foreign key (student_id, school_id) references students (id, school_id),
  foreign key (student_period_id, school_id) references student_periods (id, school_id)
);
comment on table student_messages is 'What students wrote with the contact form, with the student once they’re known.';
create index student_messages_period on student_messages (period_id, id desc);
create index student_messages_open on student_messages (period_id, id desc) where done_at is null;
create index student_messages_student on student_messages (student_id, id desc) where student_id is not null;

-- the answer to a message goes to the student, not to the school
alter table emails add column reply_to text check (length(reply_to) <= 254);

insert into email_templates (kind) values ('student_message');
