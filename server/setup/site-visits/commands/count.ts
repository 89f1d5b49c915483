import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AnonymousContext, Services, SiteVisit, VisitCounter } from '#server/platform/context.ts'
import { keptYears } from '#contract/setup/site-visits/choices.ts'
import { deviceOf, isByPerson } from '../rules.ts'

/** The most different counts that wait while the database doesn’t respond. More are dropped. */
const mostWaiting = 20_000

const keyOf = ({ schoolId, periodId, day, what, name, language, device }: SiteVisit): string =>
  JSON.stringify([periodId, day, what, name, language, device, schoolId])

interface Waiting {
  readonly visit: SiteVisit
  readonly visits: number
}

/** Counts visits in memory and adds them to the counts of their days when it’s flushed. One that fails is tried again. */
export const createVisitCounter = (): VisitCounter => {
  let waiting = new Map<string, Waiting>()
  let saving: Promise<void> = Promise.resolve()
  const add = (visit: SiteVisit, visits = 1): void => {
    const key = keyOf(visit)
    const known = waiting.get(key)
    if (known || waiting.size < mostWaiting)
      waiting.set(key, { visit, visits: (known?.visits ?? 0) + visits })
  }
  const save = async ({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> => {
    if (waiting.size === 0) return
    const taken = waiting
    waiting = new Map()
    try {
      await addToDays(db, [...taken.values()])
    } catch (error) {
      for (const { visit, visits } of taken.values()) add(visit, visits)
      log.warn({ err: error }, 'Visits of student sites weren’t counted. Retrying.')
    }
  }
  return {
    add: (visit) => add(visit),
    flush: (services) => {
      saving = saving.then(() => save(services))
      return saving
    },
  }
}

/** Adds counts to those of their days, in the order of the key, so that two processes don’t wait for each other. */
const addToDays = async (db: Services['db'], rows: readonly Waiting[]): Promise<void> => {
  const column = <T>(read: (row: Waiting) => T): T[] => rows.map(read)
  // scope: counts of every school, each in its own policy year
  await sql`
    insert into site_visits as known (school_id, period_id, day, what, name, language, device, visits)
    select periods.school_id, new.period_id, new.day, new.what, new.name, new.language, new.device, new.visits
    from unnest(${column(({ visit }) => visit.schoolId)}::bigint[], ${column(({ visit }) => visit.periodId)}::bigint[],
      ${column(({ visit }) => visit.day)}::date[], ${column(({ visit }) => visit.what)}::text[],
      ${column(({ visit }) => visit.name)}::text[], ${column(({ visit }) => visit.language)}::text[],
      ${column(({ visit }) => visit.device)}::text[], ${column(({ visits }) => visits)}::int[])
      as new (school_id, period_id, day, what, name, language, device, visits)
    join periods on periods.id = new.period_id and periods.school_id = new.school_id
    order by new.period_id, new.day, new.what, new.name, new.language, new.device
    on conflict (period_id, day, what, name, language, device, school_id)
    do update set visits = known.visits + excluded.visits`.execute(db)
}

/** Counts that a page was sent to a person, also if their browser had it already. */
export const countPage = (
  { visits }: Pick<Services, 'visits'>,
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  page: Omit<SiteVisit, 'what' | 'device'>,
): void => {
  if (method === 'GET' && isByPerson(headers))
    visits.add({ ...page, what: 'page', device: deviceOf(headers) })
}

/** Counts a visit once what it belongs to is saved. */
export const countAfterCommit = ({ services, afterCommit }: AnonymousContext, visit: SiteVisit): void => {
  afterCommit.push(() => services.visits.add(visit))
}

/** Deletes the counts that are older than they’re kept. */
export const deleteOldVisits = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> => {
  // scope: old counts of every school
  await sql`delete from site_visits
    where day < (${clock.now().toISOString()}::timestamptz at time zone 'UTC')::date - make_interval(years => ${keptYears})`.execute(
    db,
  )
}
