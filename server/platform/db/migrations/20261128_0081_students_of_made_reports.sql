-- why: a report is disclosed to whoever downloads it, who may not be one of its recipients and may do so weeks later.
alter table made_reports
  add column student_period_ids bigint[] not null default '{}',
  add column disclosed text not null default '';

comment on column made_reports.student_period_ids is
  'The student-periods in the file, recorded as disclosed at each download. Empty in a figure, and in a file that was recorded when it was made.';
comment on column made_reports.disclosed is 'The columns of the file in words, as a record of disclosures shows them.';
