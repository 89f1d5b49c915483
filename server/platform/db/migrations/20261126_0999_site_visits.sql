-- why: staff want to know which pages of the student site are read and where students leave a form. Nothing about a visitor is
-- kept: no row for each visit, no address, no session, only the counts of a day.
create table site_visits (
  school_id bigint not null,
  period_id bigint not null,
  -- the day at the school
  day date not null,
  what text not null check (what in ('page', 'begun', 'step', 'saved', 'sent')),
  -- the key of the page, the form, or the form and the key of its step: 'waive/sign'
  name text not null check (length(name) between 1 and 200),
  language text not null check (language in ('en', 'es')),
  device text not null check (device in ('phone', 'tablet', 'computer')),
  visits integer not null check (visits > 0),
  primary key (period_id, day, what, name, language, device, school_id),
  foreign key (period_id, school_id) references periods (id, school_id)
);
comment on table site_visits is 'How often the pages and forms of a student site were used on a day.';
create index site_visits_day on site_visits (day);
