-- why: a note may be about one policy year, and its pin is spelled the same in the database, on the wire and in history

alter table student_notes rename column is_pinned to pinned;
alter table student_notes add column student_period_id bigint;
alter table student_notes add foreign key (school_id, student_period_id) references student_periods (school_id, id);
