import type {
  CarrierFileKind,
  CoverageDetail,
  DifferenceKind,
  MaintenanceType,
  MemberDetail,
} from '#contract/outputs/carrier-files/choices.ts'
import type { MemberDifference } from '#contract/outputs/carrier-files/shapes.ts'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { fullName } from '#contract/platform/person-name.ts'
import type { KnownCoverage, KnownPerson, MemberState } from './member-state.ts'
import type { CarrierRecord } from './record.ts'

/** What a file says of one coverage. */
export interface CoverageStatement {
  readonly coverage: Coverage
  readonly type: MaintenanceType
  readonly now: KnownCoverage
  /** What changed, if it goes on. */
  readonly details: readonly CoverageDetail[]
}

/** What a file says of one person. */
export interface PersonStatement {
  readonly person: KnownPerson
  readonly before: KnownPerson | null
  readonly type: MaintenanceType
  /** INS04. */
  readonly reason: string
  /** What changed besides coverage. */
  readonly details: readonly MemberDetail[]
  readonly coverages: readonly CoverageStatement[]
}

type ReasonFacts = Pick<CarrierRecord, 'lines'>

/** Returns what changed from what the carrier knows; only persons with changes. */
export const changesBetween = (
  known: MemberState | null,
  next: MemberState,
  record: ReasonFacts,
): PersonStatement[] =>
  next.persons.flatMap((person) => {
    const before = known?.persons.find(({ key }) => key === person.key) ?? null
    const stated = coverages.flatMap((coverage) => coverageChange(coverage, before, person))
    const details = before ? memberDetails(before, person) : []
    if (stated.length === 0 && details.length === 0) return []
    const statement = { person, before, details, coverages: stated, type: personType(before, person, stated) }
    return [{ ...statement, reason: reasonOf(statement, known, record) }]
  })

/** Returns everything the carrier should know, as a full file says it (030, notification only). */
const everything = (known: MemberState | null, next: MemberState): PersonStatement[] =>
  next.persons.map((person) => ({
    person,
    before: known?.persons.find(({ key }) => key === person.key) ?? null,
    type: 'audit',
    reason: 'XN',
    details: [],
    coverages: coverages.flatMap((coverage) => {
      const now = person.coverages[coverage]
      return now ? [{ coverage, type: 'audit', now, details: [] } as const] : []
    }),
  }))

/** Returns what a file of a kind says. */
export const statementsOf = (
  kind: CarrierFileKind,
  known: MemberState | null,
  next: MemberState,
  record: ReasonFacts,
): PersonStatement[] => (kind === 'full' ? everything(known, next) : changesBetween(known, next, record))

const coverageChange = (
  coverage: Coverage,
  before: KnownPerson | null,
  person: KnownPerson,
): CoverageStatement[] => {
  const now = person.coverages[coverage]
  const told = before?.coverages[coverage]
  if (!now) return []
  if (!told) return [{ coverage, type: 'add', now, details: [] }]
  const details = coverageDetails(told, now)
  if (told.is_ended !== now.is_ended)
    return [{ coverage, type: now.is_ended ? 'term' : 'reinstate', now, details }]
  if (details.length === 0) return []
  return [{ coverage, type: now.is_ended ? 'term' : 'change', now, details }]
}

const coverageDetails = (told: KnownCoverage, now: KnownCoverage): CoverageDetail[] => {
  const differs: Record<CoverageDetail, boolean> = {
    tier: told.tier !== now.tier || told.level !== now.level,
    plan_code: told.plan !== now.plan,
    starts_on: told.starts_on !== now.starts_on,
    ends_on: told.ends_on !== now.ends_on,
    premium: told.premium !== now.premium,
    group_number: told.policy !== now.policy,
  }
  return namesOf(differs)
}

const namesOf = <K extends string>(differs: Readonly<Record<K, boolean>>): K[] =>
  // Object.keys drops the type of the keys
  (Object.keys(differs) as K[]).filter((name) => differs[name])

