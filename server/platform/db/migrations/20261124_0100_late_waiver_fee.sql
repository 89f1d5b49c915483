-- why: the late waiver fee of a policy year had no column in the record of a student who owes it
alter table student_periods add column late_waiver_fee numeric(10, 2) check (late_waiver_fee >= 0);
