import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { AcademicStatus } from '#contract/platform/record/student-period-choices.ts'
import { planCodesOf, type CarrierSettings } from '#contract/setup/period-documents/carrier-file.ts'
import { stateCode } from '#server/records/students/index.ts'
import { carrierStatuses, coveredLines, levelOf, type CoveredLine } from './covered-lines.ts'
import { findProblems } from './find-problems.ts'
import { firstStart, hasCoverageType, leftCoverages, ownEnd } from './left-coverage.ts'
import type { KnownCoverage, KnownPerson, MemberState, SubscriberDetails } from './member-state.ts'
import type { CarrierRecord, Gender, Problem, RecordDependent, RecordStudent, StateFacts } from './record.ts'

/** What a carrier should know of a student-period after a file; or why it would reject it. */
interface NextState {
  /** Null if there’s nothing to tell, or if there are problems. */
  readonly state: MemberState | null
  readonly problems: readonly Problem[]
}

/**
 * Returns what the carrier should know: the coverages of the record, and those it knows of that the record no
 * longer has, with their end. A student with problems is left out, and what the carrier knows stays.
 */
export const nextState = (record: CarrierRecord, facts: StateFacts): NextState => {
  const lines = coveredLines(record, facts)
  if (lines.length === 0) return { state: endedState(record, facts), problems: [] }
  const dependents = dependentsToTell(record, lines, facts)
  const listed = record.dependents.filter(({ is_removed }) => !is_removed)
  const problems = findProblems({ ...record, dependents: listed }, lines, dependents, facts.settings)
  if (problems.length > 0) return { state: null, problems }
  const current = [
    { ...subscriberPerson(record, facts.settings), coverages: subscriberCoverages(lines, facts) },
    ...dependents.map((dependent) => ({
      ...dependentPerson(dependent, facts.settings),
      coverages: {
        ...dependentCoverages(dependent, lines, facts),
        ...coveragesLeft(dependent, record, lines, facts),
      },
    })),
  ].filter(({ key, coverages: own }) => key === 'self' || Object.keys(own).length > 0)
  return { state: { persons: withKnown(current, record, facts) }, problems: [] }
}

/** A tier without dependents covers none, whoever is listed. */
const coversDependents = ({ tier }: CoveredLine): boolean => tier !== 'enrolled'

/** Returns the dependents whom a coverage includes, and those who left one that the carrier never heard of. */
const dependentsToTell = (
  record: CarrierRecord,
  lines: readonly CoveredLine[],
  facts: StateFacts,
): RecordDependent[] => {
  const covering = lines.filter(coversDependents)
  return record.dependents.filter(
    (one) =>
      covering.some(({ coverage }) => hasCoverageType(one, coverage)) ||
      leftCoverages(one, record, lines, facts).length > 0,
  )
}

type Coverages = Partial<Record<Coverage, KnownCoverage>>

const subscriberCoverages = (lines: readonly CoveredLine[], facts: StateFacts): Coverages =>
  Object.fromEntries(lines.map((line) => [line.coverage, coverageOf(line, facts)]))

const coverageOf = (
  { coverage, tier, isEnded, line }: CoveredLine,
  { settings }: StateFacts,
): KnownCoverage => {
  const starts = line.starts_on ?? ''
  return {
    tier,
    level: levelOf(tier, settings),
    plan: settings[planCodesOf(coverage)][tier] ?? '',
    starts_on: starts,
    ends_on: line.ends_on === null ? null : latest(line.ends_on, starts),
    is_ended: isEnded,
    premium: settings.sends_premiums ? line.premium : null,
    policy: line.group_number,
  }
}

const latest = (...days: readonly string[]): string => days.reduce((a, b) => (a > b ? a : b))

/** A dependent has the student’s coverages that cover them; a later one from the day it began. */
const dependentCoverages = (
  dependent: RecordDependent,
  lines: readonly CoveredLine[],
  facts: StateFacts,
): Coverages =>
  Object.fromEntries(
    lines
      .filter((line) => coversDependents(line) && hasCoverageType(dependent, line.coverage))
      .flatMap((line) => {
        const own = coverageOf(line, facts)
        const starts_on = dependentStart(dependent, line, own.starts_on, facts)
        if (starts_on === null) return []
        const ends_on = own.ends_on === null ? null : latest(own.ends_on, starts_on)
        return [[line.coverage, { ...own, starts_on, ends_on, premium: null }] as const]
      }),
  )

/** Coverage that a dependent joined and left since the last file is told with both days, like a student’s. */
const coveragesLeft = (
  dependent: RecordDependent,
  record: CarrierRecord,
  lines: readonly CoveredLine[],
  facts: StateFacts,
): Coverages =>
  Object.fromEntries(
    leftCoverages(dependent, record, lines, facts).map(({ line, starts_on, ends_on }) => {
      const own = { ...coverageOf(line, facts), starts_on, ends_on, is_ended: true, premium: null }
      return [line.coverage, own] as const
    }),
  )

