import { coverageStepKey, documentsStepKey, signStepKey, stepKeyOf } from '#contract/setup/site/form-page.ts'
import type { Services, SiteVisit } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createVisitCounter } from '#server/setup/site-visits/index.ts'
import { addDays, createRandom, type Random } from '#server/testing/random.ts'
import { customPages } from './site-pages.ts'

interface Place {
  readonly db: Database
  readonly services: Services
  readonly schoolId: number
  readonly periodId: number
  /** The policy year starts on August 1 of this year. */
  readonly year: number
}

/** Days up to today with visits. */
const days = 120

const otherPages = [
  'plan-info',
  'faqs',
  'resources',
  'contact',
  'status',
  ...customPages.flatMap(({ key, published }) => (published ? [key] : [])),
]

/** The steps of each form with the percentage of students who go on from them. */
const steps = {
  enroll: [
    [coverageStepKey, 88],
    [stepKeyOf('about-you'), 94],
    [stepKeyOf('studies'), 97],
    [stepKeyOf('dependents'), 93],
    [stepKeyOf('signing'), 96],
    [signStepKey, 91],
  ],
  waive: [
    [coverageStepKey, 90],
    [stepKeyOf('about-you'), 93],
    [stepKeyOf('studies'), 97],
    [stepKeyOf('insurance'), 84],
    [stepKeyOf('subscriber'), 95],
    [stepKeyOf('signing'), 97],
    [documentsStepKey, 79],
    [signStepKey, 92],
  ],
} as const

/** Adds the counts of a site that students visited on weekdays more than on weekends, and most before the deadline. */
export const seedSiteVisits = async ({ db, services, schoolId, periodId, year }: Place): Promise<void> => {
  const random = createRandom(20_261_126)
  const visits = createVisitCounter()
  const today = services.clock.now().toISOString().slice(0, 10)
  for (let back = days - 1; back >= 0; back -= 1) {
    const day = addDays(today, -back)
    for (let left = visitorsOn(random, day, `${year}-09-15`); left > 0; left -= 1)
      play(random, visitBy(random, { schoolId, periodId, day }), visits.add)
  }
  await visits.flush({ db, log: services.log })
}

/** Returns how many students visit the site on a day. */
const visitorsOn = (random: Random, day: string, deadline: string): number => {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  const isNearDeadline = day <= deadline && day > addDays(deadline, -14)
  return random.between(isWeekend ? 2 : 6, isWeekend ? 7 : 16) + (isNearDeadline ? random.between(30, 60) : 0)
}

type Visitor = Omit<SiteVisit, 'what' | 'name'>

const visitBy = (random: Random, at: Pick<SiteVisit, 'schoolId' | 'periodId' | 'day'>): Visitor => ({
  ...at,
  language: random.chance(11) ? 'es' : 'en',
  device: random.chance(61) ? 'phone' : random.chance(10) ? 'tablet' : 'computer',
})

/** Adds what a visitor does: they read pages, and two in five begin a form. */
const play = (random: Random, visitor: Visitor, add: (visit: SiteVisit) => void): void => {
  const page = (name: string): void => add({ ...visitor, what: 'page', name })
  page('home')
  for (const name of otherPages) if (random.chance(18)) page(name)
  if (!random.chance(40)) return
  const form = random.chance(72) ? 'waive' : 'enroll'
  page(form)
  add({ ...visitor, what: 'begun', name: form })
  for (const [index, [key, percent]] of steps[form].entries()) {
    add({ ...visitor, what: 'step', name: `${form}/${key}` })
    if (!random.chance(percent)) return
    if (index === 0) add({ ...visitor, what: 'saved', name: form })
  }
  add({ ...visitor, what: 'sent', name: form })
}
