import { maintenanceCodes, type MemberRelation } from '#contract/outputs/carrier-files/choices.ts'
import type { CompleteSettings } from '#contract/setup/period-documents/carrier-file.ts'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { elementText } from '#server/platform/lib/x12/elements.ts'
import type { Member, MemberCoverage } from '#server/platform/lib/x12/enrollment.ts'
import type { KnownPerson, SubscriberDetails } from './member-state.ts'
import type { CoverageStatement, PersonStatement } from './statements.ts'

const relationCodes: Record<MemberRelation, string> = {
  self: '18',
  spouse: '01',
  child: '19',
  domestic_partner: '53',
}

const lineCodes: Record<Coverage, MemberCoverage['line']> = { medical: 'HLT', dental: 'DEN', vision: 'VIS' }

/** What a member loop has besides what is said of the person. */
interface FileFacts {
  readonly settings: Pick<CompleteSettings, 'policy_number' | 'student_id_place'>
  readonly schoolName: string
  /** The student’s details, also for dependents. */
  readonly subscriber: SubscriberDetails
}

/** Returns a statement as the member loop of an 834. */
export const toMember = (
  { person, before, type, reason, coverages }: PersonStatement,
  { settings, schoolName, subscriber }: FileFacts,
): Member => {
  return {
    relation: relationCodes[person.relation],
    maintenance: maintenanceCodes[type],
    reason,
    ...numbersOf(subscriber, settings),
    eligibility: eligibilityOf(person),
    name: nameOf(person),
    identifier: identifierOf(person),
    birthDate: person.birth_date,
    gender: person.gender,
    ...namesBefore(person, before),
    ...(person.details ? subscriberPart(person.details, schoolName) : dependentPart),
    coverages: coverages.map(toCoverage),
  }
}

/** What only a subscriber’s loop has. */
type SubscriberPart = Pick<
  Member,
  | 'isSubscriber'
  | 'employment'
  | 'studentStatus'
  | 'department'
  | 'education'
  | 'phone'
  | 'email'
  | 'address'
  | 'school'
>

const dependentPart: SubscriberPart = {
  isSubscriber: false,
  employment: '',
  studentStatus: '',
  department: '',
  education: { begins: null, ends: null },
  phone: '',
  email: '',
  address: null,
  school: '',
}

const subscriberPart = (details: SubscriberDetails, school: string): SubscriberPart => ({
  isSubscriber: true,
  employment: details.employment,
  studentStatus: details.student_status,
  department: elementText(details.campus, 50),
  education: { begins: details.education_begins, ends: details.education_ends },
  phone: phoneOf(details.phone ?? ''),
  email: details.email ?? '',
  address: addressOf(details),
  school,
})

const numbersOf = (
  { sid, member_id: memberId }: SubscriberDetails,
  { policy_number, student_id_place: place }: FileFacts['settings'],
): Pick<Member, 'subscriberNumber' | 'policyNumber'> =>
  place === '0F'
    ? { subscriberNumber: sid, policyNumber: policy_number }
    : { subscriberNumber: memberId ?? sid, policyNumber: sid }

/** From the first start; to the last end once no coverage is left. */
const eligibilityOf = ({ coverages }: KnownPerson): Member['eligibility'] => {
  const all = Object.values(coverages)
  const begins = all.map(({ starts_on }) => starts_on).toSorted()[0] ?? null
  const isOver = all.every(({ is_ended }) => is_ended)
  const ends =
    all
      .flatMap(({ ends_on }) => ends_on ?? [])
      .toSorted()
      .at(-1) ?? null
  return { begins, ends: isOver ? ends : null }
}

const nameOf = (person: KnownPerson): Member['name'] => ({
  last: person.last_name,
  first: person.first_name,
  // one name stands alone (NM103)
  middle: person.first_name === '' ? '' : person.middle_initial,
})

const identifierOf = ({ ssn, details }: KnownPerson): Member['identifier'] => {
  if (ssn !== null) return { qualifier: '34', value: ssn }
  return details ? { qualifier: 'ZZ', value: details.sid } : null
}

/** U.S. numbers as 10 digits, others with all of theirs. */
const phoneOf = (phone: string | null): string =>
  (phone ?? '').replace(/^\+1(?=\d{10}$)/, '').replace('+', '')

const addressOf = (details: SubscriberDetails): Member['address'] => ({
  line1: details.address_1,
  line2: details.address_2,
  city: details.city,
  state: details.state,
  zip: details.zip,
  country: details.country,
})

const sentName = (name: Member['name']): string =>
  [name.last, name.first, name.middle].map((part) => elementText(part)).join('*')

/** The name that was sent before, if it’s another one; else the student’s former last name. */
const namesBefore = (
  person: KnownPerson,
  before: KnownPerson | null,
): Pick<Member, 'isCorrection' | 'priorName'> => {
  const [own, former] = [nameOf(person), before && nameOf(before)]
  if (former && sentName(former) !== sentName(own)) return { isCorrection: true, priorName: former }
  const last = elementText(person.details?.prior_last_name ?? '')
  const isOther = last !== '' && last !== elementText(own.last)
  return { isCorrection: false, priorName: isOther ? { ...own, last } : null }
}

const toCoverage = ({ coverage, type, now }: CoverageStatement): MemberCoverage => ({
  maintenance: maintenanceCodes[type],
  line: lineCodes[coverage],
  plan: now.plan,
  level: now.level,
  begins: now.starts_on,
  ends: now.ends_on,
  premium: now.premium,
  policy: now.policy,
})
