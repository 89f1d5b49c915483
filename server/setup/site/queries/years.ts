import { sql } from 'kysely'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import type { PeriodSite } from '#contract/setup/site/shapes.ts'
import type { AnonymousContext, Context } from '#server/platform/context.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn } from '#server/platform/lib/clock.ts'
import type { Settings } from '#server/platform/lib/env.ts'
import { slugFrom } from '#server/platform/lib/slug.ts'
import { problem } from '#server/platform/problem.ts'
import { currentPeriodId } from '#server/setup/periods/index.ts'
import { getSchool } from '#server/setup/schools/index.ts'
import { qrCodeOf } from '../files.ts'
import { closedByOf } from '../rules.ts'

/** What reads a school’s site in no one’s name. */
export type SystemContext = ScopeContext & Pick<AnonymousContext, 'clock'>

/** Returns a school by the name in its site’s address. @throws Problem 404 */
export const getSiteSchool = async ({ db, clock }: Pick<AnonymousContext, 'db' | 'clock'>, slug: string) => {
  // scope: public for anyone with the address, which names the school
  const found = await db
    .selectFrom('schools')
    .select('id')
    .where('slug', '=', slug)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  const system: SystemContext = { ...scope.asSystem(db, found.id), clock }
  return { system, row: await getSchool(system, found.id) }
}

/** Lists the hosts of schools’ sites, each with the slug of its school. */
export const listSiteHosts = async (db: AnonymousContext['db']): Promise<Map<string, string>> => {
  // scope: which school a host belongs to is public, and asked before anyone is known
  const rows = await db
    .selectFrom('schools')
    .select(['site_host', 'slug'])
    .where('site_host', 'is not', null)
    .where('archived_at', 'is', null)
    .execute()
  return new Map(rows.flatMap(({ site_host, slug }) => (site_host === null ? [] : [[site_host, slug]])))
}

/** Returns where a school’s site is: the root of its host, or a path of this server. It ends without a slash. */
export const addressOf = (
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { site_host, slug }: { readonly site_host: string | null; readonly slug: string },
): string => (site_host === null ? `${publicUrl}/s/${slug}` : `${new URL(publicUrl).protocol}//${site_host}`)

/** Returns where the site of a school is, without a policy year. */
export const schoolSiteAddress = async (
  { db, settings }: { readonly db: AnonymousContext['db']; readonly settings: Pick<Settings, 'publicUrl'> },
  schoolId: number,
): Promise<string> => {
  // scope: the address of a site is public
  const school = await db
    .selectFrom('schools')
    .select(['site_host', 'slug'])
    .where('id', '=', schoolId)
    .executeTakeFirstOrThrow()
  return addressOf(settings, school)
}

/** Returns the address of a policy year’s site, and whether it’s open to students or what closes it. @throws Problem 404 */
export const readPeriodSite = async (context: Context, periodId: number): Promise<PeriodSite> => {
  await getPeriod(context, periodId)
  const { address, year } = await readAddress(context, periodId)
  const closed_by = year?.closedBy ?? []
  return { address, is_open: closed_by.length === 0, closed_by, qr_code: await qrCodeOf(address) }
}

/** What the addresses of a site are made from. */
export type AddressContext = Pick<AnonymousContext, 'db' | 'clock'> & {
  readonly services: Pick<AnonymousContext['services'], 'settings'>
}

/**
 * Returns a policy year with the address of its site. The year is in it unless it’s the one that the site shows without.
 * @throws Problem 404
 */
export const readAddress = async ({ db, clock, services }: AddressContext, periodId: number) => {
  // scope: the address of a site is public
  const found = await db
    .selectFrom('periods')
    .innerJoin('schools', 'schools.id', 'periods.school_id')
    .select(['schools.slug', 'schools.site_host', 'schools.time_zone', 'periods.school_id'])
    .select(currentPeriodId(clock, sql`periods.school_id`).as('current_id'))
    .where('periods.id', '=', periodId)
    .where('schools.archived_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  const { school_id, time_zone, current_id, ...school } = found
  const system: SystemContext = { ...scope.asSystem(db, school_id), clock }
  const years = await listYears(system, school_id)
  const shown = yearOf(years, current_id, undefined)
  const asked = years.find(({ id }) => id === periodId)
  const path = asked && asked.id !== shown?.id ? `/${asked.slug}` : ''
  const address = `${addressOf(services.settings, school)}${path}`
  return { system, schoolId: school_id, year: asked, address, today: dayIn(clock, time_zone) }
}

/** Returns the address of a policy year’s site, also if it isn’t open yet. */
export const siteAddress = async (context: AddressContext, periodId: number): Promise<string> =>
  (await readAddress(context, periodId)).address

/** A policy year with a student website. */
export interface Year {
  readonly id: number
  readonly name: string
  readonly starts_on: string
  readonly ends_on: string
  /** Its name in an address: '2026-27'. */
  readonly slug: string
  readonly isOpen: boolean
  /** Why it isn’t. */
  readonly closedBy: PeriodSite['closed_by']
}

/** Lists the policy years of a school, newest first. Only those that are open to students have an open site. */
export const listYears = async (context: ScopeContext, schoolId: number): Promise<Year[]> => {
  const rows = await scope
    .periods(context)
    .leftJoinLateral(
      (from) =>
        // scope: of the period, which is in the scope
        from
          .selectFrom('period_publications as version')
          .select('version.content')
          .whereRef('version.period_id', '=', 'periods.id')
          .whereRef('version.school_id', '=', 'periods.school_id')
          .where('version.kind', '=', websiteConfiguration.kind)
          .orderBy('version.number', 'desc')
          .limit(1)
          .as('website'),
      (on) => on.onTrue(),
    )
    .select(['periods.id', 'periods.name', 'periods.starts_on', 'periods.ends_on', 'periods.state'])
    .select('website.content')
    .where('periods.school_id', '=', schoolId)
    .orderBy('periods.starts_on', 'desc')
    .orderBy('periods.id', 'desc')
    .execute()
  return rows.map(({ state, content, ...row }) => {
    const isLive = websiteConfiguration.content.shape.is_live.safeParse(Object(content).is_live).data === true
    const closedBy = closedByOf(state, isLive)
    return { ...row, slug: slugFrom(row.name), isOpen: closedBy.length === 0, closedBy }
  })
}

/** Returns the policy year whose site an address shows: the named one, or the current one, or the newest that is open. */
export const yearOf = (
  years: readonly Year[],
  currentId: number | null,
  asked: string | undefined,
): Year | null => {
  if (asked !== undefined) {
    const named = years.find(({ slug, isOpen }) => slug === asked && isOpen)
    if (!named) throw problem.notFound()
    return named
  }
  const open = years.filter(({ isOpen }) => isOpen)
  return (
    open.find(({ id }) => id === currentId) ?? open[0] ?? years.find(({ id }) => id === currentId) ?? null
  )
}
