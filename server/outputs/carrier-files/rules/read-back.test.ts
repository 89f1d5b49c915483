import fc from 'fast-check'
import { X12Parser, type X12Interchange } from 'node-x12'
import { describe, expect, it } from 'vitest'
import { carrierStatuses } from './covered-lines.ts'
import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { academicStatuses, dependentTypes } from '#contract/platform/record/student-period-choices.ts'
import { tierFor } from '#contract/platform/coverage/tiers.ts'
import { dayIn } from '#server/platform/lib/clock.ts'
import { headerSegments, memberSegments, type Member } from '#server/platform/lib/x12/enrollment.ts'
import { writeInterchange } from '#server/platform/lib/x12/envelope.ts'
import { readEnrollment } from '#server/testing/read-enrollment.ts'
import { readInterchange } from '#server/platform/lib/x12/syntax.ts'
import { exampleSettings, jane, spouse, withLine } from '../factory.ts'
import type { MemberState } from './member-state.ts'
import { nextState } from './next-state.ts'
import type { CarrierRecord, RecordDependent, RecordLine } from './record.ts'
import { statementsOf } from './statements.ts'
import { toMember } from './to-members.ts'

const day = (from: string, days: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: days }).map((after) => {
    const at = new Date(Date.parse(`${from}T12:00:00Z`) + after * 86_400_000)
    return dayIn({ now: () => at }, 'UTC')
  })

/** Letters with accents, delimiters and other marks that a file can’t carry. */
const written = fc
  .string({ unit: fc.constantFrom(...'AbzÑé’*~^: -.'), minLength: 1, maxLength: 12 })
  .map((rest) => `N${rest}`)
const cents = fc.integer({ min: 0, max: 999_999 }).map((all) => (all / 100).toFixed(2))

const statuses: readonly CoverageStatus[] = [...carrierStatuses, 'waived', 'declined', 'loa', 'not_started']
const line: fc.Arbitrary<RecordLine> = fc
  .record({
    status: fc.constantFrom(...statuses),
    prior_status: fc.constantFrom('enrolled_ech', 'enrolled_waiver_utp', 'waived', null),
    prior_tier: fc.option(fc.constantFrom(...tiers)),
    starts_on: day('2026-08-01', 100),
    ends_on: day('2026-11-10', 300),
    hasEnd: fc.boolean(),
    premium: fc.option(cents),
    group_number: fc.option(written),
    member_id: fc.constant(null),
  })
  .map(({ hasEnd, ...one }) => ({
    ...one,
    ends_on: hasEnd || one.status === 'enrolled_eoc' || one.status === 'loa' ? one.ends_on : null,
  }))

const dependent = (id: number): fc.Arbitrary<RecordDependent> =>
  fc.record({
    id: fc.constant(id),
    type: fc.constant(dependentTypes[id % 3] ?? 'child'),
    first_name: fc.constant(`Dependent ${id}`),
    last_name: written,
    dob: day('2024-08-01', 900),
    gender: fc.constantFrom('female', 'male', 'x', null),
    ssn: fc.option(fc.constant('912345678')),
    covers: fc.subarray<Coverage>(['medical', 'dental', 'vision']),
    is_removed: fc.boolean(),
    starts: fc.constantFrom<RecordDependent['starts']>({}, { medical: '2026-10-20', dental: '2026-09-01' }),
    ends: fc.constantFrom<RecordDependent['ends']>({}, { medical: '2026-11-10' }),
  })

/** Gives each coverage the tier of the dependents it includes: records with another tier can’t be sent. */
const withTiers = (one: CarrierRecord): CarrierRecord => ({
  ...one,
  lines: {
    medical: withTier(one, 'medical'),
    dental: withTier(one, 'dental'),
    vision: withTier(one, 'vision'),
  },
})

const withTier = ({ lines, dependents }: CarrierRecord, coverage: Coverage): RecordLine => {
  const tier = tierFor(dependents.filter((one) => !one.is_removed && one.covers.includes(coverage)))
  const line = lines[coverage]
  if (tiers.some((one) => one === line.status)) return { ...line, status: tier }
  return line.status === 'enrolled_eoc' ? line : { ...line, prior_tier: tier }
}

const record: fc.Arbitrary<CarrierRecord> = fc
  .record({
    is_current: fc.integer({ max: 9, min: 0 }).map((one) => one > 0),
    academic_status: fc.option(fc.constantFrom(...academicStatuses)),
    campus: fc.option(written),
    expected_start_on: fc.option(day('2023-08-01', 300)),
    expected_graduation_on: fc.option(day('2027-05-01', 300)),
    student: fc
      .record({
        last_name: written,
        address_1: written,
        phone: fc.constantFrom('+16145550123', '+442071838750', null),
      })
      .map((some) => ({ ...jane.student, ...some })),
    lines: fc.record({ medical: line, dental: line, vision: line }),
    dependents: fc.tuple(...[7, 8, 9].map(dependent)).chain((all) => fc.subarray(all)),
  })
  .map(withTiers)

interface Told {
  readonly members: readonly Member[]
  readonly known: MemberState | null
}

