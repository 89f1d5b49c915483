import { coverageStatuses, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { sourcesOfCoverage } from '#contract/platform/record/student-period-choices.ts'
import { addDays, type Random } from '#server/testing/random.ts'
import { typedNames } from './companies.ts'
import { planDetails, premiumOf } from './insurance.ts'
import { statusWeights } from './schools.ts'

/** The status of each coverage type of a record. */
export type LineStatuses = Readonly<Record<Coverage, CoverageStatus>>

const total = Object.values(statusWeights).reduce((sum, weight) => sum + weight, 0)

/** Returns a status as often as in real data. The first rows of a period go through all of them. */
export const pickStatus = (random: Random, index: number): CoverageStatus => {
  const forced = coverageStatuses[index]
  if (forced) return forced
  let left = random.next() * total
  for (const status of coverageStatuses) {
    left -= statusWeights[status]
    if (left < 0) return status
  }
  return 'enrolled'
}

const optional: readonly CoverageStatus[] = [
  'enrolled',
  'enrolled',
  'declined',
  'waived',
  'not_started',
  'declined',
]

/** Returns the dental or vision status, which mostly follows medical. */
export const pickOtherStatus = (random: Random, medical: CoverageStatus, index: number): CoverageStatus => {
  if (medical === 'loa' || medical === 'exempt') return medical
  const forced = coverageStatuses[coverageStatuses.length - 1 - index]
  if (forced && forced !== 'loa') return forced
  const other = random.chance(62) ? medical : random.pick(optional)
  return medical === 'not_applicable' ? medical : other
}

/** Returns whether the student waives or has asked to. */
export const isWaiverStatus = (status: CoverageStatus): boolean =>
  status.startsWith('waive') || status.startsWith('enrolled_waiver')
const isEnrolled = (status: CoverageStatus): boolean =>
  tiers.some((tier) => tier === status) || status === 'enrolled_eoc' || status.startsWith('enrolled_waiver')

interface LineContext {
  readonly random: Random
  readonly year: number
  readonly companyIds: readonly number[]
  readonly number: number
}

const waiverValues = (
  coverage: Coverage,
  status: CoverageStatus,
  { random, year, companyIds, number }: LineContext,
) => {
  const relation = random.pick(['parent', 'parent', 'parent', 'spouse', 'self'] as const)
  const source = relation === 'parent' ? 'parent_employer_group' : random.pick(sourcesOfCoverage)
  const isVerified = ['waived', 'waived_needs_reverified', 'waived_aged_out', 'waiver_inactive'].includes(
    status,
  )
  const verifiedOn = addDays(`${year}-08-05`, random.between(0, 60))
  const companyId = random.pick(companyIds)
  // some students don't find their company and type its name
  const typed = number % 37 === 0 ? typedNames[number % typedNames.length] : null
  return {
    [`${coverage}_waive_insurance_company_id`]: typed ? null : companyId,
    [`${coverage}_waive_insurance_name_other`]: typed ?? null,
    [`${coverage}_waive_group_number`]: `G${random.between(10_000, 99_999)}`,
    [`${coverage}_waive_member_subscriber_number`]: `W${100_000_000 + number * 7 + coverage.length}`,
    [`${coverage}_waive_insurance_type`]: random.pick(['ppo', 'ppo', 'hmo', 'pos', 'epo'] as const),
    [`${coverage}_waive_source_of_coverage`]: source,
    [`${coverage}_waive_subscriber_relation`]: relation,
    [`${coverage}_waive_subscriber_first_name`]: random.pick([
      'Maria',
      'John',
      'Anh',
      'Kenji',
      'Olga',
      'Samira',
    ]),
    [`${coverage}_waive_subscriber_dob`]: addDays('1962-01-01', random.between(0, 5000)),
    [`${coverage}_waive_verified_on`]: isVerified ? verifiedOn : null,
  }
}

const planValues = (coverage: Coverage, year: number) => {
  const { name, underwriter, insurance_type, group_number } = planDetails(year, coverage)
  return {
    [`${coverage}_enroll_insurance_plan_name`]: name,
    [`${coverage}_enroll_insurance_type`]: insurance_type,
    [`${coverage}_enroll_insurance_underwriter`]: underwriter,
    [`${coverage}_enroll_group_number`]: group_number,
  }
}

const enrollmentValues = (
  coverage: Coverage,
  status: CoverageStatus,
  { random, year, number }: LineContext,
) => ({
  [`${coverage}_enroll_coverage_start_on`]: `${year}-08-01`,
  [`${coverage}_enroll_coverage_end_on`]:
    status === 'enrolled_eoc' ? addDays(`${year}-10-01`, random.between(0, 150)) : `${year + 1}-07-31`,
  ...planValues(coverage, year),
  [`${coverage}_enroll_member_subscriber_number`]: `SM${200_000_000 + number * 3 + coverage.length}`,
  [`${coverage}_enroll_premium`]: premiumOf(year, coverage, status),
  [`${coverage}_enroll_paid_in_full`]: random.chance(85),
})

/** The status before a leave, with the coverage that ended on its first day. */
const leaveValues = (coverage: Coverage, { random, year }: LineContext) => {
  const before = random.pick(['enrolled', 'waived', 'not_started'] as const)
  const covered = {
    [`${coverage}_enroll_coverage_start_on`]: `${year}-08-01`,
    [`${coverage}_enroll_coverage_end_on`]: `${year}-10-01`,
    [`${coverage}_prior_end_on`]: `${year + 1}-07-31`,
    [`${coverage}_enroll_premium`]: premiumOf(year, coverage, 'enrolled'),
  }
  return { [`${coverage}_prior_status`]: before, ...(before === 'enrolled' ? covered : {}) }
}

/** Returns the columns that belong to a line’s status. */
export const lineValues = (
  coverage: Coverage,
  status: CoverageStatus,
  ground: LineContext,
): Record<string, unknown> => ({
  [`${coverage}_status`]: status,
  ...(status === 'loa' ? leaveValues(coverage, ground) : {}),
  [`${coverage}_prior_tier`]: status.startsWith('enrolled_waiver') ? 'enrolled' : null,
  ...(isWaiverStatus(status) ? waiverValues(coverage, status, ground) : {}),
  ...(isEnrolled(status) ? enrollmentValues(coverage, status, ground) : {}),
})
