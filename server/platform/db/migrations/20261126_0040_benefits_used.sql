-- the day since which the student has claims under the plan; a policy year can allow no waiver after that
alter table student_periods add column benefits_used_on date;

-- no decision was ever automatic: an automatic approval is a decision about the form
alter table decisions drop constraint decisions_mode_check;
alter table decisions add constraint decisions_mode_check check (mode in ('shadow', 'assist'));
