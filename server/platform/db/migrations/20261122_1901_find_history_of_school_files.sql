-- A school's own history holds what became of its files, which are found by the school.
create index history_school_files on history (school_id, id desc) where subject_type = 'school_file';
