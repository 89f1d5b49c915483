import { carrierFile, type CompleteSettings } from '#contract/setup/period-documents/carrier-file.ts'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { CarrierRecord, RecordDependent, RecordLine, StateFacts } from './rules/record.ts'

/** Plan codes of every tier for a plan. */
const codesOf = (plan: string) => ({
  enrolled: `${plan}-1`,
  enrolled_ech: `${plan}-2`,
  enrolled_esp: `${plan}-3`,
  enrolled_espch: `${plan}-4`,
  enrolled_espch2: `${plan}-5`,
  enrolled_efam: `${plan}-6`,
})

/** Settings that a carrier could have agreed on, for tests and the demo world. */
export const exampleSettings: CompleteSettings = {
  ...carrierFile.empty,
  sender_id: 'HARBORVIEW',
  receiver_id: 'NORTHSTAR834',
  policy_number: '805015',
  sponsor_ein: '31-1234567',
  carrier_name: 'Northstar Student Health',
  carrier_id: '36-7654321',
  administrator_name: 'Shipmate Administrators',
  administrator_id: 'SA-100',
  medical_plan_codes: codesOf('SHIP'),
  dental_plan_codes: codesOf('DPPO'),
  vision_plan_codes: codesOf('VIS'),
  ssns: 'if_known',
}

/** The columns of a student with everything a file needs, enrolled in medical. */
export const enrolledStudent = {
  student: {
    address_1: '12 Harbor Street',
    city: 'Columbus',
    state: 'OH',
    zip: '43210',
    country: 'US',
  },
  record: {
    status: 'active',
    medical_status: 'enrolled',
    medical_enroll_coverage_start_on: '2026-08-15',
    medical_enroll_premium: '4678.00',
  },
} as const

const none: RecordLine = {
  status: 'not_applicable',
  prior_status: null,
  prior_tier: null,
  starts_on: null,
  ends_on: null,
  premium: null,
  group_number: null,
  member_id: null,
}

/** A line as the tests need it. */
export const line = (values: Partial<RecordLine>): RecordLine => ({ ...none, ...values })

/** A student enrolled in medical from August 15. */
export const jane: CarrierRecord = {
  is_current: true,
  academic_status: 'continuing',
  campus: 'North',
  expected_start_on: '2024-08-20',
  expected_graduation_on: '2028-05-15',
  student: {
    first_name: 'Jane',
    last_name: 'Núñez',
    middle_initial: 'Q',
    dob: '2003-04-05',
    gender: 'female',
    ssn: '912345678',
    sid: 'A100',
    prior_last_name: null,
    address_1: '12 Harbor St',
    address_2: 'Apt 4',
    city: 'Columbus',
    state: 'OH',
    country: 'US',
    zip: '43210-1234',
    phone: '+16145550123',
    email: 'jane@harborview.example',
  },
  lines: {
    medical: line({ status: 'enrolled', starts_on: '2026-08-15', premium: '4678.00', group_number: 'G-1' }),
    dental: none,
    vision: none,
  },
  dependents: [],
}

export const spouse: RecordDependent = {
  id: 7,
  type: 'spouse',
  first_name: 'Sam',
  last_name: 'Núñez',
  dob: '2002-01-31',
  gender: 'x',
  ssn: null,
  covers: ['medical'],
  is_removed: false,
  starts: {},
  ends: {},
}
export const child: RecordDependent = {
  ...spouse,
  id: 8,
  type: 'child',
  first_name: 'Mia',
  dob: '2020-06-01',
  gender: 'male',
  ssn: '923456789',
}

/** Returns a record with other values in one of its lines. */
export const withLine = (
  record: CarrierRecord,
  coverage: Coverage,
  values: Partial<RecordLine>,
): CarrierRecord => ({
  ...record,
  lines: { ...record.lines, [coverage]: { ...record.lines[coverage], ...values } },
})

/** A first file of November 20. */
export const first: StateFacts = { settings: exampleSettings, known: null, asOf: '2026-11-20' }
