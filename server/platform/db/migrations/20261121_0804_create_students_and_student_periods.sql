-- why: students, their enrollment in a period (one wide row, no pivot), and their dependents

create table insurance_companies (
  id bigint generated always as identity primary key,
  name text collate shipmate_text not null check (length(name) between 1 and 200),
  aliases text[] not null default '{}',
  -- payer ids by line: {"medical": "60054"}
  payer_ids jsonb not null default '{}',
  is_electronic boolean not null default false,
  phone text,
  member_id_pattern text,
  member_id_hint text,
  age_out_rule text not null default 'end_of_birth_month'
    check (age_out_rule in ('day_before_birthday', 'end_of_birth_month', 'end_of_year')),
  is_health_share boolean not null default false,
  is_short_term boolean not null default false,
  is_foreign boolean not null default false,
  medicaid_state text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index insurance_companies_name_key on insurance_companies (shipmate_fold(name)) where deleted_at is null;

-- The coverage statuses: the same list as the contract's catalogue (a test compares them).
create domain coverage_status as text check (value in (
  'not_started', 'exempt', 'loa', 'enrollment_submitted', 'enrollment_utp', 'enrolled', 'enrolled_eoc',
  'enrolled_waiver_submitted', 'enrolled_waiver_utp', 'enrolled_ech', 'enrolled_esp', 'enrolled_espch',
  'enrolled_espch2', 'enrolled_efam', 'waiver_submitted', 'waiver_utp', 'waived', 'waiver_inactive',
  'waiver_declined', 'waived_enrollment_submitted', 'waived_enrollment_utp', 'waived_needs_reverified',
  'waived_aged_out', 'declined', 'not_applicable'
));

create table students (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  first_name text collate shipmate_text not null check (length(first_name) between 1 and 100),
  last_name text collate shipmate_text not null check (length(last_name) between 1 and 100),
  middle_initial text collate shipmate_text,
  dob date not null check (dob >= '1900-01-01'),
  -- AES-256-GCM with the key's id in the record; found again by a keyed hash under a separate key
  ssn_cipher bytea,
  ssn_index bytea,
  ssn_last_four text check (ssn_last_four ~ '^[0-9]{4}$'),
  gender text check (gender in ('female', 'male', 'x')),
  sid text collate shipmate_text not null check (length(sid) between 1 and 50),
  uid text collate shipmate_text,
  address_1 text collate shipmate_text,
  address_2 text collate shipmate_text,
  city text collate shipmate_text,
  state text collate shipmate_text,
  country text check (length(country) = 2),
  zip text collate shipmate_text,
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  personal_email text collate shipmate_text,
  university_email text collate shipmate_text,
  prior_last_name text collate shipmate_text,
  npi_number text check (npi_number ~ '^[0-9]{10}$'),
  include_dependents boolean,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- what lists sort by and searches look in; kept by the database so that no writer can forget it
  sort_name text collate shipmate_text not null
    -- tabs sort before every letter and mark, so that Smith comes before Smith-Jones whatever their first names
    generated always as (last_name || e'\t' || first_name || e'\t' || coalesce(middle_initial, '')) stored,
  -- every word as it is, and once more with marks as blanks: O'Brien is found by 'obrien', "o'b" and 'brien'
  search_text text collate "C" not null generated always as (
    ' ' || shipmate_fold(
      first_name || ' ' || last_name || ' ' || coalesce(prior_last_name, '') || ' ' || sid || ' ' || coalesce(uid, '')
      || translate(' ' || first_name || ' ' || last_name || ' ' || coalesce(prior_last_name, ''), '-''’.', '    ')
      || ' ' || coalesce(university_email, '') || ' ' || coalesce(personal_email, ''))) stored,
  constraint students_ssn_whole check (
    (ssn_cipher is null) = (ssn_index is null) and (ssn_index is null) = (ssn_last_four is null)),
  constraint students_sid_key unique (school_id, sid),
  constraint students_ssn_key unique (school_id, ssn_index),
  unique (school_id, id)
);
create index students_search on students using gin (search_text gin_trgm_ops);

create table student_periods (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  period_id bigint not null,
  student_id bigint not null,
  sort_name text collate shipmate_text not null,
  graduation_year integer check (graduation_year between 1950 and 2100),
  status text not null default 'active' check (status in ('active', 'inactive')),
  program text collate shipmate_text,
  campus text collate shipmate_text,
  rotation_location text collate shipmate_text,
  expected_start_on date,
  expected_graduation_on date,
  academic_status text check (academic_status in ('incoming', 'returning', 'continuing', 'leave_of_absence', 'part_time', 'graduated', 'withdrawn', 'x')),
  loa_reason text collate shipmate_text,
  loa_start_on date,
  loa_end_on date,
  confirmation_number text collate shipmate_text,
  signature text collate shipmate_text,
  signature_date date,
  comment text collate shipmate_text,
  disbursement_on date,
  requested_enrollment_on date,
  reverify_on date,
  admin_fee numeric(10, 2) check (admin_fee >= 0),
  on_call_fee numeric(10, 2) check (on_call_fee >= 0),
  ltd_premium numeric(10, 2) check (ltd_premium >= 0),
  life_premium numeric(10, 2) check (life_premium >= 0),
  add_premium numeric(10, 2) check (add_premium >= 0),
  medical_status coverage_status not null default 'not_started',
  medical_prior_status coverage_status,
  medical_prior_tier text check (medical_prior_tier in ('enrolled', 'enrolled_ech', 'enrolled_esp', 'enrolled_espch', 'enrolled_espch2', 'enrolled_efam')),
  dental_status coverage_status not null default 'not_started',
  dental_prior_status coverage_status,
  dental_prior_tier text check (dental_prior_tier in ('enrolled', 'enrolled_ech', 'enrolled_esp', 'enrolled_espch', 'enrolled_espch2', 'enrolled_efam')),
  vision_status coverage_status not null default 'not_started',
  vision_prior_status coverage_status,
  vision_prior_tier text check (vision_prior_tier in ('enrolled', 'enrolled_ech', 'enrolled_esp', 'enrolled_espch', 'enrolled_espch2', 'enrolled_efam')),
  medical_waive_insurance_company_id bigint references insurance_companies (id),
  medical_waive_insurance_name_other text collate shipmate_text,
  medical_waive_group_number text collate shipmate_text,
  medical_waive_member_subscriber_number text collate shipmate_text,
  medical_waive_insurance_type text check (medical_waive_insurance_type in ('ppo', 'pos', 'hmo', 'epo', 'indemnity', 'commercial', 'medicaid', 'other')),
  medical_waive_insurance_address_1 text collate shipmate_text,
  medical_waive_insurance_address_2 text collate shipmate_text,
  medical_waive_insurance_city text collate shipmate_text,
  medical_waive_insurance_state text collate shipmate_text,
  medical_waive_insurance_zip text collate shipmate_text,
  medical_waive_insurance_phone text collate shipmate_text,
  medical_waive_source_of_coverage text check (medical_waive_source_of_coverage in ('parent_employer_group', 'spouse_employer_group', 'medicaid', 'own_employer_group', 'veterans_benefits', 'individual_plan', 'cobra', 'individual_essential_plan', 'tricare', 'other')),
  medical_waive_subscriber_first_name text collate shipmate_text,
  medical_waive_subscriber_last_name text collate shipmate_text,
  medical_waive_subscriber_relation text check (medical_waive_subscriber_relation in ('parent', 'spouse', 'self')),
  medical_waive_subscriber_dob date,
  medical_waive_verified_on date,
  medical_waive_has_exception boolean,
  medical_enroll_coverage_start_on date,
  medical_enroll_coverage_end_on date,
  medical_enroll_insurance_plan_name text collate shipmate_text,
  medical_enroll_insurance_type text check (medical_enroll_insurance_type in ('ppo', 'pos', 'hmo', 'epo', 'indemnity', 'commercial', 'medicaid', 'other')),
  medical_enroll_insurance_underwriter text collate shipmate_text,
  medical_enroll_member_subscriber_number text collate shipmate_text,
  medical_enroll_group_number text collate shipmate_text,
  medical_enroll_premium numeric(10, 2) check (medical_enroll_premium >= 0),
  medical_enroll_direct_pay_premium numeric(10, 2) check (medical_enroll_direct_pay_premium >= 0),
  medical_enroll_paid_in_full boolean,
  dental_waive_insurance_company_id bigint references insurance_companies (id),
  dental_waive_insurance_name_other text collate shipmate_text,
  dental_waive_group_number text collate shipmate_text,
  dental_waive_member_subscriber_number text collate shipmate_text,
  dental_waive_insurance_type text check (dental_waive_insurance_type in ('ppo', 'pos', 'hmo', 'epo', 'indemnity', 'commercial', 'medicaid', 'other')),
  dental_waive_insurance_address_1 text collate shipmate_text,
  dental_waive_insurance_address_2 text collate shipmate_text,
  dental_waive_insurance_city text collate shipmate_text,
  dental_waive_insurance_state text collate shipmate_text,
  dental_waive_insurance_zip text collate shipmate_text,
  dental_waive_insurance_phone text collate shipmate_text,
  dental_waive_source_of_coverage text check (dental_waive_source_of_coverage in ('parent_employer_group', 'spouse_employer_group', 'medicaid', 'own_employer_group', 'veterans_benefits', 'individual_plan', 'cobra', 'individual_essential_plan', 'tricare', 'other')),
  dental_waive_subscriber_first_name text collate shipmate_text,
  dental_waive_subscriber_last_name text collate shipmate_text,
  dental_waive_subscriber_relation text check (dental_waive_subscriber_relation in ('parent', 'spouse', 'self')),
  dental_waive_subscriber_dob date,
  dental_waive_verified_on date,
  dental_enroll_coverage_start_on date,
  dental_enroll_coverage_end_on date,
  dental_enroll_insurance_plan_name text collate shipmate_text,
  dental_enroll_insurance_type text check (dental_enroll_insurance_type in ('ppo', 'pos', 'hmo', 'epo', 'indemnity', 'commercial', 'medicaid', 'other')),
  dental_enroll_insurance_underwriter text collate shipmate_text,
  dental_enroll_member_subscriber_number text collate shipmate_text,
  dental_enroll_group_number text collate shipmate_text,
  dental_enroll_premium numeric(10, 2) check (dental_enroll_premium >= 0),
  dental_enroll_direct_pay_premium numeric(10, 2) check (dental_enroll_direct_pay_premium >= 0),
  dental_enroll_paid_in_full boolean,
  vision_waive_insurance_company_id bigint references insurance_companies (id),
  vision_waive_insurance_name_other text collate shipmate_text,
  vision_waive_group_number text collate shipmate_text,
  vision_waive_member_subscriber_number text collate shipmate_text,
  vision_waive_insurance_type text check (vision_waive_insurance_type in ('ppo', 'pos', 'hmo', 'epo', 'indemnity', 'commercial', 'medicaid', 'other')),
  vision_waive_insurance_address_1 text collate shipmate_text,
  vision_waive_insurance_address_2 text collate shipmate_text,
  vision_waive_insurance_city text collate shipmate_text,
  vision_waive_insurance_state text collate shipmate_text,
  vision_waive_insurance_zip text collate shipmate_text,
  vision_waive_insurance_phone text collate shipmate_text,
  vision_waive_source_of_coverage text check (vision_waive_source_of_coverage in ('parent_employer_group', 'spouse_employer_group', 'medicaid', 'own_employer_group', 'veterans_benefits', 'individual_plan', 'cobra', 'individual_essential_plan', 'tricare', 'other')),
  vision_waive_subscriber_first_name text collate shipmate_text,
  vision_waive_subscriber_last_name text collate shipmate_text,
  vision_waive_subscriber_relation text check (vision_waive_subscriber_relation in ('parent', 'spouse', 'self')),
  vision_waive_subscriber_dob date,
  vision_waive_verified_on date,
  vision_enroll_coverage_start_on date,
  vision_enroll_coverage_end_on date,
  vision_enroll_insurance_plan_name text collate shipmate_text,
  vision_enroll_insurance_type text check (vision_enroll_insurance_type in ('ppo', 'pos', 'hmo', 'epo', 'indemnity', 'commercial', 'medicaid', 'other')),
  vision_enroll_insurance_underwriter text collate shipmate_text,
  vision_enroll_member_subscriber_number text collate shipmate_text,
  vision_enroll_group_number text collate shipmate_text,
  vision_enroll_premium numeric(10, 2) check (vision_enroll_premium >= 0),
  vision_enroll_direct_pay_premium numeric(10, 2) check (vision_enroll_direct_pay_premium >= 0),
  vision_enroll_paid_in_full boolean,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  foreign key (school_id, student_id) references students (school_id, id),
  foreign key (school_id, period_id) references periods (school_id, id),
  unique (school_id, id)
);
create unique index student_periods_student_period_key on student_periods (student_id, period_id)
  where deleted_at is null;
create index student_periods_by_name on student_periods (period_id, sort_name, id) where deleted_at is null;
-- counts by status are answered from the index alone
create index student_periods_by_statuses
  on student_periods (period_id, status, medical_status, dental_status, vision_status)
  where deleted_at is null;

-- The list's sort key follows the student's name, whoever changes it.
create function shipmate_fill_sort_name() returns trigger
language plpgsql
as $$
begin
  if new.sort_name is null then
    select sort_name into new.sort_name from students where id = new.student_id;
  end if;
  return new;
end
$$;
create trigger student_periods_fill_sort_name before insert on student_periods
  for each row when (new.sort_name is null) execute function shipmate_fill_sort_name();

create function shipmate_follow_sort_name() returns trigger
language plpgsql
as $$
begin
  update student_periods sp
  set sort_name = changed.sort_name
  from changed join before on before.id = changed.id
  where before.sort_name <> changed.sort_name and sp.student_id = changed.id;
  return null;
end
$$;
create trigger students_follow_sort_name after update on students
  referencing old table as before new table as changed
  for each statement execute function shipmate_follow_sort_name();

create table dependents (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  student_period_id bigint not null,
  type text not null check (type in ('spouse', 'child', 'domestic_partner')),
  gender text check (gender in ('female', 'male', 'x')),
  first_name text collate shipmate_text not null,
  last_name text collate shipmate_text not null,
  dob date check (dob >= '1900-01-01'),
  ssn_cipher bytea,
  ssn_last_four text check (ssn_last_four ~ '^[0-9]{4}$'),
  covers text[] not null default '{}' check (covers <@ array['medical', 'dental', 'vision']),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  foreign key (school_id, student_period_id) references student_periods (school_id, id)
);
create index dependents_student_period on dependents (student_period_id) where deleted_at is null;

create table student_notes (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  student_id bigint not null,
  body text not null,
  is_pinned boolean not null default false,
  author_id bigint references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  foreign key (school_id, student_id) references students (school_id, id)
);
create index student_notes_student on student_notes (student_id, created_at desc) where deleted_at is null;
