-- why: a record as of a day, its copy, a merge and an erasure read removed records too, and read all of the table for one student.
create index student_periods_student on student_periods (student_id);
create index reverification_items_student on reverification_items (student_id);
drop index dependents_student_period;
create index dependents_student_period on dependents (student_period_id);
drop index student_notes_student;
create index student_notes_student on student_notes (student_id, created_at desc);
