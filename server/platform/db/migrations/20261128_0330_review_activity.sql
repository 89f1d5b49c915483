-- why: each week lists unusual views of students’ records, for an admin to look at. A finding keeps its numbers as they were.

create table activity_reviews (
  id bigint generated always as identity primary key,
  -- a Monday; the process that inserts it makes the review
  starts_on date not null unique,
  made_at timestamptz not null
);

create table activity_findings (
  id bigint generated always as identity primary key,
  review_id bigint not null references activity_reviews (id),
  kind text not null check (kind in ('many_records', 'other_hours', 'own_name', 'many_refusals')),
  user_id bigint not null references users (id),
  quantity integer not null check (quantity > 0),
  own_usual integer,
  others_usual integer,
  -- of the log, which keeps the IDs of students whose import was undone
  student_id bigint,
  looked_at timestamptz,
  looked_at_by_id bigint references users (id),
  note text check (length(note) between 1 and 1000),
  unique (review_id, kind, user_id),
  check ((looked_at is null) = (looked_at_by_id is null) and (looked_at is null) = (note is null))
);

insert into email_templates (kind) values ('activity_review');
