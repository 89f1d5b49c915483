import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { StudentListColumn } from '#contract/platform/record/columns.ts'
import type {
  EnrollmentField,
  insuranceFields,
  LineField,
  plannedFields,
  StatusField,
  StudentPeriodField,
} from '#contract/platform/record/student-period-fields.ts'
import type { StudentField } from '#contract/platform/record/student-fields.ts'
import type { FieldWidth } from '#client/platform/ui/form/use-form-field.ts'

/** Where a field is shown besides the form; the numbers are its order there. */
interface Mentions {
  /** In the overview of the record. */
  readonly overview?: number
  /** Only if it has a value. */
  readonly ifFilled?: true
  /** In the preview panel. */
  readonly panel?: number
  /** On a card of the list on a phone. */
  readonly card?: number
  /** In the summary of a new student in an import. */
  readonly newcomer?: number
}

interface Listed {
  /** Width in pixels of its list column, if its kind doesn't define it; null if it isn't shown. */
  readonly column?: number | null
  /** The same where a table is narrow, such as on a tablet. */
  readonly narrow?: number
}

/** How a field is shown everywhere. */
export interface Place<S extends string = string> extends Mentions, Listed {
  /** The section of the record's form; null if it can't be edited there. */
  readonly section: S | null
  readonly width: FieldWidth
  /** Can be edited in the list: the change has no effects on other fields. */
  readonly isEditedInList?: true
}

/** The sections of a student's form. */
export const studentSections = {
  Name: 'As it appears on insurance and school records.',
  'Personal information': 'Required for eligibility checks.',
  'School IDs': 'The student ID must be unique at this school.',
  Contact: 'Used for emails.',
  Address: 'U.S. addresses need a state and ZIP code. For other countries, use the local format.',
} as const

/** Every field of a student, in the order of the form. */
export const studentPlaces: Readonly<Record<StudentField, Place<keyof typeof studentSections>>> = {
  first_name: { section: 'Name', width: 'third' },
  middle_initial: { section: 'Name', width: 'initial' },
  last_name: { section: 'Name', width: 'surname' },
  prior_last_name: { section: 'Name', width: 'half', overview: 6, ifFilled: true },
  dob: { section: 'Personal information', width: 'short', overview: 1, panel: 1, newcomer: 1 },
  gender: { section: 'Personal information', width: 'short', overview: 2 },
  include_dependents: { section: 'Personal information', width: 'short', overview: 8, ifFilled: true },
  ssn: { section: 'Personal information', width: 'two-thirds', column: null, overview: 3 },
  npi_number: { section: 'Personal information', width: 'short', overview: 7, ifFilled: true },
  sid: { section: 'School IDs', width: 'short', column: 112, narrow: 76, overview: 4 },
  uid: { section: 'School IDs', width: 'short', overview: 5 },
  university_email: { section: 'Contact', width: 'half', column: 240, overview: 1, panel: 2, newcomer: 2 },
  personal_email: { section: 'Contact', width: 'half', column: 240, overview: 2 },
  phone: { section: 'Contact', width: 'third', overview: 3, panel: 3 },
  address_1: { section: 'Address', width: 'full' },
  address_2: { section: 'Address', width: 'full' },
  city: { section: 'Address', width: 'half' },
  state: { section: 'Address', width: 'short' },
  zip: { section: 'Address', width: 'sixth' },
  country: { section: 'Address', width: 'half' },
}

/** The sections of a policy year's form. */
export const enrollmentSections = {
  Academics:
    'Changing the academic status can also change coverage statuses. A leave sets them to Leave of Absence; if the policy year keeps coverage during leave, enrolled students stay enrolled. After graduating or withdrawing, coverage stays until its end date; an early withdrawal voids it. If the effective date is after today, the change applies on that day.',
  'Leave of absence': 'Stays on the record after the student returns.',
  'Latest submission': 'From the student’s most recent form.',
  Dates: 'Financial aid disbursement and waiver reverification.',
  'Supplemental fees': 'Charged in addition to the premium.',
} as const

