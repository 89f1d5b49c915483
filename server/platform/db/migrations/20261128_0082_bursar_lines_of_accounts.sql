-- why: after a merge a batch moves a charge of one record from one student ID’s account to another’s.
drop index bursar_lines_item;
create unique index bursar_lines_item
  on bursar_lines (batch_id, student_period_id, sid, item, coalesce(coverage_type, ''), school_id);
