import { capitalized } from '#contract/platform/letter-case.ts'
import * as z from 'zod/mini'
import {
  coverageLabels,
  coverages,
  coverageStatuses,
  statusCatalogue,
  type Coverage,
} from '#contract/platform/coverage/choices.ts'
import { id, ssn } from '#contract/platform/fields.ts'
import {
  birthDayField,
  choiceField,
  dayField,
  firstNameField,
  moneyField,
  phoneField,
  textField,
  usStateField,
  yesNoField,
  zipField,
  type LinePart,
  type RecordField,
  type RecordFields,
} from './record-field.ts'
import {
  academicStatuses,
  academicStatusLabels,
  dependentTypeLabels,
  dependentTypes,
  insuranceTypeLabels,
  insuranceTypes,
  recordStatuses,
  recordStatusLabels,
  sourceOfCoverageLabels,
  sourcesOfCoverage,
  subscriberRelationLabels,
  subscriberRelations,
} from './student-period-choices.ts'
import { genderLabels, genders } from './genders.ts'

const adminOnly = { adminOnly: true } as const
const fee = { adminOnly: true, copied: 'offered' } as const
/** Academic fields of a year: they come from rosters and are copied into the next year. */
const academic = { imported: true, copied: 'usual' } as const

/** The fields of a student-period that don’t belong to a coverage type. */
export const enrollmentFields = {
  graduation_year: {
    label: 'Class year',
    kind: 'number',
    schema: z.int().check(z.minimum(1950), z.maximum(2100)),
    ...academic,
  },
  status: {
    ...choiceField('Record status', recordStatuses, recordStatusLabels, { ownCall: true, officeOnly: true }),
    required: true,
  },
  program: { ...textField('Program', 150, { recurring: true }), ...academic },
  campus: { ...textField('Campus', 150, { recurring: true }), ...academic },
  rotation_location: {
    ...textField('Rotation location', 150, { recurring: true, isFreeText: true }),
    ...academic,
  },
  expected_start_on: { ...dayField('Expected start date'), ...academic },
  expected_graduation_on: { ...dayField('Expected graduation date'), ...academic },
  academic_status: {
    ...choiceField('Academic status', academicStatuses, academicStatusLabels, { ownCall: true }),
    ...academic,
  },
  loa_reason: { ...textField('LOA reason', 500, { format: 'lines', recurring: true }), ...academic },
  loa_start_on: { ...dayField('LOA start date'), ...academic },
  loa_end_on: { ...dayField('LOA end date'), ...academic },
  confirmation_number: textField('Confirmation number', 50, { officeOnly: true, copied: 'named' }),
  signature: textField('Signature', 200, { copied: 'named' }),
  signature_date: dayField('Signature date', { officeOnly: true, copied: 'named' }),
  comment: textField('Comment', 5000, { format: 'lines', copied: 'offered' }),
  disbursement_on: {
    ...dayField('Disbursement date', { officeOnly: true, copied: 'offered' }),
    imported: true,
  },
  /** The day since which the student has claims under the plan, as the carrier or the student told the office. */
  benefits_used_on: { ...dayField('Benefits used since', { officeOnly: true }), imported: true },
  requested_enrollment_on: dayField('Requested enrollment date', { copied: 'offered' }),
  reverify_on: dayField('Reverify date', { officeOnly: true, copied: 'offered' }),
  admin_fee: moneyField('Admin fee', fee),
  on_call_fee: moneyField('On-call fee', fee),
  ltd_premium: moneyField('LTD premium', fee),
  life_premium: moneyField('Life premium', fee),
  add_premium: moneyField('AD&D premium', fee),
  /** What a waiver sent after the deadline costs. */
  late_waiver_fee: moneyField('Late waiver fee', { adminOnly: true, copied: 'named' }),
} as const satisfies RecordFields

const planned = { readOnly: true, officeOnly: true } as const

/** The change of academic status that waits for its day: what it will be, and from when. Both or neither have a value. */
export const plannedFields = {
  planned_academic_status: choiceField(
    'Planned academic status',
    academicStatuses,
    academicStatusLabels,
    planned,
  ),
  planned_status_on: dayField('Planned change date', planned),
} as const satisfies RecordFields

export type EnrollmentField = keyof typeof enrollmentFields

const statusLabels: Readonly<Record<string, string>> = Object.fromEntries(
  coverageStatuses.map((status) => [status, statusCatalogue[status].label]),
)

const statusField = (coverage: Coverage) =>
  choiceField(coverageLabels[coverage], coverageStatuses, statusLabels, {
    ownCall: true,
    line: { coverage, part: 'status', label: coverageLabels[coverage] },
  })

/** The 3 coverage statuses. They change by their own rules. */
export const statusFields = {
  medical_status: statusField('medical'),
  dental_status: statusField('dental'),
  vision_status: statusField('vision'),
} as const satisfies RecordFields

/** Copied with the year, because students usually keep their other insurance. */
const waived = { copied: 'usual' } as const
const recurring = { ...waived, recurring: true } as const

