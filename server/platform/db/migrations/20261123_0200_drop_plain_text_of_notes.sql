-- The plain text of a note had no reader left, and doubled the size of a page of notes.
alter table student_notes drop column text;
drop function shipmate_plain_text(text);
