import type * as z from 'zod/mini'
import { coverageLabels, coverages, statusCatalogue, type Coverage } from '#contract/coverage/choices.ts'
import { tiers } from '#contract/coverage/status-groups.ts'
import type { dates } from '#contract/periods/dates.ts'
import type { enrollmentOptions } from '#contract/periods/enrollment-options.ts'
import type { Plan } from '#contract/periods/plans.ts'
import { unlikelyPremiums } from '#contract/periods/premium-warnings.ts'
import type { Check } from '#contract/periods/set-up.ts'

type Dates = z.output<typeof dates.content>
type Options = z.output<typeof enrollmentOptions.content>
export type Plans = Readonly<Record<Coverage, Plan | null>>

/** The insurance of a period, as far as it can be looked over: null what cannot be read. */
export interface LookedOver {
  readonly dates: Dates | null
  readonly options: Options | null
  readonly plans: Plans
  /** The period that this one is compared with; null where there is none. */
  readonly before: { readonly name: string; readonly plans: Plans } | null
  readonly today: string
  /** In a period that has begun deadlines pass as they should. */
  readonly isUnderWay: boolean
}

type Found = Omit<Check, 'label'>

interface Day {
  readonly path: string
  readonly name: string
  readonly day: string | null
}

const daysOf = (content: Dates): Day[] => [
  { path: 'enrollment_opens_on', name: 'The start of enrollment', day: content.enrollment_opens_on },
  { path: 'enrollment_closes_on', name: 'The enrollment deadline', day: content.enrollment_closes_on },
  { path: 'waiver_opens_on', name: 'The start of waivers', day: content.waiver_opens_on },
  { path: 'waiver_deadline_on', name: 'The waiver deadline', day: content.waiver_deadline_on },
  ...content.cohorts.flatMap((cohort, index) => [
    {
      path: `cohorts.${index}.enrollment_closes_on`,
      name: `The enrollment deadline of ${cohort.name}`,
      day: cohort.enrollment_closes_on,
    },
    {
      path: `cohorts.${index}.waiver_deadline_on`,
      name: `The waiver deadline of ${cohort.name}`,
      day: cohort.waiver_deadline_on,
    },
  ]),
]

const isDeadline = (path: string): boolean => /closes_on$|deadline_on$/.test(path)

/** A year before a period begins nobody can do anything for it. */
const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`

const dateChecks = (content: Dates, { today, isUnderWay }: LookedOver): Found[] =>
  daysOf(content).flatMap(({ path, name, day }): Found[] => {
    if (day === null) return []
    const at = { document: 'dates', path }
    if (day < yearBefore(content.starts_on) || day > content.ends_on)
      return [{ ...at, kind: 'date_outside', words: `${name} lies outside of the policy year.` }]
    return !isUnderWay && isDeadline(path) && day < today
      ? [{ ...at, kind: 'date_passed', words: `${name} has passed.` }]
      : []
  })

const termChecks = (content: Dates): Found[] =>
  content.coverage_terms.flatMap((term, index): Found[] =>
    term.starts_on < content.starts_on || term.ends_on > content.ends_on
      ? [
          {
            document: 'dates',
            path: `coverage_terms.${index}.starts_on`,
            kind: 'date_outside',
            words: `The term ${term.name} lies outside of the policy year.`,
          },
        ]
      : [],
  )

const planChecks = (options: Options, { plans, before }: LookedOver): Found[] =>
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

/** Premiums that are the same as in the other year, amount by amount; one line where all of them are. */
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

/** Whether any text is written in a page, or any item listed; switches and choices alone are no content. */
export const hasContent = (page: unknown): boolean => {
  if (typeof page === 'string')
    return page.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() !== '' || page.includes('<img')
  if (Array.isArray(page)) return page.length > 0
  return typeof page === 'object' && page !== null && Object.values(page).some(hasContent)
}

/** What still needs attention in the insurance of a period. */
export const insuranceChecks = (all: LookedOver): Found[] => [
  ...(all.dates ? [...dateChecks(all.dates, all), ...termChecks(all.dates)] : []),
  ...(all.options ? planChecks(all.options, all) : []),
]
