-- why: an insurance company is a record that staff keep: its address, payer ids by line, the format of its member ids,
-- when coverage ends by age, and what kind of plans it sells; and who uses it is counted from an index

alter table insurance_companies rename column is_health_share to is_health_sharing;
alter table insurance_companies
  add column medical_payer_ids text[] not null default '{}',
  add column dental_payer_ids text[] not null default '{}',
  add column vision_payer_ids text[] not null default '{}',
  add column website text,
  add column address_1 text,
  add column address_2 text,
  add column city text,
  add column state text,
  add column zip text,
  add column age_out_age integer not null default 26;

update insurance_companies set
  medical_payer_ids = array_remove(array[payer_ids ->> 'medical'], null),
  dental_payer_ids = array_remove(array[payer_ids ->> 'dental'], null),
  vision_payer_ids = array_remove(array[payer_ids ->> 'vision'], null);

alter table insurance_companies
  drop column payer_ids,
  drop constraint insurance_companies_age_out_rule_check,
  add constraint insurance_companies_age_out_rule_check
    check (age_out_rule in ('day_before_birthday', 'end_of_birth_month', 'end_of_year', 'none', 'unknown')),
  add constraint insurance_companies_age_out_age_check check (age_out_age between 18 and 99),
  add constraint insurance_companies_aliases_check check (array_position(aliases, null) is null),
  add constraint insurance_companies_payer_ids_check check (
    array_position(medical_payer_ids || dental_payer_ids || vision_payer_ids, null) is null),
  -- a pattern is compiled on every comparison: it stays short
  add constraint insurance_companies_member_id_pattern_check check (length(member_id_pattern) between 1 and 200),
  add constraint insurance_companies_state_check check (state ~ '^[A-Z]{2}$'),
  add constraint insurance_companies_medicaid_state_check check (medicaid_state ~ '^[A-Z]{2}$');

-- Who uses a company is counted from these alone, without its rows: each later one holds the lines before it, so that a
-- record that names the company twice counts once; and the school, so that it counts for those who may see it.
create index student_periods_medical_company on student_periods (medical_waive_insurance_company_id, school_id)
  where medical_waive_insurance_company_id is not null and deleted_at is null;
create index student_periods_dental_company on student_periods
  (dental_waive_insurance_company_id, school_id, medical_waive_insurance_company_id)
  where dental_waive_insurance_company_id is not null and deleted_at is null;
create index student_periods_vision_company on student_periods
  (vision_waive_insurance_company_id, school_id, medical_waive_insurance_company_id, dental_waive_insurance_company_id)
  where vision_waive_insurance_company_id is not null and deleted_at is null;

-- Names typed by hand, until they are made uses of a company.
create index student_periods_medical_typed_name on student_periods (shipmate_fold(medical_waive_insurance_name_other))
  where medical_waive_insurance_name_other is not null and medical_waive_insurance_company_id is null
    and deleted_at is null;
create index student_periods_dental_typed_name on student_periods (shipmate_fold(dental_waive_insurance_name_other))
  where dental_waive_insurance_name_other is not null and dental_waive_insurance_company_id is null
    and deleted_at is null;
create index student_periods_vision_typed_name on student_periods (shipmate_fold(vision_waive_insurance_name_other))
  where vision_waive_insurance_name_other is not null and vision_waive_insurance_company_id is null
    and deleted_at is null;