const edited = { isEditedInList: true } as const
const submission = { section: 'Latest submission', width: 'short' } as const
const fee = { section: 'Supplemental fees', width: 'short' } as const

/** Every field of a policy year that isn't part of a coverage type, in the order of the form. */
export const enrollmentPlaces: Readonly<Record<EnrollmentField, Place<keyof typeof enrollmentSections>>> = {
  academic_status: { section: 'Academics', width: 'short', column: 136, overview: 3, panel: 1, newcomer: 5 },
  status: { section: 'Academics', width: 'short' },
  graduation_year: {
    section: 'Academics',
    width: 'short',
    ...edited,
    overview: 4,
    panel: 4,
    card: 3,
    newcomer: 6,
  },
  program: {
    section: 'Academics',
    width: 'half',
    column: 216,
    ...edited,
    overview: 1,
    panel: 2,
    card: 1,
    newcomer: 3,
  },
  campus: {
    section: 'Academics',
    width: 'half',
    column: 104,
    ...edited,
    overview: 2,
    panel: 3,
    card: 2,
    newcomer: 4,
  },
  rotation_location: { section: 'Academics', width: 'short', ...edited, overview: 7, ifFilled: true },
  expected_start_on: { section: 'Academics', width: 'short', ...edited, overview: 5 },
  expected_graduation_on: { section: 'Academics', width: 'short', ...edited, overview: 6 },
  loa_start_on: { section: 'Leave of absence', width: 'short', overview: 9, ifFilled: true },
  loa_end_on: { section: 'Leave of absence', width: 'short', overview: 10, ifFilled: true },
  loa_reason: { section: 'Leave of absence', width: 'full', ...edited, overview: 8, ifFilled: true },
  confirmation_number: { ...submission, overview: 14, ifFilled: true },
  signature: { ...submission, width: 'half' },
  signature_date: submission,
  requested_enrollment_on: { ...submission, ...edited, overview: 11, ifFilled: true },
  comment: { ...submission, width: 'full', ...edited, overview: 15, ifFilled: true, panel: 6 },
  benefits_used_on: { section: 'Dates', width: 'short', ...edited, ifFilled: true },
  disbursement_on: { section: 'Dates', width: 'short', ...edited, overview: 12, ifFilled: true },
  reverify_on: {
    section: 'Dates',
    width: 'short',
    column: 116,
    ...edited,
    overview: 13,
    ifFilled: true,
    panel: 5,
  },
  admin_fee: fee,
  on_call_fee: fee,
  ltd_premium: fee,
  life_premium: fee,
  add_premium: fee,
  late_waiver_fee: fee,
}

const plannedPlaces: Readonly<Record<keyof typeof plannedFields, Place<never>>> = {
  planned_academic_status: { section: null, width: 'short', column: 136 },
  planned_status_on: { section: null, width: 'short' },
}

const status = { section: null, width: 'short', column: 172, narrow: 156 } as const

const statusPlaces: Readonly<Record<StatusField, Place<never>>> = {
  medical_status: status,
  dental_status: status,
  vision_status: status,
}

type LinePlace = Place<'waive' | 'enroll'>
const waive = { section: 'waive', width: 'third' } as const
const enroll = { section: 'enroll', width: 'third' } as const

