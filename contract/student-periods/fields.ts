import * as z from 'zod/mini'
import { coverageLabels, coverageStatuses, coverages, type Coverage } from '../coverage/choices.ts'
import { id } from '../fields.ts'
import {
  birthDayField,
  choiceField,
  dayField,
  moneyField,
  phoneField,
  textField,
  usStateField,
  yesNoField,
  zipField,
  type RecordField,
  type RecordFields,
} from '../record-field.ts'
import {
  academicStatuses,
  insuranceTypes,
  recordStatuses,
  sourcesOfCoverage,
  subscriberRelations,
} from './choices.ts'

const adminOnly = { adminOnly: true } as const

/** The fields of a student-period that belong to no line of coverage (specification section 3). */
export const enrollmentFields = {
  graduation_year: {
    label: 'Graduation year',
    kind: 'number',
    schema: z.int().check(z.minimum(1950), z.maximum(2100)),
  },
  status: { ...choiceField('Record status', recordStatuses), required: true },
  program: textField('Program', 150),
  campus: textField('Campus', 150),
  rotation_location: textField('Rotation location', 150),
  expected_start_on: dayField('Expected start'),
  expected_graduation_on: dayField('Expected graduation'),
  academic_status: choiceField('Academic status', academicStatuses),
  loa_reason: textField('LOA reason', 500),
  loa_start_on: dayField('LOA start'),
  loa_end_on: dayField('LOA end'),
  confirmation_number: textField('Confirmation number', 50),
  signature: textField('Signature', 200),
  signature_date: dayField('Signature date'),
  comment: textField('Comment', 5000),
  disbursement_on: dayField('Disbursement'),
  requested_enrollment_on: dayField('Requested enrollment'),
  reverify_on: dayField('Reverify on'),
  admin_fee: moneyField('Admin fee', adminOnly),
  on_call_fee: moneyField('On call fee', adminOnly),
  ltd_premium: moneyField('LTD premium', adminOnly),
  life_premium: moneyField('Life and AD&D premium', adminOnly),
  add_premium: moneyField('AD&D premium', adminOnly),
} as const satisfies RecordFields

export type EnrollmentField = keyof typeof enrollmentFields

/** What is known of somebody's studies in a year: from rosters, carried into the next year. */
export const academicFields = [
  'graduation_year',
  'program',
  'campus',
  'rotation_location',
  'expected_start_on',
  'expected_graduation_on',
  'academic_status',
  'loa_reason',
  'loa_start_on',
  'loa_end_on',
] as const satisfies readonly EnrollmentField[]

/** The three coverage statuses; they move by their own rules. */
export const statusFields = {
  medical_status: choiceField('Medical', coverageStatuses),
  dental_status: choiceField('Dental', coverageStatuses),
  vision_status: choiceField('Vision', coverageStatuses),
} as const satisfies RecordFields

const waiveFields = {
  waive_insurance_company: textField('insurance company', 200, { readOnly: true }),
  waive_insurance_company_id: {
    label: 'insurance company',
    kind: 'number',
    schema: id,
  },
  waive_insurance_name_other: textField('other insurance name', 200),
  waive_group_number: textField('group number', 100),
  waive_member_subscriber_number: textField('member number', 100),
  waive_insurance_type: choiceField('insurance type', insuranceTypes),
  waive_insurance_address_1: textField('insurance address 1', 200),
  waive_insurance_address_2: textField('insurance address 2', 200),
  waive_insurance_city: textField('insurance city', 100),
  waive_insurance_state: usStateField('insurance state'),
  waive_insurance_zip: zipField('insurance ZIP'),
  waive_insurance_phone: phoneField('insurance phone'),
  waive_source_of_coverage: choiceField('source of coverage', sourcesOfCoverage),
  waive_subscriber_first_name: textField('subscriber first name', 100),
  waive_subscriber_last_name: textField('subscriber last name', 100),
  waive_subscriber_relation: choiceField('subscriber relation', subscriberRelations),
  waive_subscriber_dob: birthDayField('subscriber date of birth'),
  waive_verified_on: dayField('verified on', adminOnly),
} as const satisfies RecordFields

const enrollFields = {
  enroll_coverage_start_on: dayField('coverage start'),
  enroll_coverage_end_on: dayField('coverage end'),
  enroll_insurance_plan_name: textField('plan name', 200),
  enroll_insurance_type: choiceField('plan type', insuranceTypes),
  enroll_insurance_underwriter: textField('underwriter', 200),
  enroll_member_subscriber_number: textField('plan member number', 100),
  enroll_group_number: textField('plan group number', 100),
  enroll_premium: moneyField('premium (annual)', adminOnly),
  enroll_direct_pay_premium: moneyField('direct pay premium', adminOnly),
  enroll_paid_in_full: yesNoField('paid in full', adminOnly),
} as const satisfies RecordFields

type Prefixed<C extends Coverage, F extends RecordFields> = {
  [K in keyof F & string as `${C}_${K}`]: F[K]
}

const prefixed = <C extends Coverage, F extends RecordFields>(coverage: C, fields: F): Prefixed<C, F> => {
  const entries = Object.entries(fields).map(([name, entry]): [string, RecordField] => [
    `${coverage}_${name}`,
    { ...entry, label: `${coverageLabels[coverage]} ${entry.label}` },
  ])
  // Object.fromEntries forgets the keys; they are those of Prefixed by construction.
  return Object.fromEntries(entries) as Prefixed<C, F>
}

/** The waive and enroll fields of every line, spelled `{coverage}_{field}` everywhere. */
export const insuranceFields = {
  ...prefixed('medical', waiveFields),
  medical_waive_has_exception: yesNoField('Medical waiver has exception', adminOnly),
  ...prefixed('medical', enrollFields),
  ...prefixed('dental', waiveFields),
  ...prefixed('dental', enrollFields),
  ...prefixed('vision', waiveFields),
  ...prefixed('vision', enrollFields),
} as const satisfies RecordFields

/** Every field of a student-period. */
export const studentPeriodFields = { ...enrollmentFields, ...statusFields, ...insuranceFields } as const
export type StudentPeriodField = keyof typeof studentPeriodFields
export type StatusField = keyof typeof statusFields

/** 'medical' → 'medical_status' */
export const statusFieldOf = (coverage: Coverage): StatusField => `${coverage}_status`
export const statusFieldNames: readonly StatusField[] = coverages.map(statusFieldOf)
