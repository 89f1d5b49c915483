import { sql } from 'kysely'
import { dates } from '#contract/setup/period-documents/dates.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { dentalPlan, medicalPlan, visionPlan } from '#contract/setup/period-documents/plans.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { LineRules } from '#server/platform/coverage/index.ts'
import { scope, type selectPeriod, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { contentOf } from '#server/setup/period-documents/index.ts'

type PeriodRow = Awaited<ReturnType<typeof selectPeriod>>

const documents = [enrollmentOptions, insuranceConfiguration, dates, medicalPlan, dentalPlan, visionPlan]

/** A period with the setup its student-periods’ lines need. */
export type PeriodWithRules = PeriodRow & { readonly rules: LineRules }

/**
 * Returns a function that parses a part on first use, so that an unreadable one doesn’t affect the other lines.
 */
const lazily = <T>(read: () => T): (() => T) => {
  let known: { readonly value: T } | null = null
  return () => (known ??= { value: read() }).value
}

const rulesOf = (
  stored: Readonly<Record<string, unknown>>,
  publishedWaivers: unknown,
  period: PeriodRow,
): LineRules => {
  const options = lazily(() => contentOf(enrollmentOptions, stored[enrollmentOptions.kind], period))
  const datesOfPeriod = lazily(() => contentOf(dates, stored[dates.kind], period))
  const insurance = lazily(() => contentOf(insuranceConfiguration, stored[insuranceConfiguration.kind], null))
  const [medical, dental, vision] = [
    lazily(() => contentOf(medicalPlan, stored[medicalPlan.kind], null)),
    lazily(() => contentOf(dentalPlan, stored[dentalPlan.kind], null)),
    lazily(() => contentOf(visionPlan, stored[visionPlan.kind], null)),
  ]
  const waivers = lazily(() =>
    publishedWaivers === null ? null : contentOf(waiverConfiguration, publishedWaivers, null),
  )
  return {
    get waivers() {
      return waivers()
    },
    get options() {
      return options()
    },
    get insurance() {
      return insurance()
    },
    get dates() {
      return datesOfPeriod()
    },
    plans: {
      get medical() {
        return medical()
      },
      get dental() {
        return dental()
      },
      get vision() {
        return vision()
      },
    },
  }
}

/** By name, because a frequent call prepares this statement. */
const columns = [
  'periods.id',
  'periods.school_id',
  'periods.name',
  'periods.starts_on',
  'periods.ends_on',
  'periods.state',
  'periods.position',
  'periods.waiver_deadline_on',
  'periods.medical_offered',
  'periods.dental_offered',
  'periods.vision_offered',
  'periods.medical_is_voluntary',
  'periods.version',
  'periods.created_at',
  'periods.updated_at',
  'periods.deleted_at',
  'periods.copied_from_period_id',
] as const

/** Selects periods with their setup; `toPeriodWithRules` parses the rows. */
export const periodsWithRules = (context: ScopeContext) =>
  scope
    .periods(context)
    .select(columns)
    .select([
      sql<Readonly<Record<string, unknown>>>`(
        select coalesce(jsonb_object_agg(document.kind, document.content), '{}') from period_documents document
        where document.period_id = periods.id and document.kind = any(${documents.map(({ kind }) => kind)})
      )`.as('stored'),
      sql<unknown>`(
        select publication.content from period_publications publication
        where publication.period_id = periods.id and publication.kind = ${waiverConfiguration.kind}
        order by publication.number desc limit 1
      )`.as('published_waivers'),
    ])

/** Returns a period with its setup. Parts that can’t be read throw when they’re used. */
export const toPeriodWithRules = <
  P extends PeriodRow & {
    readonly stored: Readonly<Record<string, unknown>>
    readonly published_waivers: unknown
  },
>(
  period: P,
): P & PeriodWithRules => ({ ...period, rules: rulesOf(period.stored, period.published_waivers, period) })

/** Returns a number that grows with every change of a period or of the setup its lines need; 0 if it doesn’t exist. */
export const readRulesVersion = async (context: ScopeContext, id: number): Promise<number> => {
  const period = await scope
    .periods(context)
    .select(
      sql<number>`periods.version + (
        select coalesce(sum(document.version), 0)::int from period_documents document
        where document.period_id = periods.id and document.kind = any(${documents.map(({ kind }) => kind)})
      )`.as('version'),
    )
    .where('periods.id', '=', id)
    .executeTakeFirst()
  return period?.version ?? 0
}

/** Returns the period in a body or query with its setup. @throws Problem 422 on its key if unknown or foreign */
export const selectPeriodWithRules = async (
  context: ScopeContext,
  id: number,
  field = 'period_id',
): Promise<PeriodWithRules> => {
  const found = await periodsWithRules(context).where('periods.id', '=', id).executeTakeFirst()
  if (!found) throw problem.selected(field)
  return toPeriodWithRules(found)
}
