-- why: anyone can upload files for a form, and the files that no form ever named filled the room of a school for a day. A
-- network has a room of its own now; its address is kept only as a keyed hash.

alter table form_files add column sent_from bytea;
create index form_files_of_network on form_files (school_id, sent_from, created_at) where student_file_id is null;
