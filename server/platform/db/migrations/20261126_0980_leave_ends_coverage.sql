-- why: a leave of absence ended coverage at the carrier on its first day, while the record kept the end of the policy year and the
-- bursar charged for it. The end is now in the record, and the former end waits here for the student’s return.
alter table student_periods
  add column medical_prior_end_on date,
  add column dental_prior_end_on date,
  add column vision_prior_end_on date;
-- leaves that have begun, as the carrier was told of them
update student_periods set medical_prior_end_on = medical_enroll_coverage_end_on,
  medical_enroll_coverage_end_on = greatest(least(loa_start_on, medical_enroll_coverage_end_on), medical_enroll_coverage_start_on)
where medical_status = 'loa' and loa_start_on is not null and medical_enroll_coverage_end_on is not null
  and medical_prior_status like 'enrolled%' and medical_prior_status <> 'enrolled_eoc';
update student_periods set dental_prior_end_on = dental_enroll_coverage_end_on,
  dental_enroll_coverage_end_on = greatest(least(loa_start_on, dental_enroll_coverage_end_on), dental_enroll_coverage_start_on)
where dental_status = 'loa' and loa_start_on is not null and dental_enroll_coverage_end_on is not null
  and dental_prior_status like 'enrolled%' and dental_prior_status <> 'enrolled_eoc';
update student_periods set vision_prior_end_on = vision_enroll_coverage_end_on,
  vision_enroll_coverage_end_on = greatest(least(loa_start_on, vision_enroll_coverage_end_on), vision_enroll_coverage_start_on)
where vision_status = 'loa' and loa_start_on is not null and vision_enroll_coverage_end_on is not null
  and vision_prior_status like 'enrolled%' and vision_prior_status <> 'enrolled_eoc';