/**
 * The start that the record has; without one, what was told before, or else the student’s start or a child’s later birth. Null if
 * they never had the coverage.
 */
const dependentStart = (
  dependent: RecordDependent,
  covered: CoveredLine,
  lineStart: string,
  facts: StateFacts,
): string | null => {
  const { told, line } = toldOf(facts, dependent, covered.coverage)
  const own = dependent.starts[covered.coverage]
  if (own != null) return told || hasTime(covered, own) ? latest(own, lineStart) : null
  if (told && goesOn(told, lineEndOf(line, covered, lineStart))) return startNow(told, line, lineStart)
  const starts = told ? lineStart : firstStart(dependent, lineStart)
  const isOver = covered.isEnded && line !== undefined
  return !isOver && hasTime(covered, starts) ? starts : null
}

/** Whether coverage goes on, or ended after a day. */
const hasTime = ({ isEnded, line: { ends_on: end } }: CoveredLine, day: string): boolean =>
  !isEnded || (end !== null && day < end)

/** Returns what the carrier knows of a coverage: the dependent’s and the student’s. */
const toldOf = ({ known }: StateFacts, { id }: RecordDependent, coverage: Coverage) => ({
  told: known?.persons.find(({ key }) => key === String(id))?.coverages[coverage],
  line: known?.persons[0]?.coverages[coverage],
})

/** A dependent who began with the student moves with the student’s start. */
const startNow = (told: KnownCoverage, line: KnownCoverage | undefined, lineStart: string): string =>
  told.starts_on === line?.starts_on ? lineStart : latest(told.starts_on, lineStart)

/** Returns the end of the student’s coverage, as it was told or else as it’s told now; null if it goes on. */
const lineEndOf = (
  told: KnownCoverage | undefined,
  { isEnded, line: { ends_on: end } }: CoveredLine,
  starts: string,
): string | null => {
  if (!isEnded) return null
  return told?.is_ended === true ? told.ends_on : end && latest(end, starts)
}

/** Whether what was told of a dependent is still so: it hasn’t ended, or it ended with the student’s. */
const goesOn = (told: KnownCoverage, lineEnd: string | null): boolean =>
  !told.is_ended || (lineEnd !== null && told.ends_on === lineEnd)

/** Adds the persons and coverages that the carrier knows of and the record no longer has. */
const withKnown = (
  current: readonly KnownPerson[],
  record: CarrierRecord,
  facts: StateFacts,
): KnownPerson[] => {
  const known = facts.known?.persons ?? []
  const own = current.map((person) => {
    const before = known.find(({ key }) => key === person.key)
    return before
      ? { ...person, coverages: { ...ended(before, record, facts), ...person.coverages } }
      : person
  })
  const gone = known
    .filter(({ key }) => !current.some((person) => person.key === key))
    .map((person) => ({ ...person, coverages: ended(person, record, facts) }))
  return [...own, ...gone]
}

const endedState = (record: CarrierRecord, facts: StateFacts): MemberState | null =>
  facts.known && {
    persons: facts.known.persons.map((one) => ({ ...one, coverages: ended(one, record, facts) })),
  }

/** Returns a person’s coverages with an end: what was told, or the day it ended. */
const ended = (person: KnownPerson, record: CarrierRecord, facts: StateFacts): Coverages =>
  Object.fromEntries(
    coverages.flatMap((coverage) => {
      const one = person.coverages[coverage]
      if (!one) return []
      const dependent = record.dependents.find(({ id }) => String(id) === person.key)
      const own = dependent ? ownEnd(dependent, coverage, record) : null
      if (one.is_ended && own === null) return [[coverage, one] as const]
      const end = latest(own ?? endDay(coverage, one, record, facts), one.starts_on)
      return [[coverage, { ...one, is_ended: true, ends_on: end }] as const]
    }),
  )

/** The end that the record has since the last file, or else the day of the file. */
const endDay = (
  coverage: Coverage,
  told: KnownCoverage,
  { is_current, lines }: CarrierRecord,
  { asOf }: StateFacts,
): string => {
  const line = lines[coverage]
  // a dependent can leave a coverage that the student keeps
  if (!is_current || carrierStatuses.includes(line.status)) return asOf
  return line.ends_on !== null && line.ends_on !== told.ends_on ? line.ends_on : asOf
}

type Person = Omit<KnownPerson, 'coverages'>

/** DMG03 has no value for gender X. */
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
const subscriberPerson = (record: CarrierRecord, { ssns }: CarrierSettings): Person => {
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
const dependentPerson = (dependent: RecordDependent, { ssns }: CarrierSettings): Person => ({
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
