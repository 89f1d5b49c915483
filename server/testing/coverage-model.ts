import { addDays, daysBetween } from '#server/platform/lib/days.ts'
import type { CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { tiers, type Tier } from '#contract/platform/coverage/status-groups.ts'

/** The policy year of the model, prorated by month, with coverage that is void in its first 31 days. */
export const modelYear = {
  starts_on: '2026-08-01',
  ends_on: '2027-07-31',
  void_days: 31,
  fee: '38.00',
} as const

/** Dollars a year. */
const prices: Readonly<Record<Tier, number>> = {
  enrolled: 4800,
  enrolled_ech: 7200,
  enrolled_esp: 9600,
  enrolled_espch: 12_000,
  enrolled_espch2: 14_400,
  enrolled_efam: 0,
}

/** A dependent with medical coverage; without a start, it’s the student’s. */
export interface ModelDependent {
  readonly type: 'spouse' | 'child'
  readonly start: string | null
}

/** What the rules make of a student with medical coverage: written apart from the product’s rules on purpose. */
export interface ModelRecord {
  readonly academic: 'continuing' | 'leave_of_absence' | 'withdrawn'
  readonly status: CoverageStatus
  /** The status before a leave, and the tier of coverage that ends because the student left. */
  readonly prior: CoverageStatus | null
  readonly priorTier: Tier | null
  readonly start: string | null
  readonly end: string | null
  readonly priorEnd: string | null
  /** The tiers since coverage began, each with the day from which it counts. */
  readonly tiers: readonly (readonly [day: string, tier: Tier])[]
  readonly fee: string | null
  readonly dependents: readonly ModelDependent[]
  /** Those who left coverage, with the day on which theirs ended. */
  readonly left: readonly (ModelDependent & { readonly end: string })[]
}

/** A student who has coverage for the whole policy year. */
export const enrolledAllYear: ModelRecord = {
  academic: 'continuing',
  status: 'enrolled',
  prior: null,
  priorTier: null,
  start: modelYear.starts_on,
  end: modelYear.ends_on,
  priorEnd: null,
  tiers: [[modelYear.starts_on, 'enrolled']],
  fee: null,
  dependents: [],
  left: [],
}

const tierIn = (status: CoverageStatus | null): Tier | null => tiers.find((one) => one === status) ?? null

const isAsking = (status: CoverageStatus | null): boolean => status === 'enrolled_waiver_submitted'

/** Returns the tier of a student who is enrolled, also while a waiver is pending, or was before a leave. */
const tierNow = ({ status, prior, priorTier }: ModelRecord): Tier | null => {
  const counted = status === 'loa' ? prior : status
  return isAsking(counted) ? priorTier : tierIn(counted)
}

const isActive = (record: ModelRecord): boolean => record.status !== 'loa' && tierNow(record) !== null

/** Returns the tier of dependents. */
export const tierOf = (dependents: readonly ModelDependent[]): Tier => {
  const children = dependents.filter(({ type }) => type === 'child').length
  const hasSpouse = children < dependents.length
  if (!hasSpouse) return children === 0 ? 'enrolled' : 'enrolled_ech'
  if (children === 0) return 'enrolled_esp'
  return children === 1 ? 'enrolled_espch' : 'enrolled_espch2'
}

const within = (day: string, from: string, to: string): string => (day < from ? from : day > to ? to : day)

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
/** Calendar months that two days and the time between them touch. */
const monthsIn = (from: string, to: string): number => monthOf(to) - monthOf(from) + 1

/** Returns the premium in the record: that of the first tier, and each difference for the months from its day. */
export const premiumOf = ({ tiers: all }: ModelRecord): string | null => {
  const [first] = all
  if (!first) return null
  const sum = all.reduce((total, [day, tier], index) => {
    const before = index === 0 ? 0 : prices[all[index - 1]?.[1] ?? 'enrolled']
    return total + ((prices[tier] - before) * monthsIn(day, modelYear.ends_on)) / 12
  }, 0)
  return sum.toFixed(2)
}

/** Returns what the student’s account owes: the months until coverage ended, with the fee, or nothing if it’s void. */
export const owedBy = (record: ModelRecord): string => {
  const { start, end, fee } = record
  const isEnded = isPaused(record)
  if (start === null || end === null || (!isActive(record) && !isEnded)) return '0.00'
  if (isEnded && end <= start) return '0.00'
  const share = isEnded ? monthsIn(start, end) / monthsIn(start, modelYear.ends_on) : 1
  const premium = Math.round(Number(premiumOf(record)) * share * 100) / 100
  return (premium + Number(fee ?? 0)).toFixed(2)
}

/** Whether coverage ended because the student left. */
const isPaused = (record: ModelRecord): boolean => {
  const { status, prior, priorTier } = record
  const counted = status === 'loa' ? prior : status
  return (status === 'loa' && tierNow(record) !== null) || (counted === 'enrolled_eoc' && priorTier !== null)
}

/** Returns what a carrier who knows nothing of the student is told: the days of everyone, in order. */
export const toldOf = (record: ModelRecord): string[] => {
  const { start, end, dependents, left } = record
  const isEnded = isPaused(record)
  const isCovered = isActive(record) || isEnded
  if (!isCovered || start === null || end === null || (isEnded && end <= start)) return []
  const tier = tierNow(record) ?? record.priorTier
  const others = tier === 'enrolled' ? [] : dependents
  return [
    `self ${start} ${end}`,
    ...others.flatMap((one) => {
      const own = one.start !== null && one.start > start ? one.start : start
      return isEnded && own >= end ? [] : [`${one.type} ${own} ${end}`]
    }),
    ...left.flatMap((one) => {
      const own = one.start !== null && one.start > start ? one.start : start
      const last = one.end < end ? one.end : end
      return own < last ? [`${one.type} ${own} ${last}`] : []
    }),
  ].toSorted()
}

/** Returns the record with the tier of its dependents from a day on, if it’s enrolled. */
const followed = (record: ModelRecord, day: string): ModelRecord => {
  const { start, end, status, tiers: before } = record
  const tier = tierOf(record.dependents)
  if (start === null || end === null || !isActive(record) || tierNow(record) === tier) return record
  const saved = isAsking(status) ? { priorTier: tier } : { status: tier }
  return { ...record, ...saved, tiers: [...before, [within(day, start, end), tier]] }
}

/** Adds a dependent from a day on. */
export const withAdded = (record: ModelRecord, type: ModelDependent['type'], day: string): ModelRecord => {
  const { start, end } = record
  const counts = isActive(record) && start !== null && end !== null ? within(day, start, end) : day
  const isOwn = (isActive(record) || isPaused(record)) && counts > (start ?? modelYear.starts_on)
  const added = { type, start: isOwn ? counts : null }
  return followed({ ...record, dependents: [...record.dependents, added] }, day)
}

/** Removes a dependent from a day on. */
export const withRemoved = (record: ModelRecord, index: number, day: string): ModelRecord => {
  const { start, end } = record
  const [one] = record.dependents.slice(index, index + 1)
  const isCovered = (isActive(record) || isPaused(record)) && start !== null && end !== null
  const gone = one && isCovered ? [{ ...one, end: within(day, start, end) }] : []
  const dependents = record.dependents.filter((_one, at) => at !== index)
  return followed({ ...record, dependents, left: [...record.left, ...gone] }, day)
}

/** Enrolls a student who isn’t, in the tier of their dependents. */
export const enrolled = (record: ModelRecord, start: string): ModelRecord => {
  const tier = tierOf(record.dependents)
  return {
    ...record,
    status: tier,
    prior: null,
    priorTier: null,
    start,
    end: modelYear.ends_on,
    tiers: [[start, tier]],
    fee: record.fee ?? modelYear.fee,
    dependents: record.dependents.map((one) => ({ ...one, start: one.start && start })),
  }
}

/** Enrolls a student without dependents who sent no form, for the whole policy year. */
export const autoEnrolled = (record: ModelRecord): ModelRecord => enrolled(record, modelYear.starts_on)

/** Returns the record with what the setup says: the fee of who is enrolled, and coverage that is offered again. */
export const setUpApplied = (record: ModelRecord): ModelRecord => {
  if (record.academic === 'withdrawn') return record
  if (record.status === 'not_applicable') return { ...record, status: 'not_started' }
  return tierIn(record.status) === null ? record : { ...record, fee: modelYear.fee }
}

const isEarly = (start: string, day: string): boolean => daysBetween(start, day) < modelYear.void_days

/** Remembers the tier of a student who asks to waive. */
export const asking = (record: ModelRecord): ModelRecord => ({
  ...record,
  status: 'enrolled_waiver_submitted',
  priorTier: tierIn(record.status),
})

/** Decides the waiver of an enrolled student: coverage ends on the day of the approval, or goes on. */
export const decided = (record: ModelRecord, isApproved: boolean, day: string): ModelRecord => {
  const { priorTier, start, end } = record
  if (!isApproved) return { ...record, status: priorTier ?? 'enrolled', priorTier: null }
  return { ...record, status: 'waived', priorTier: null, end: within(day, start ?? day, end ?? day) }
}

/** Starts a leave of a student who studies. */
export const onLeave = (record: ModelRecord, day: string): ModelRecord => {
  const { status, start, end } = record
  const away = { ...record, academic: 'leave_of_absence' } as const
  if (status === 'not_applicable') return away
  const left = { ...away, status: 'loa', prior: status } as const
  if (!isActive(record) || start === null || end === null) return left
  return { ...left, priorEnd: end, end: isEarly(start, day) ? start : within(day, start, end) }
}

/** Separates a student who withdraws. */
export const withdrawn = (record: ModelRecord, day: string): ModelRecord => {
  const { status, prior, start, end } = record
  const gone = { ...record, academic: 'withdrawn', prior: null, priorEnd: null } as const
  const counted = status === 'loa' ? prior : status
  const tier = tierNow(record)
  if (tier !== null && start !== null && end !== null) {
    const isVoid = (status === 'loa' && end <= start) || isEarly(start, day)
    if (isVoid) return { ...gone, status: 'not_applicable', priorTier: null, end: start }
    return { ...gone, status: 'enrolled_eoc', priorTier: tier }
  }
  if (counted === 'enrolled_eoc') return { ...gone, status: 'enrolled_eoc' }
  return status === 'waived' ? gone : { ...gone, status: 'not_applicable', priorTier: null }
}

/** Brings back a student who was on leave or withdrew. */
export const returned = (record: ModelRecord, day: string): ModelRecord => {
  const { academic, status, prior, priorEnd, priorTier, end } = record
  const back = { ...record, academic: 'continuing' } as const
  if (academic === 'leave_of_absence') {
    if (status !== 'loa') return back
    const restored = {
      ...back,
      status: prior ?? 'not_started',
      prior: null,
      priorEnd: null,
      end: priorEnd ?? end,
    }
    return followed(restored, day)
  }
  if (status === 'not_applicable') return { ...back, status: 'not_started' }
  if (status === 'enrolled_eoc' && priorTier !== null && (end ?? '') > day)
    return followed({ ...back, status: priorTier, priorTier: null }, day)
  return back
}

/** Returns a day in the policy year by its number. */
export const dayOfYear = (number: number): string => addDays(modelYear.starts_on, number)
