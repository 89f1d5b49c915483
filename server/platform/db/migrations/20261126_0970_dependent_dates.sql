-- why: the premium of a dependent who comes or leaves during the year counts from the day of the change, but the record forgot the
-- day, so the carrier file gave the day of the file. Null in a start is the student’s own start, and in an end the student’s own end.
alter table dependents
  add column medical_start_on date,
  add column medical_end_on date,
  add column dental_start_on date,
  add column dental_end_on date,
  add column vision_start_on date,
  add column vision_end_on date;
