-- why: a change of academic status on a later day acted on the day it was entered: coverage of students who leave in March ended in
-- November. The change now waits in its record: its list, filters, exports, history, undo and merges then know it like any field.
alter table student_periods
  add column planned_academic_status text
    check (planned_academic_status in ('incoming', 'returning', 'continuing', 'leave_of_absence', 'part_time', 'graduated',
      'withdrawn', 'x')),
  add column planned_status_on date,
  add constraint student_periods_planned_whole
    check ((planned_academic_status is null) = (planned_status_on is null));
-- What is due is looked for every hour in all schools.
create index student_periods_planned on student_periods (planned_status_on, school_id)
  where planned_status_on is not null and deleted_at is null;
