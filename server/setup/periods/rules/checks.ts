import type * as z from 'zod/mini'
import type { ContentOf } from '#contract/platform/document.ts'
import {
  coverageLabels,
  coverages,
  statusCatalogue,
  type Coverage,
} from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { attestedLabels, attestedRules, type AttestedKey } from '#contract/setup/period-documents/attested.ts'
import type { FormKind } from '#contract/setup/period-documents/form-fields.ts'
import type { dates } from '#contract/setup/period-documents/dates.ts'
import type { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import type { Plan } from '#contract/setup/period-documents/plans.ts'
import { missingText, officeTextsOf, type OfficeText } from '#contract/platform/translation.ts'
import { unlikelyPremiums } from '#contract/setup/periods/premium-warnings.ts'
import type { Check } from '#contract/setup/periods/set-up.ts'
import { ruleKeys } from '#contract/setup/period-documents/waiver-rules.ts'
import type { WaiverValues } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { waiverForm } from '#contract/setup/period-documents/forms.ts'

type Dates = z.output<typeof dates.content>
type Options = z.output<typeof enrollmentOptions.content>
type Plans = Readonly<Record<Coverage, Plan | null>>

/** The insurance setup of a period for the checks; null for parts that can’t be read. */
export interface SetupSnapshot {
  readonly dates: Dates | null
  readonly options: Options | null
  readonly plans: Plans
  /** The period to compare with; null if there is none. */
  readonly before: { readonly name: string; readonly plans: Plans } | null
  readonly today: string
  /** Whether the period has started. Then passed deadlines are expected. */
  readonly hasStarted: boolean
}

type Found = Omit<Check, 'label'>

interface Day {
  readonly path: string
  readonly name: string
  readonly day: string | null
}

const daysOf = (content: Dates): Day[] => [
  { path: 'enrollment_opens_on', name: 'The enrollment opening date', day: content.enrollment_opens_on },
  { path: 'enrollment_closes_on', name: 'The enrollment deadline', day: content.enrollment_closes_on },
  { path: 'waiver_opens_on', name: 'The waiver opening date', day: content.waiver_opens_on },
  { path: 'waiver_deadline_on', name: 'The waiver deadline', day: content.waiver_deadline_on },
  ...content.cohorts.flatMap((cohort, index) => [
    {
      path: `cohorts.${index}.enrollment_closes_on`,
      name: `The enrollment deadline for ${cohort.name}`,
      day: cohort.enrollment_closes_on,
    },
    {
      path: `cohorts.${index}.waiver_deadline_on`,
      name: `The waiver deadline for ${cohort.name}`,
      day: cohort.waiver_deadline_on,
    },
  ]),
]

const isDeadline = (path: string): boolean => /closes_on$|deadline_on$/.test(path)

/** Returns the earliest plausible date: 1 year before the period starts. */
const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`

const dateChecks = (content: Dates, { today, hasStarted }: SetupSnapshot): Found[] =>
  daysOf(content).flatMap(({ path, name, day }): Found[] => {
    if (day === null) return []
    const at = { document: 'dates', path }
    if (day < yearBefore(content.starts_on) || day > content.ends_on)
      return [{ ...at, kind: 'date_outside', words: `${name} is outside the policy year.` }]
    return !hasStarted && isDeadline(path) && day < today
      ? [{ ...at, kind: 'date_passed', words: `${name} has passed.` }]
      : []
  })

const missingDeadlines = {
  waiver_deadline_on: 'There’s no waiver deadline, so students can send waivers all year.',
  enrollment_closes_on: 'There’s no enrollment deadline, so students can enroll all year.',
} as const

/** Returns the deadlines of the policy year that are missing, if students have a form to send. */
const deadlineChecks = (content: Dates, options: Options | null): Found[] =>
  coverages.some((coverage) => options?.[`${coverage}_offered`])
    ? (['waiver_deadline_on', 'enrollment_closes_on'] as const)
        .filter((path) => content[path] === null)
        .map((path) => ({
          kind: 'deadline_missing',
          document: 'dates',
          path,
          words: missingDeadlines[path],
        }))
    : []

const termChecks = (content: Dates): Found[] =>
  content.coverage_terms.flatMap((term, index): Found[] =>
    term.starts_on < content.starts_on || term.ends_on > content.ends_on
      ? [
          {
            document: 'dates',
            path: `coverage_terms.${index}.starts_on`,
            kind: 'date_outside',
            words: `The coverage term ${term.name} is outside the policy year.`,
          },
        ]
      : [],
  )

const planChecks = (options: Options, { plans, before }: SetupSnapshot): Found[] =>
  coverages
    .filter((coverage) => options[`${coverage}_offered`])
    .flatMap((coverage): Found[] => {
      const plan = plans[coverage]
      if (plan === null) return []
      const document = `${coverage}-plan`
      const name = `The ${coverageLabels[coverage].toLowerCase()} plan`
      const missing: Found[] =
        plan.premiums.enrolled === null
          ? [
              {
                kind: 'premium_missing',
                document,
                path: 'premiums.enrolled',
                words: `${name} has no premium.`,
              },
            ]
          : []
      return [
        ...unnamed(plan, document, name),
        ...missing,
        ...unlikelyPremiums(plan).map(([path, words]) => ({
          kind: 'premium_unlikely' as const,
          document,
          path,
          words: `${name}: ${words}`,
        })),
        ...(before
          ? unchanged({ plan, former: before.plans[coverage], year: before.name, document, name })
          : []),
      ]
    })

interface Compared {
  readonly plan: Plan
  readonly former: Plan | null
  readonly year: string
  readonly document: string
  readonly name: string
}

/** Returns premiums that are the same as in the other year, tier by tier, or one issue if all are the same. */
const unchanged = ({ plan, former, year, document, name }: Compared): Found[] => {
  const priced = tiers.filter((tier) => plan.premiums[tier] !== null)
  const same = priced.filter((tier) => former?.premiums[tier] === plan.premiums[tier])
  const at = { kind: 'premium_unchanged' as const, document }
  if (same.length === 0) return []
  if (same.length === priced.length)
    return [{ ...at, path: 'premiums', words: `${name} has the same premiums as ${year}.` }]
  return same.map((tier) => ({
    ...at,
    path: `premiums.${tier}`,
    words: `${name} has the same premium for ${statusCatalogue[tier].label} as ${year}.`,
  }))
}

const unnamed = (plan: Plan, document: string, name: string): Found[] =>
  plan.name === null ? [{ kind: 'plan_unnamed', document, path: 'name', words: `${name} has no name.` }] : []

/** Returns whether a page has any text or list item. Switches and choices don’t count as content. */
export const hasContent = (page: unknown): boolean => {
  if (typeof page === 'string')
    return page.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() !== '' || page.includes('<img')
  if (Array.isArray(page)) return page.length > 0
  return typeof page === 'object' && page !== null && Object.values(page).some(hasContent)
}

/** The texts of a document or of custom pages. */
interface Translated {
  readonly document: string
  readonly label: string
  readonly texts: readonly OfficeText[]
}

/** Returns the messages of the rules that are on, whose languages are shown side by side. */
export const ruleTexts = (rules: WaiverValues | null): OfficeText[] =>
  ruleKeys.flatMap((at): OfficeText[] => {
    const { is_on: isOn = false, message } = rules?.[at] ?? {}
    return isOn && message ? officeTextsOf(at, 'message', message) : []
  })

/** Returns what students read in English or in an outdated translation, by document. It’s never an issue, but known. */
export const translationChecks = (all: readonly Translated[]): Check[] =>
  all
    .filter(({ texts }) => texts.some(({ text, isOutdated }) => text === null || isOutdated))
    .map(({ document, label, texts }) => ({
      kind: 'not_translated',
      document,
      label,
      path: '',
      words: `“${label}”: ${missingText(texts)}`,
    }))

/** Returns the issues in the insurance setup of a period. */
export const insuranceChecks = (all: SetupSnapshot): Found[] => [
  ...(all.dates
    ? [...deadlineChecks(all.dates, all.options), ...dateChecks(all.dates, all), ...termChecks(all.dates)]
    : []),
  ...(all.options ? planChecks(all.options, all) : []),
]

/** Returns the requirements that the waiver rules check by attestation only. */
const attestedIn = ({ attestations, ...rules }: WaiverValues): readonly AttestedKey[] => [
  ...(attestations.is_on ? attestations.parameters.required : []),
  ...attestedRules.filter((key) => rules[key].is_on && rules[key].evidence === 'attestation'),
]

const inQuotes = (key: AttestedKey): string => `“${attestedLabels[key]}”`
const oneOf = new Intl.ListFormat('en-US', { type: 'disjunction' })

/**
 * Returns an issue if students can’t meet some requirements, because no statement of the waiver form answers them.
 * `name` is what the form is called in the sentence: 'The waiver form'.
 */
export const statementChecks = (
  rules: WaiverValues,
  { attestations }: Pick<ContentOf<typeof waiverForm>, 'attestations'>,
  name: string,
): Found[] => {
  const answered = new Set(attestations.map(({ confirms }) => confirms))
  const missing = attestedIn(rules).filter((key) => !answered.has(key))
  if (missing.length === 0) return []
  const words = `${name} has no statement that answers ${oneOf.format(missing.map(inQuotes))}.`
  return [{ kind: 'statement_missing', document: 'waiver-form', path: 'attestations', words }]
}

type FormSteps = Pick<ContentOf<typeof waiverForm>, 'steps'>

const formNames: Record<FormKind, string> = { enroll: 'enrollment form', waive: 'waiver form' }

/**
 * Returns what a form doesn’t ask although matching it to a student or checking the coverage needs it, as the end of a
 * sentence: 'the insurance company or the member ID'; null if nothing is missing.
 */
const missingQuestions = (kind: FormKind, { steps }: FormSteps): string | null => {
  const names = steps.flatMap(({ fields }) => fields.map(({ name }) => name))
  const asks = (end: string): boolean => names.some((name) => name.endsWith(end))
  const missing = [
    ...(names.includes('sid') || names.includes('dob') ? [] : ['the student ID', 'the date of birth']),
    ...(kind === 'enroll' || asks('_waive_insurance_company_id') ? [] : ['the insurance company']),
    ...(kind === 'enroll' || asks('_waive_member_subscriber_number') ? [] : ['the member ID']),
  ]
  return missing.length === 0 ? null : oneOf.format(missing)
}

/** Returns why a form can’t be published without a reason; null if it asks all that’s needed. */
export const questionText = (kind: FormKind, form: FormSteps): string | null => {
  const missing = missingQuestions(kind, form)
  return missing === null ? null : `The ${formNames[kind]} doesn’t ask for ${missing}.`
}

/** Returns an issue if a form doesn’t ask what matching it or checking the coverage needs. */
export const questionChecks = (kind: FormKind, form: FormSteps): Found[] => {
  const words = questionText(kind, form)
  const document = kind === 'enroll' ? 'enroll-form' : 'waiver-form'
  return words === null ? [] : [{ kind: 'question_missing', document, path: 'steps', words }]
}