/** The fields of every coverage type, in the order of their section. */
const linePlaces: Readonly<Record<LineField, LinePlace>> = {
  waive_insurance_company: { ...waive, section: null },
  waive_insurance_company_id: { ...waive, width: 'half', column: null },
  waive_insurance_name_other: { ...waive, width: 'half' },
  waive_group_number: waive,
  waive_member_subscriber_number: waive,
  waive_insurance_type: waive,
  waive_insurance_address_1: { ...waive, width: 'half' },
  waive_insurance_address_2: { ...waive, width: 'half' },
  waive_insurance_city: waive,
  waive_insurance_state: { ...waive, width: 'sixth' },
  waive_insurance_zip: { ...waive, width: 'sixth' },
  waive_insurance_phone: waive,
  waive_source_of_coverage: waive,
  waive_subscriber_first_name: waive,
  waive_subscriber_last_name: waive,
  waive_subscriber_relation: waive,
  waive_subscriber_dob: waive,
  waive_verified_on: waive,
  enroll_coverage_start_on: enroll,
  enroll_coverage_end_on: enroll,
  enroll_insurance_plan_name: { ...enroll, width: 'half' },
  enroll_insurance_type: enroll,
  enroll_insurance_underwriter: { ...enroll, width: 'half' },
  enroll_member_subscriber_number: enroll,
  enroll_group_number: enroll,
  enroll_premium: enroll,
  enroll_direct_pay_premium: enroll,
  enroll_paid_in_full: enroll,
}

const ofLine = <C extends Coverage>(coverage: C): { [K in LineField as `${C}_${K}`]: LinePlace } => {
  const places = Object.entries(linePlaces).map(([name, place]) => [`${coverage}_${name}`, place])
  // Object.fromEntries loses the keys; they're those of the coverage fields by construction.
  return Object.fromEntries(places) as ReturnType<typeof ofLine<C>>
}

const insurancePlaces: Readonly<Record<keyof typeof insuranceFields, LinePlace>> = {
  ...ofLine('medical'),
  medical_waive_has_exception: waive,
  ...ofLine('dental'),
  ...ofLine('vision'),
}

type FieldName = StudentField | StudentPeriodField

/** Every field of a student and a student-period; a field without a place doesn't compile. */
export const fieldPlaces: Readonly<Record<FieldName, Place>> = {
  ...studentPlaces,
  ...enrollmentPlaces,
  ...plannedPlaces,
  ...statusPlaces,
  ...insurancePlaces,
}

/** The list columns that aren't fields. */
const computedPlaces: Readonly<Record<Exclude<StudentListColumn, FieldName>, Listed>> = {
  student_name: { column: 220, narrow: 124 },
  age: {},
  turns_26_on: {},
  waiver_deadline_on: {},
  reverification_due: {},
  respond_by: {},
  to_decide_without_form: {},
  missing_from_roster: {},
  premium_differs: {},
  changed_since_visit: {},
  delivery_failed_since_visit: {},
  id: { column: null },
  student_id: { column: null },
  created_at: {},
  updated_at: {},
  student_created_at: {},
  student_updated_at: {},
}

/** The display of every list column. */
export const columnPlaces: Readonly<Record<StudentListColumn, Listed>> = { ...computedPlaces, ...fieldPlaces }

// Object.keys loses the names; a table of places has exactly those of its type.
const namesOf = <N extends string>(places: Readonly<Record<N, Place>>): N[] => Object.keys(places) as N[]

/** The fields that are shown in a place, in their order there. */
export const shownIn = <N extends string>(
  places: Readonly<Record<N, Place>>,
  where: Exclude<keyof Mentions, 'ifFilled'>,
): N[] =>
  namesOf(places)
    .filter((name) => places[name][where] !== undefined)
    .toSorted((one, other) => (places[one][where] ?? 0) - (places[other][where] ?? 0))

/** A section of a record's form: its fields in order, each with its width. */
export interface RecordSection<N extends string> {
  readonly title: string
  readonly why: string
  readonly fields: readonly (readonly [N, FieldWidth])[]
}

/** The sections of a record's form. */
export const sectionsOf = <N extends string, S extends string>(
  sections: Readonly<Record<S, string>>,
  places: Readonly<Record<N, Place<S>>>,
): readonly RecordSection<N>[] =>
  Object.entries<string>(sections).map(([title, why]) => ({
    title,
    why,
    fields: namesOf(places)
      .filter((name) => places[name].section === title)
      .map((name) => [name, places[name].width]),
  }))
