import type { CarrierSettings } from '#contract/outputs/carrier-files/settings.ts'
import type { AcademicStatus } from '#contract/records/student-periods/choices.ts'
import { stateCode } from '#server/records/students/index.ts'
import type { KnownPerson, SubscriberDetails } from './member-state.ts'
import type { CarrierRecord, Gender, RecordDependent, RecordStudent } from './record.ts'

type Person = Omit<KnownPerson, 'coverages'>

/** DMG03 has no value for gender X (domain section 6). */
const genderOf = (gender: Gender | null): KnownPerson['gender'] => {
  if (gender === 'female') return 'F'
  return gender === 'male' ? 'M' : 'U'
}

type Standing = Pick<SubscriberDetails, 'employment' | 'student_status'>

const fullTime: Standing = { employment: 'FT', student_status: 'F' }
const gone: Standing = { employment: 'TE', student_status: 'N' }
const standings: Readonly<Partial<Record<AcademicStatus, Standing>>> = {
  part_time: { employment: 'PT', student_status: 'P' },
  leave_of_absence: { employment: 'L1', student_status: 'N' },
  graduated: gone,
  withdrawn: gone,
}

/** Returns INS08 and INS09 of an academic status. */
const standingOf = (status: AcademicStatus | null): Standing => (status && standings[status]) ?? fullTime

/** Returns the student as the carrier should know them. */
export const subscriberPerson = (record: CarrierRecord, { ssns }: CarrierSettings): Person => {
  const { student, lines } = record
  const memberIds = [lines.medical, lines.dental, lines.vision].map(({ member_id }) => member_id)
  return {
    key: 'self',
    relation: 'self',
    last_name: student.last_name,
    first_name: student.first_name,
    middle_initial: student.middle_initial ?? '',
    birth_date: student.dob,
    gender: genderOf(student.gender),
    ssn: ssns === 'never' ? null : student.ssn,
    details: {
      sid: student.sid,
      member_id: memberIds.find((id) => id !== null) ?? null,
      prior_last_name: student.prior_last_name,
      phone: student.phone,
      email: student.email,
      ...addressOf(student),
      campus: record.campus,
      education_begins: record.expected_start_on,
      education_ends: record.expected_graduation_on,
      ...standingOf(record.academic_status),
    },
  }
}

type Address = Pick<SubscriberDetails, 'address_1' | 'address_2' | 'city' | 'state' | 'zip' | 'country'>

/** U.S. addresses have a state code, digits as ZIP and no country. */
const addressOf = (student: RecordStudent): Address => {
  const { address_1, address_2, city, state, zip, country } = student
  const street = { address_1: address_1 ?? '', address_2: address_2 ?? '', city: city ?? '' }
  if (country !== null && country !== 'US') return { ...street, state: '', zip: zip ?? '', country }
  const [code, digits] = [stateCode(state ?? ''), (zip ?? '').replace('-', '')]
  return { ...street, state: code ?? '', zip: digits, country: '' }
}

/** Returns a dependent as the carrier should know them. */
export const dependentPerson = (dependent: RecordDependent, { ssns }: CarrierSettings): Person => ({
  key: String(dependent.id),
  relation: dependent.type,
  last_name: dependent.last_name,
  first_name: dependent.first_name,
  middle_initial: '',
  birth_date: dependent.dob ?? '',
  gender: genderOf(dependent.gender),
  ssn: ssns === 'never' ? null : dependent.ssn,
  details: null,
})
