import * as z from 'zod/mini'
import type { ClientReply } from '#contract/platform/endpoint.ts'
import type { ImportRun } from '#contract/review/imports/shapes.ts'
import type { Period, PeriodAbout } from '#contract/setup/periods/shapes.ts'
import { defaultColors } from '#contract/setup/schools/colors.ts'
import type { School, SchoolRow } from '#contract/setup/schools/shapes.ts'
import { studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import { studentPeriod, type StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { studentPolicyYear, student } from '#contract/records/students/shapes.ts'
import type { getStudentOverview } from '#contract/records/students/endpoints.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'

/** Realistic records for screen tests; each test sets the values it's about. */
export const aSchool: School = {
  id: 7,
  name: 'Harborview University',
  slug: 'harborview',
  time_zone: 'America/New_York',
  logo_url: null,
  latest_period_id: 70,
  address_1: '1 Harbor Way',
  address_2: null,
  city: 'Astoria',
  state: 'OR',
  zip: '97103',
  phone: '+15035550100',
  website: 'https://www.harborview.edu',
  contacts: [
    { key: 'c1', name: 'Dana Cole', role: 'Bursar', email: 'dana@harborview.edu', phone: '+15035550101' },
  ],
  deadlines_contact: { name: null, email: null, phone: null },
  colors: defaultColors,
  colors_version: 1,
  version: 1,
}

export const aSchoolRow: SchoolRow = {
  id: 7,
  name: 'Harborview University',
  logo_url: null,
  latest_period_id: 70,
  latest_period_name: '2026–27',
  students: 1482,
  waiting: 181,
  unseen_submissions: 0,
}

export const aPeriod: Period = {
  id: 70,
  school_id: 7,
  name: '2026–27',
  starts_on: '2026-08-01',
  ends_on: '2027-07-31',
  state: 'open',
  waiver_deadline_on: '2026-09-15',
  medical_offered: true,
  dental_offered: true,
  vision_offered: false,
  medical_is_voluntary: false,
  students: 1482,
  has_setup: true,
  is_current: true,
  version: 3,
}

/** The same year's `about`. */
export const aboutPeriod: PeriodAbout = {
  name: aPeriod.name,
  starts_on: aPeriod.starts_on,
  ends_on: aPeriod.ends_on,
  state: aPeriod.state,
  waiver_deadline_on: aPeriod.waiver_deadline_on,
  medical_offered: true,
  dental_offered: true,
  vision_offered: false,
  medical_is_voluntary: false,
  version: 3,
}

export const anImport: ImportRun = {
  id: 5,
  kind: 'csv',
  school_id: 7,
  period_id: 70,
  file_name: 'roster.csv',
  state: 'done',
  dry_run: true,
  applied: false,
  may_apply: true,
  on_existing: 'update',
  progress: { done: 60, total: 60 },
  counts: { added: 48, changed: 0, unchanged: 0, refused: 12 },
  findings: {
    other_person: 0,
    duplicate: 0,
    spoiled_id: 0,
    unclear_id: 0,
    respelled_id: 0,
    to_confirm: 0,
    confirmed: 0,
  },
  held: null,
  missing: null,
  errors: [],
  unlisted: [],
  unknown: [],
  mapping: {},
  headers: [],
  reading: null,
  year_copy: null,
  message: null,
  change_id: null,
  undo_change_id: null,
  undone: null,
  created_at: '2026-11-20T10:00:00.000Z',
}

const empty = (fields: object): Record<string, null> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, null]))

export const aStudent = z.parse(student, {
  ...empty(studentFields),
  id: 900,
  school_id: 7,
  version: 2,
  erased_at: null,
  held_since: null,
  first_name: 'Ana',
  last_name: 'Lopez',
  sid: 'S1001',
  dob: '2001-03-15',
  ssn: '***-**-6789',
  phone: '+14635583453',
})

export const aStudentPeriod: StudentPeriod = z.parse(studentPeriod, {
  ...empty(studentPeriodFields),
  id: 500,
  school_id: 7,
  period_id: 70,
  period_name: '2026–27',
  student_id: 900,
  version: 4,
  created_at: '2026-08-01T00:00:00.000Z',
  updated_at: '2026-08-01T00:00:00.000Z',
  status: 'active',
  program: 'Nursing',
  academic_status: 'returning',
  medical_status: 'waiver_submitted',
  dental_status: 'not_started',
  vision_status: 'not_applicable',
  student: aStudent,
  dependents: [],
})

export const aPolicyYear = z.parse(studentPolicyYear, {
  ...aStudentPeriod,
  starts_on: '2026-08-01',
  ends_on: '2027-07-31',
})

export const aStudentOverview: ClientReply<typeof getStudentOverview> = {
  student: aStudent,
  school: { id: 7, name: 'Harborview University' },
  current_period_id: 70,
  student_periods: [aPolicyYear],
  missing_documents: [],
  counts: { notes: 0, documents: 0, emails: 0, verifications: 0, years: [] },
}
