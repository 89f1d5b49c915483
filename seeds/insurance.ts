import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { dates } from '#contract/setup/period-documents/dates.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { dentalPlan, medicalPlan, visionPlan } from '#contract/setup/period-documents/plans.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'

const options = {
  ...enrollmentOptions.empty,
  default_also: ['waiver_utp'],
  exemptions: [
    {
      key: 'part-time',
      name: 'Part-time students',
      coverages: ['medical', 'dental', 'vision'],
      audience: { ...everyone, academic_statuses: ['part_time'] },
    },
    {
      key: 'online',
      name: 'Online programs',
      coverages: ['medical', 'dental', 'vision'],
      audience: { ...everyone, campuses: ['Online'] },
    },
  ],
}

/** Programs that start in January. Their students still send forms in the fall. */
export const springPrograms = [
  'Physician Assistant',
  'Nursing (MSN)',
  'Physical Therapy',
  'Pharmacy',
] as const

const daysOf = (year: number) => ({
  ...dates.empty,
  starts_on: `${year}-08-01`,
  ends_on: `${year + 1}-07-31`,
  enrollment_opens_on: `${year}-06-15`,
  enrollment_closes_on: `${year}-09-15`,
  waiver_opens_on: `${year}-06-15`,
  waiver_deadline_on: `${year}-09-15`,
  cohorts: [
    {
      key: 'january',
      name: 'January start',
      audience: { ...everyone, programs: [...springPrograms] },
      enrollment_closes_on: `${year + 1}-01-31`,
      waiver_deadline_on: `${year + 1}-01-31`,
    },
    {
      key: 'incoming',
      name: 'Incoming students',
      audience: { ...everyone, academic_statuses: ['incoming'] },
      enrollment_closes_on: `${year}-09-30`,
      waiver_deadline_on: `${year}-09-30`,
    },
    {
      key: 'graduating',
      name: `Class of ${year + 1}`,
      audience: { ...everyone, class_years: [year + 1] },
      enrollment_closes_on: `${year}-08-31`,
      waiver_deadline_on: `${year}-08-31`,
    },
  ],
  coverage_terms: [
    { key: 'annual', name: 'Annual', starts_on: `${year}-08-01`, ends_on: `${year + 1}-07-31` },
    { key: 'fall', name: 'Fall', starts_on: `${year}-08-01`, ends_on: `${year}-12-31` },
    {
      key: 'spring',
      name: 'Spring and summer',
      starts_on: `${year + 1}-01-01`,
      ends_on: `${year + 1}-07-31`,
    },
  ],
})

/** The fees that enrolled students owe, each in some programs or in all. */
const fees = {
  admin_fee: { amount: '38.00', programs: [] },
  on_call_fee: { amount: '112.00', programs: ['Nursing (MSN)', 'Doctor of Osteopathic Medicine'] },
  ltd_premium: { amount: '46.20', programs: ['Doctor of Osteopathic Medicine'] },
} as const

/** Returns the fees of an enrolled student of a program, as the setup says them. */
export const feesOf = (program: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fees).flatMap(([name, { amount, programs }]) =>
      programs.length === 0 || programs.some((one) => one === program) ? [[name, amount]] : [],
    ),
  )

const feeRules = Object.fromEntries(
  Object.entries(fees).map(([name, { amount, programs }]) => [
    name,
    { amount, audience: { ...everyone, programs: [...programs] } },
  ]),
)

const rulesOf = ({ lateWaiverFee }: Rates) => ({
  ...insuranceConfiguration.empty,
  keeps_coverage_on_leave: true,
  enrolled_becomes: 'renewed',
  waived_becomes: 'renewed',
  late_waiver_fee: lateWaiverFee,
  ...feeRules,
})

/** Returns the premiums of a year: the student-only premium, and factors for the other tiers. */
const premiums = (student: string, child: string, spouse: string, both: string, more: string) => ({
  enrolled: student,
  enrolled_ech: child,
  enrolled_esp: spouse,
  enrolled_espch: both,
  enrolled_espch2: more,
  enrolled_efam: null,
})

type Card = ReturnType<typeof premiums>

/** The premiums of a year’s plans. */
interface Rates {
  readonly medical: Card
  readonly direct: Card
  readonly dental: Card
  readonly vision: Card
  readonly lateWaiverFee: string
}

