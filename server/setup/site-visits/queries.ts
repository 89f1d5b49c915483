import { sql } from 'kysely'
import { siteLanguages } from '#contract/setup/period-documents/waiver-choices.ts'
import type { SiteLanguage } from '#contract/setup/site/rendering.ts'
import { devices, type Device, type VisitKind } from '#contract/setup/site-visits/choices.ts'
import { visitedForms, type FormVisits, type SiteVisits } from '#contract/setup/site-visits/shapes.ts'
import { enrollForm, waiverForm } from '#contract/setup/period-documents/forms.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn } from '#server/platform/lib/clock.ts'
import { getSchool } from '#server/setup/schools/index.ts'
import { findPublished } from '#server/setup/period-documents/index.ts'
import { listPages } from '#server/setup/website/index.ts'
import { formVisitsOf, stepsOf, sumOf, type Counted } from './rules.ts'

const documents = { enroll: enrollForm, waive: waiverForm }

/** Which visits are asked for. */
interface Asked {
  readonly days: number
  readonly language: SiteLanguage | undefined
  readonly device: Device | undefined
}

/** Returns how often the pages and forms of a policy year’s site were used. */
export const readVisits = async (
  context: ScopeContext & Pick<Context, 'clock'>,
  { id, school_id }: { readonly id: number; readonly school_id: number },
  asked: Asked,
): Promise<SiteVisits> => {
  const { time_zone } = await getSchool(context, school_id)
  const to = dayIn(context.clock, time_zone)
  const from = new Date(Date.parse(to) - (asked.days - 1) * 86_400_000).toISOString().slice(0, 10)
  const rows = await listCounts(context, id, { ...asked, from, to })
  return {
    from,
    to,
    pages: await pagesOf(context, id, rows),
    forms: await formsOf(context, id, rows),
    languages: siteLanguages.map((language) => ({
      language,
      ...numbersOf(rows.filter((row) => row.language === language)),
    })),
    devices: devices.map((device) => ({ device, ...numbersOf(rows.filter((row) => row.device === device)) })),
  }
}

interface CountRow extends Counted {
  readonly language: string
  readonly device: string
}

/** Returns the sums of the days by what was counted, language and device. */
const listCounts = async (
  context: ScopeContext,
  periodId: number,
  { from, to, language, device }: Asked & { readonly from: string; readonly to: string },
): Promise<CountRow[]> => {
  const query = scope
    .siteVisits(context)
    .select(['site_visits.name', 'site_visits.language', 'site_visits.device'])
    // the CHECK allows exactly the contract's kinds
    .select(sql<VisitKind>`site_visits.what`.as('what'))
    .select(sql<number>`sum(site_visits.visits)::int`.as('visits'))
    .where('site_visits.period_id', '=', periodId)
    .where('site_visits.day', '>=', from)
    .where('site_visits.day', '<=', to)
    .groupBy(['site_visits.what', 'site_visits.name', 'site_visits.language', 'site_visits.device'])
  const ofLanguage = language === undefined ? query : query.where('site_visits.language', '=', language)
  return (device === undefined ? ofLanguage : ofLanguage.where('site_visits.device', '=', device)).execute()
}

const numbersOf = (rows: readonly Counted[]) => ({
  visits: sumOf(rows, 'page'),
  begun: sumOf(rows, 'begun'),
  sent: sumOf(rows, 'sent'),
})

const pagesOf = async (
  context: ScopeContext,
  periodId: number,
  rows: readonly Counted[],
): Promise<SiteVisits['pages']> => {
  const titles = new Map((await listPages(context, periodId)).map(({ key, title }) => [key, title]))
  const keys = new Set(rows.flatMap(({ what, name }) => (what === 'page' ? [name] : [])))
  return [...keys]
    .map((key) => ({ key, title: titles.get(key) ?? null, visits: sumOf(rows, 'page', key) }))
    .toSorted((one, other) => other.visits - one.visits || one.key.localeCompare(other.key))
}

/** Returns the forms that are published, or that were used. */
const formsOf = async (
  context: ScopeContext,
  periodId: number,
  rows: readonly Counted[],
): Promise<FormVisits[]> => {
  const forms: FormVisits[] = []
  for (const form of visitedForms) {
    const published = await findPublished(context, periodId, documents[form])
    const visits = formVisitsOf(form, published?.content ? stepsOf(published.content) : [], rows)
    if (published || visits.begun + visits.saved + visits.sent > 0) forms.push(visits)
  }
  return forms
}