const tell = (
  kind: 'full' | 'changes',
  now: CarrierRecord,
  before: MemberState | null,
  asOf: string,
): Told => {
  const settings = exampleSettings
  const { state, problems } = nextState(now, { settings, known: before, asOf })
  expect(problems).toEqual([])
  const subscriber = state?.persons[0]?.details
  if (!state || !subscriber) return { members: [], known: before }
  const facts = { settings, schoolName: 'Harborview University', subscriber }
  return {
    members: statementsOf(kind, before, state, now).map((one) => toMember(one, facts)),
    known: state,
  }
}

const header = {
  reference: '000000012',
  action: '2',
  policy: '805015',
  effective: '2026-11-20',
  sponsor: { name: 'Harborview University', id: '311234567' },
  payer: { name: 'Northstar Student Health', id: '36-7654321' },
  administrator: { name: 'Shipmate Administrators', id: 'SA-100' },
} as const

const write = (members: readonly Member[]): string => {
  const at = new Date('2026-11-20T15:04:00Z')
  const subscribers = members.filter(({ isSubscriber }) => isSubscriber).length
  const quantities = { subscribers, dependents: members.length - subscribers }
  const segments = [...headerSegments({ ...header, ...quantities, at }), ...members.flatMap(memberSegments)]
  return writeInterchange(
    { sender: 'HARBORVIEW', receiver: 'NORTHSTAR834', control: 12, at, isTest: false },
    { type: '834', control: '0001', segments },
  )
}

/** What a carrier keeps of a member: all but how it was told. */
const kept = ({
  maintenance: _how,
  reason: _why,
  isCorrection: _new,
  priorName: _old,
  ...member
}: Member) => ({
  ...member,
  coverages: member.coverages.map(({ maintenance: _type, ...one }) => one),
})
type Kept = ReturnType<typeof kept>

/** Returns what a carrier knows after a file: persons and coverages that it names are replaced. */
const apply = (before: ReadonlyMap<string, Kept>, text: string): Map<string, Kept> => {
  const after = new Map(before)
  for (const member of readEnrollment(text).members) {
    const key = member.isSubscriber ? 'self' : member.name.first
    const { coverages, ...person } = kept(member)
    const former = after.get(key)?.coverages ?? []
    const others = former.filter(({ line: one }) => !coverages.some((other) => other.line === one))
    const all = [...others, ...coverages].toSorted((one, other) => one.line.localeCompare(other.line))
    after.set(key, { ...person, coverages: all })
  }
  return after
}

describe('a file', () => {
  it('is read as it was written, also by another parser', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 4 }), (records) => {
        const members = records.flatMap((one) => tell('changes', one, null, '2026-11-20').members)
        const text = write(members)
        const read = readEnrollment(text)
        expect(write(read.members)).toBe(text)
        expect(read.members.map(({ name, coverages }) => [name.first, coverages.length])).toEqual(
          members.map(({ name, coverages }) => [name.first, coverages.length]),
        )
        const [group] = (new X12Parser(true).parse(text) as X12Interchange).functionalGroups
        const [theirs] = group?.transactions ?? []
        const [ours] = readInterchange(text).transactions
        expect(
          theirs?.segments.map(({ tag, elements }) => ({
            id: tag,
            elements: elements.map(({ value }) => value),
          })),
        ).toEqual(ours?.segments)
        expect([theirs?.trailer.valueOf(1), group?.trailer.valueOf(1)]).toEqual([
          String((ours?.segments.length ?? 0) + 2),
          '1',
        ])
      }),
      { numRuns: 200 },
    )
  })

  it('that’s full, with every changes file after it, says what the next full file says', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 2, maxLength: 5 }), (versions) => {
        let [known, carrier]: [MemberState | null, Map<string, Kept>] = [null, new Map()]
        for (const [index, version] of versions.entries()) {
          const asOf = `2026-12-${String(index + 1).padStart(2, '0')}`
          const full = tell('full', version, known, asOf)
          const told = tell('changes', version, known, asOf)
          carrier = apply(carrier, write(told.members))
          expect(full.known).toEqual(told.known)
          // someone whom the carrier was never told of isn’t in the full file either
          const whole = full.members.length > 0 ? apply(new Map(), write(full.members)) : new Map()
          expect(carrier).toEqual(whole)
          known = told.known
          expect(tell('changes', version, known, asOf).members).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('says once that a dependent’s coverage ended on the day that the student’s ends later', () => {
    const family = { ...withLine(jane, 'medical', { status: 'enrolled_esp' }), dependents: [spouse] }
    const alone = withLine(jane, 'medical', { status: 'enrolled' })
    const ended = withLine(family, 'medical', {
      status: 'enrolled_eoc',
      prior_tier: 'enrolled_esp',
      ends_on: '2026-12-03',
    })
    let known: MemberState | null = null
    for (const [version, asOf] of [
      [family, '2026-12-01'],
      [alone, '2026-12-03'],
      [ended, '2026-12-04'],
    ] as const)
      known = tell('changes', version, known, asOf).known
    expect(tell('changes', ended, known, '2026-12-04').members).toEqual([])
  })
})
