-- why: a roster asks for thousands of students by ID and by SSN. Keys that begin with the school tempt a planner whose
-- statistics do not know a school yet into reading all of its students for each of them; these begin with the value
alter table students
  drop constraint students_sid_key,
  drop constraint students_ssn_key,
  add constraint students_sid_key unique (sid, school_id),
  add constraint students_ssn_key unique (ssn_index, school_id);
