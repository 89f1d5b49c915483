/**
 * What a field of a student or a student-period has to take, written by hand and not from the contract, so that a wrong
 * contract is noticed: a good value, a bad one and who can write it.
 */
export interface SpecifiedField {
  readonly name: string
  readonly good: string | number | boolean
  /** The value as read, if it differs from the one sent. */
  readonly read?: string
  /** A value rejected with 422 on the field. */
  readonly bad: unknown
  /** Whether only product admins can write it. */
  readonly isAdmins?: true
  /** Whether it always has a value. */
  readonly isRequired?: true
  /** The value of an emptied field, if it isn’t null. */
  readonly emptied?: ''
}

const text = (name: string, length: number, more: Partial<SpecifiedField> = {}): SpecifiedField => ({
  name,
  good: `Some ${name}`.slice(0, Math.min(length, 40)),
  bad: 'x'.repeat(length + 1),
  ...more,
})
const day = (name: string, more: Partial<SpecifiedField> = {}): SpecifiedField => ({
  name,
  good: '2027-02-28',
  bad: '2027-02-29',
  ...more,
})
const yesNo = (name: string, more: Partial<SpecifiedField> = {}): SpecifiedField => ({
  name,
  good: true,
  bad: 'perhaps',
  ...more,
})
const choice = (name: string, good: string, more: Partial<SpecifiedField> = {}): SpecifiedField => ({
  name,
  good,
  bad: 'neither',
  ...more,
})
const money = (name: string): SpecifiedField => ({
  name,
  good: '1234.5',
  read: '1234.50',
  bad: '12.345',
  isAdmins: true,
})
const phone = (name: string): SpecifiedField => ({
  name,
  good: '(503) 555-0123',
  read: '+15035550123',
  bad: '555-0123',
})
const isAdmins = { isAdmins: true } as const
const isRequired = { isRequired: true } as const

/** Student: 20 fields. */
export const specifiedStudentFields: readonly SpecifiedField[] = [
  // only a last name is required of a person
  text('first_name', 100, { emptied: '' }),
  text('last_name', 100, isRequired),
  text('middle_initial', 5, { good: 'Q' }),
  { name: 'dob', good: '2001-02-03', bad: '2001-02-30', isRequired: true },
  { name: 'ssn', good: '912-34-5678', read: '***-**-5678', bad: '12-34' },
  choice('gender', 'x'),
  text('sid', 50, isRequired),
  text('uid', 100),
  text('address_1', 200),
  text('address_2', 200),
  text('city', 100),
  { name: 'state', good: 'oregon', read: 'OR', bad: 'Oregoon' },
  choice('country', 'US'),
  { name: 'zip', good: '97201-1234', bad: '9720' },
  phone('phone'),
  { name: 'personal_email', good: 'a.b@mail.example', bad: 'a@b@c' },
  { name: 'university_email', good: 'a.b@students.example.edu', bad: 'nobody' },
  text('prior_last_name', 100),
  { name: 'npi_number', good: '1234567893', bad: '123456789' },
  yesNo('include_dependents'),
]

/** Student-period: 23 fields that don’t belong to a coverage type. */
export const specifiedPeriodFields: readonly SpecifiedField[] = [
  { name: 'graduation_year', good: 2028, bad: 1949 },
  choice('status', 'inactive', isRequired),
  text('program', 150),
  text('campus', 150),
  text('rotation_location', 150),
  day('expected_start_on'),
  day('expected_graduation_on'),
  choice('academic_status', 'part_time'),
  text('loa_reason', 500),
  day('loa_start_on'),
  day('loa_end_on'),
  text('confirmation_number', 50),
  text('signature', 200),
  day('signature_date'),
  text('comment', 5000),
  day('disbursement_on'),
  day('benefits_used_on'),
  day('requested_enrollment_on'),
  day('reverify_on'),
  money('admin_fee'),
  money('on_call_fee'),
  money('ltd_premium'),
  money('life_premium'),
  money('add_premium'),
  money('late_waiver_fee'),
]

const ofLine = (coverage: string): SpecifiedField[] => [
  text(`${coverage}_waive_insurance_name_other`, 200),
  text(`${coverage}_waive_group_number`, 100),
  text(`${coverage}_waive_member_subscriber_number`, 100),
  choice(`${coverage}_waive_insurance_type`, 'epo'),
  text(`${coverage}_waive_insurance_address_1`, 200),
  text(`${coverage}_waive_insurance_address_2`, 200),
  text(`${coverage}_waive_insurance_city`, 100),
  { name: `${coverage}_waive_insurance_state`, good: 'DC', bad: 'ZZ' },
  { name: `${coverage}_waive_insurance_zip`, good: '20001', bad: '2000' },
  phone(`${coverage}_waive_insurance_phone`),
  choice(`${coverage}_waive_source_of_coverage`, 'cobra'),
  text(`${coverage}_waive_subscriber_first_name`, 100),
  text(`${coverage}_waive_subscriber_last_name`, 100),
  choice(`${coverage}_waive_subscriber_relation`, 'self'),
  { name: `${coverage}_waive_subscriber_dob`, good: '1970-01-31', bad: '1970-01-32' },
  day(`${coverage}_waive_verified_on`, isAdmins),
  day(`${coverage}_enroll_coverage_start_on`),
  day(`${coverage}_enroll_coverage_end_on`),
  text(`${coverage}_enroll_insurance_plan_name`, 200),
  choice(`${coverage}_enroll_insurance_type`, 'hmo'),
  text(`${coverage}_enroll_insurance_underwriter`, 200),
  text(`${coverage}_enroll_member_subscriber_number`, 100),
  text(`${coverage}_enroll_group_number`, 100),
  money(`${coverage}_enroll_premium`),
  money(`${coverage}_enroll_direct_pay_premium`),
  yesNo(`${coverage}_enroll_paid_in_full`, isAdmins),
]

/** The waive and enroll fields of the 3 lines, except the company, which is its own record. */
export const specifiedInsuranceFields: readonly SpecifiedField[] = [
  ...ofLine('medical'),
  yesNo('medical_waive_has_exception', isAdmins),
  ...ofLine('dental'),
  ...ofLine('vision'),
]
