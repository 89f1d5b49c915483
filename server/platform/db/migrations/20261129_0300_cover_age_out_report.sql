-- why: the age-out report of a policy year with 300,000 students reads two indexes instead of every record and student.

drop index student_periods_parents_plan;
create index student_periods_parents_plan on student_periods (period_id, student_id)
  include (id, school_id, sort_name, academic_status,
    medical_status, medical_waive_source_of_coverage, medical_waive_subscriber_relation,
    medical_waive_insurance_company_id,
    dental_status, dental_waive_source_of_coverage, dental_waive_subscriber_relation,
    dental_waive_insurance_company_id,
    vision_status, vision_waive_source_of_coverage, vision_waive_subscriber_relation,
    vision_waive_insurance_company_id)
  where deleted_at is null and status = 'active'
    and (medical_waive_source_of_coverage = 'parent_employer_group' or medical_waive_subscriber_relation = 'parent'
      or dental_waive_source_of_coverage = 'parent_employer_group' or dental_waive_subscriber_relation = 'parent'
      or vision_waive_source_of_coverage = 'parent_employer_group' or vision_waive_subscriber_relation = 'parent');

drop index students_school_dob;
create index students_school_dob on students (school_id, dob) include (id);