const memberDetails = (before: KnownPerson, now: KnownPerson): MemberDetail[] => {
  const [told, own] = [before.details, now.details]
  const has = <K extends keyof NonNullable<KnownPerson['details']>>(...keys: readonly K[]): boolean =>
    keys.some((key) => told?.[key] !== own?.[key])
  return namesOf<MemberDetail>({
    name:
      before.last_name !== now.last_name ||
      before.first_name !== now.first_name ||
      before.middle_initial !== now.middle_initial,
    birth_date: before.birth_date !== now.birth_date,
    gender: before.gender !== now.gender,
    ssn: before.ssn !== now.ssn,
    student_id: has('sid', 'member_id'),
    address: has('address_1', 'address_2', 'city', 'state', 'zip', 'country'),
    phone: has('phone'),
    email: has('email'),
    campus: has('campus'),
    student_status: has('employment', 'student_status'),
    education_dates: has('education_begins', 'education_ends'),
  })
}

const isCovered = ({ coverages: own }: KnownPerson): boolean =>
  Object.values(own).some(({ is_ended }) => !is_ended)

const personType = (
  before: KnownPerson | null,
  person: KnownPerson,
  stated: readonly CoverageStatement[],
): MaintenanceType => {
  if (!before) return 'add'
  if (!isCovered(person) && stated.length > 0) return 'term'
  return !isCovered(before) && isCovered(person) ? 'reinstate' : 'change'
}

/** Returns INS04 as far as the records tell. */
const reasonOf = (
  { person, type, details, coverages: stated }: Omit<PersonStatement, 'reason'>,
  known: MemberState | null,
  record: ReasonFacts,
): string => {
  if (type === 'reinstate') return '41'
  if (type === 'add') return addReason(person, known)
  if (type === 'term') return termReason(stated, record)
  if (stated.length > 0) return '29'
  if (details.some((name) => ['name', 'birth_date', 'gender', 'ssn', 'student_id'].includes(name)))
    return '25'
  if (person.details?.employment === 'L1' && details.includes('student_status')) return '37'
  return details.includes('address') ? '43' : '33'
}

/** A spouse or child of a student whom the carrier knows: marriage, birth, or else a choice of benefits. */
const addReason = ({ relation, birth_date: born }: KnownPerson, known: MemberState | null): string => {
  const student = known?.persons[0]
  if (!student || relation === 'self') return '28'
  if (relation === 'spouse') return '32'
  const starts = Object.values(student.coverages).map(({ starts_on }) => starts_on)
  return relation === 'child' && starts.some((start) => born >= start) ? '02' : '29'
}

const termReason = (stated: readonly CoverageStatement[], { lines }: ReasonFacts): string => {
  const statuses = stated.map(({ coverage }) => lines[coverage].status)
  if (statuses.every((status) => status === 'loa')) return '38'
  return statuses.every((status) => status === 'declined') ? '26' : '07'
}

const kinds: Readonly<Record<CoverageStatement['type'], DifferenceKind>> = {
  add: 'added',
  change: 'changed',
  term: 'ended',
  reinstate: 'reinstated',
  audit: 'changed',
}

/** Returns changes as differences for staff: persons, coverages, days and what changed, without the values. */
export const toDifferences = (changes: readonly PersonStatement[]): MemberDifference[] =>
  changes.flatMap(({ person, details, coverages }) => {
    const who = { person: fullName(person), relation: person.relation }
    const about = { coverage_type: null, tier: null, on: null }
    return [
      ...coverages.map((one) => ({ ...who, ...coverageDifference(one) })),
      ...(details.length > 0 ? [{ ...who, ...about, kind: 'details' as const, details: [...details] }] : []),
    ]
  })

const coverageDifference = ({
  coverage,
  type,
  now,
  details,
}: CoverageStatement): Omit<MemberDifference, 'person' | 'relation'> => ({
  kind: kinds[type],
  coverage_type: coverage,
  tier: now.tier,
  on: type === 'term' ? now.ends_on : now.starts_on,
  details: type === 'change' ? [...details] : [],
})