const waiveFields = {
  waive_insurance_company: textField('insurance company', 200, {
    readOnly: true,
    format: 'companyName',
    recurring: true,
  }),
  waive_insurance_company_id: {
    label: 'insurance company',
    kind: 'number',
    schema: id,
    format: 'company',
    ...waived,
  },
  waive_insurance_name_other: textField('other insurance company', 200, recurring),
  waive_group_number: textField('group number', 100, waived),
  waive_member_subscriber_number: textField('member ID', 100, waived),
  waive_insurance_type: choiceField('plan type', insuranceTypes, insuranceTypeLabels, waived),
  waive_insurance_address_1: textField('insurance address 1', 200, waived),
  waive_insurance_address_2: textField('insurance address 2', 200, waived),
  waive_insurance_city: textField('insurance city', 100, recurring),
  waive_insurance_state: { ...usStateField('insurance state'), ...waived },
  waive_insurance_zip: { ...zipField('insurance ZIP'), ...waived },
  waive_insurance_phone: { ...phoneField('insurance phone'), ...waived },
  waive_source_of_coverage: choiceField(
    'source of coverage',
    sourcesOfCoverage,
    sourceOfCoverageLabels,
    waived,
  ),
  waive_subscriber_first_name: textField('subscriber first name', 100, waived),
  waive_subscriber_last_name: textField('subscriber last name', 100, waived),
  waive_subscriber_relation: choiceField(
    'subscriber’s relationship to student',
    subscriberRelations,
    subscriberRelationLabels,
    waived,
  ),
  waive_subscriber_dob: { ...birthDayField('subscriber date of birth'), ...waived },
  waive_verified_on: dayField('verified date', { adminOnly: true, ...waived }),
} as const satisfies RecordFields

const enrollFields = {
  enroll_coverage_start_on: dayField('coverage start date'),
  enroll_coverage_end_on: dayField('coverage end date'),
  enroll_insurance_plan_name: textField('plan name', 200, { recurring: true }),
  enroll_insurance_type: choiceField('plan type', insuranceTypes, insuranceTypeLabels),
  enroll_insurance_underwriter: textField('underwriter', 200, { recurring: true }),
  enroll_member_subscriber_number: textField('plan member ID', 100),
  enroll_group_number: textField('plan group number', 100),
  enroll_premium: moneyField('premium (annual)', adminOnly),
  enroll_direct_pay_premium: moneyField('direct-pay premium', adminOnly),
  enroll_paid_in_full: yesNoField('premium paid in full', adminOnly),
} as const satisfies RecordFields

/** A waive or enroll field without its coverage prefix: `waive_group_number`. */
export type LineField = keyof typeof waiveFields | keyof typeof enrollFields

type Prefixed<C extends Coverage, F extends RecordFields> = {
  [K in keyof F & string as `${C}_${K}`]: F[K]
}

const prefixed = <C extends Coverage, F extends RecordFields>(
  coverage: C,
  part: LinePart['part'],
  fields: F,
): Prefixed<C, F> => {
  const entries = Object.entries(fields).map(([name, entry]): [string, RecordField] => [
    `${coverage}_${name}`,
    {
      ...entry,
      label: `${coverageLabels[coverage]} ${entry.label}`,
      line: { coverage, part, label: capitalized(entry.label) },
    },
  ])
  // Object.fromEntries drops the keys; they're those of Prefixed by construction
  return Object.fromEntries(entries) as Prefixed<C, F>
}

/** The waive and enroll fields of each coverage type, named `{coverage}_{field}`. */
export const insuranceFields = {
  ...prefixed('medical', 'waive', waiveFields),
  medical_waive_has_exception: yesNoField('Medical waiver exception', {
    adminOnly: true,
    ...waived,
    line: { coverage: 'medical', part: 'waive', label: 'Waiver has exception' },
  }),
  ...prefixed('medical', 'enroll', enrollFields),
  ...prefixed('dental', 'waive', waiveFields),
  ...prefixed('dental', 'enroll', enrollFields),
  ...prefixed('vision', 'waive', waiveFields),
  ...prefixed('vision', 'enroll', enrollFields),
} as const satisfies RecordFields

/** The fields of a dependent, except the coverage types. */
export const dependentFields = {
  type: { ...choiceField('Relationship', dependentTypes, dependentTypeLabels), required: true },
  first_name: firstNameField(),
  last_name: { ...textField('Last name', 100), required: true },
  gender: choiceField('Gender', genders, genderLabels),
  dob: birthDayField('Date of birth'),
  ssn: { label: 'SSN', kind: 'text', schema: ssn, format: 'ssn', sensitive: true },
} as const satisfies RecordFields

/**
 * The days on which coverage starts and ends for a dependent who came or left during it, by coverage type. Shipmate writes them
 * with the premium; empty ones are the student’s own.
 */
export const dependentDateFields = {
  medical_start_on: dayField('Medical start', { readOnly: true }),
  medical_end_on: dayField('Medical end', { readOnly: true }),
  dental_start_on: dayField('Dental start', { readOnly: true }),
  dental_end_on: dayField('Dental end', { readOnly: true }),
  vision_start_on: dayField('Vision start', { readOnly: true }),
  vision_end_on: dayField('Vision end', { readOnly: true }),
} as const satisfies RecordFields

/** Every field of a student-period. */
export const studentPeriodFields = {
  ...enrollmentFields,
  ...plannedFields,
  ...statusFields,
  ...insuranceFields,
} as const
export type StudentPeriodField = keyof typeof studentPeriodFields
export type StatusField = keyof typeof statusFields

/** Returns the status field of a coverage type: 'medical' → 'medical_status'. */
export const statusFieldOf = (coverage: Coverage): StatusField => `${coverage}_status`

/** Columns that a status change saves so that it can be reversed, with their kinds. They’re in the history but not shown. */
export const savedStatusColumns: ReadonlyMap<string, 'text' | 'date'> = new Map(
  coverages.flatMap((coverage) => [
    [`${coverage}_prior_status`, 'text'] as const,
    [`${coverage}_prior_tier`, 'text'] as const,
    [`${coverage}_prior_end_on`, 'date'] as const,
  ]),
)
