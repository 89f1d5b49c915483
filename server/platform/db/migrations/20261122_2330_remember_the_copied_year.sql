-- why: the comparison and the premium check use the policy year that a year was copied from, not the one before by date
alter table periods add column copied_from_period_id bigint;
alter table periods add constraint periods_school_id_copied_from_fkey
  foreign key (school_id, copied_from_period_id) references periods (school_id, id);