const ratesBefore: Rates = {
  medical: premiums('4392.00', '8784.00', '8784.00', '13176.00', '17568.00'),
  direct: premiums('4442.00', '8834.00', '8834.00', '13226.00', '17618.00'),
  dental: premiums('398.00', '810.00', '796.00', '1208.00', '1620.00'),
  vision: premiums('96.00', '188.00', '180.00', '272.00', '364.00'),
  lateWaiverFee: '50.00',
}
const ratesNow: Rates = {
  medical: premiums('4678.00', '9356.00', '9356.00', '14034.00', '18712.00'),
  direct: premiums('4728.00', '9406.00', '9406.00', '14084.00', '18762.00'),
  dental: premiums('412.00', '838.00', '824.00', '1250.00', '1676.00'),
  vision: premiums('96.00', '188.00', '180.00', '272.00', '364.00'),
  lateWaiverFee: '75.00',
}

/** Returns what records of enrolled students have of a year’s plan. */
export const planDetails = (year: number, line: string) => ({
  name: `Student ${line} plan ${year}–${String(year + 1).slice(2)}`,
  underwriter: 'Wellfleet',
  insurance_type: 'ppo',
  group_number: `ST1${String(year).slice(2)}${line.length}SH`,
})

const planOf = (year: number, line: string, card: Card) => ({
  ...medicalPlan.empty,
  ...planDetails(year, line),
  administrator: 'Wellfleet Student',
  premiums: card,
  member_phone: '+18005550147',
  member_website: 'https://members.wellfleet.example',
})

const medicalOf = (year: number, { medical, direct }: Rates) => ({
  ...planOf(year, 'medical', medical),
  direct_pay: true,
  direct_pay_premiums: direct,
  body: '<p>Covers care at the student health center with no copay and Cigna PPO network providers across the United States.</p>',
  documents: [
    { key: 'summary', label: 'Summary of benefits', url: 'https://members.wellfleet.example/summary.pdf' },
    { key: 'brochure', label: 'Brochure', url: 'https://members.wellfleet.example/brochure.pdf' },
  ],
})

const draftOfRules = {
  ...waiverConfiguration.empty,
  accepted_sources: {
    ...waiverConfiguration.empty.accepted_sources,
    parameters: {
      ...waiverConfiguration.empty.accepted_sources.parameters,
      individual_plan: 'exception',
      other: 'refuse',
    },
  },
  max_deductible: {
    ...waiverConfiguration.empty.max_deductible,
    is_on: true,
    message: {
      ...waiverConfiguration.empty.max_deductible.message,
      en: 'Your plan’s deductible is over $2,500. Enroll in the student plan, or send a letter from your insurance company that shows a lower deductible.',
      es: 'El deducible de su plan supera los $2,500. Inscríbase o envíe una carta de su aseguradora.',
    },
  },
  excluded_types: { ...waiverConfiguration.empty.excluded_types, is_on: true },
  medicaid_state: {
    ...waiverConfiguration.empty.medicaid_state,
    is_on: true,
    parameters: { states: ['NY', 'NJ', 'CT'], class_years: [] },
  },
  deadline_by_cohort: { ...waiverConfiguration.empty.deadline_by_cohort, is_on: true },
  second_review_percent: 40,
}

/** Returns the insurance setup of a policy year that starts on August 1 of `year`. 2026 has new premiums. */
export const insuranceContents = (year: number): readonly (readonly [PeriodDocument, unknown])[] => {
  const rates = ratesOf(year)
  return [
    [enrollmentOptions, options],
    [dates, daysOf(year)],
    [insuranceConfiguration, rulesOf(rates)],
    [medicalPlan, medicalOf(year, rates)],
    [dentalPlan, planOf(year, 'dental', rates.dental)],
    [visionPlan, planOf(year, 'vision', rates.vision)],
    [waiverConfiguration, draftOfRules],
  ]
}

/**
 * Returns the premium of a line in a policy year, by its tier (also for schools with one family tier), or
 * student only.
 */
export const premiumOf = (year: number, coverage: Coverage, status: CoverageStatus): string => {
  const card = ratesOf(year)[coverage]
  const tier = tiers.find((one) => one === status) ?? 'enrolled'
  return card[tier] ?? card.enrolled_espch
}

const ratesOf = (year: number): Rates => (year < 2026 ? ratesBefore : ratesNow)
