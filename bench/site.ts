/** Measures the student site: content pages a second, and what a phone on a slow network sees and loads. */
import type { Browser, CDPSession, Page } from '@playwright/test'
import type pg from 'pg'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import { formContents } from '#seeds/site-forms.ts'
import { startChromium } from './first-load.ts'
import { median, reportFigure, throughput } from './measure.ts'

interface Place {
  readonly periodId: number
  readonly schoolId: number
}

const paragraph =
  '<p>All full-time students need health insurance. Use the school’s plan, or show that you have your own.</p>'

/** Publishes a site as an office has it. Returns its path. */
const openSite = async (database: pg.Client, { schoolId, periodId }: Place): Promise<string> => {
  const premiums = { ...medicalPlan.empty.premiums, enrolled: '4678.00', enrolled_esp: '9356.00' }
  const sections = ['Who must have insurance', 'Next steps', 'When your insurance changes'].map(
    (title, index) => ({ key: `s${index}`, title, body: paragraph }),
  )
  const documents = [
    [websiteConfiguration.kind, { ...websiteConfiguration.empty, is_live: true, languages: ['en', 'es'] }],
    [homePage.kind, { ...homePage.empty, headline: 'Student insurance', intro: paragraph, sections }],
    [medicalPlan.kind, { ...medicalPlan.empty, name: 'Gold plan', premiums }],
    ...formContents(2026).map(([{ kind }, content]) => [kind, content] as const),
  ] as const
  for (const [kind, content] of documents) {
    const json = JSON.stringify(content)
    await database.query(
      `insert into period_documents (school_id, period_id, kind, content, updated_at) values ($1, $2, $3, $4, now())
       on conflict (period_id, kind, school_id) do update set content = excluded.content`,
      [schoolId, periodId, kind, json],
    )
    await database.query(
      `insert into period_publications (school_id, period_id, kind, number, version, content, published_at)
       values ($1, $2, $3, 2000, 1, $4, now())`,
      [schoolId, periodId, kind, json],
    )
  }
  await database.query(
    `update periods set state = 'open', dental_offered = false, vision_offered = false,
     starts_on = current_date - 30, ends_on = current_date + 300,
     waiver_deadline_on = current_date + 60 where id = $1`,
    [periodId],
  )
  const { rows } = await database.query<{ slug: string }>('select slug from schools where id = $1', [
    schoolId,
  ])
  return `/s/${rows[0]?.slug ?? ''}`
}

/** Opens a page as a phone does: a fourth of this processor, 1.6 Mbit/s and 150 ms. Ends with what `use` returns. */
const onPhone = async <Result>(
  browser: Browser,
  use: (page: Page, devtools: CDPSession) => Promise<Result>,
): Promise<Result> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  })
  const result = await use(page, devtools)
  await context.close()
  return result
}

/** Returns what a visit loads, and when its largest part is painted. */
const visit = (browser: Browser, url: string) =>
  onPhone(browser, async (page, devtools) => {
    let bytes = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await page.goto(url, { waitUntil: 'networkidle' })
    // as text: this file has no types of the browser
    const painted = await page.evaluate<number>(`new Promise((done) => {
      new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime)).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      })
    })`)
    return { bytes, painted }
  })

/**
 * Goes on with an empty form, types a name and goes on again. Returns the milliseconds from the slowest press or tap until
 * the page showed what it did.
 */
const interact = (browser: Browser, url: string): Promise<number> =>
  onPhone(browser, async (page) => {
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.evaluate(`globalThis.slowest = 0; new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) globalThis.slowest = Math.max(globalThis.slowest, duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true })`)
    const goOn = page.getByRole('button', { name: 'Continue' })
    await goOn.click()
    await page.getByLabel('First name').pressSequentially('Maya')
    await goOn.click()
    await page.waitForTimeout(500)
    const slowest = await page.evaluate<number>('globalThis.slowest')
    if (slowest === 0) throw new Error('The form took no press.')
    return slowest
  })

const rounds = [1, 2, 3]

const measureVisits = async (
  browser: Browser,
  name: string,
  url: string,
  most: number,
): Promise<boolean[]> => {
  const visits = []
  for (const _ of rounds) visits.push(await visit(browser, url))
  return [
    reportFigure(`${name}: largest paint`, median(visits.map(({ painted }) => painted)), {
      unit: 'ms',
      most: 1200,
    }),
    reportFigure(`${name}: loaded`, median(visits.map(({ bytes }) => bytes)) / 1000, { unit: 'kB', most }),
  ]
}

const measureForm = async (browser: Browser, url: string): Promise<boolean> => {
  const slowest = []
  for (const _ of rounds) slowest.push(await interact(browser, url))
  return reportFigure('waiver form: slowest press', median(slowest), { unit: 'ms', most: 200 })
}

/** Measures the site of a policy year on a running server. */
export const measureSite = async (base: string, database: pg.Client, place: Place): Promise<boolean[]> => {
  const site = `${base}${await openSite(database, place)}`
  const read = async (): Promise<void> => {
    const answer = await fetch(site)
    if (!(await answer.text()).includes('Student insurance'))
      throw new Error(`The home page is ${answer.status}.`)
  }
  const pages = reportFigure('content pages a second, 16 clients', (await throughput(read)).perSecond, {
    unit: 'a second',
    least: 500,
  })
  const browser = await startChromium()
  try {
    return [
      pages,
      ...(await measureVisits(browser, 'home page', site, 60)),
      ...(await measureVisits(browser, 'waiver form', `${site}/waive`, 160)),
      await measureForm(browser, `${site}/waive`),
    ]
  } finally {
    await browser.close()
  }
}
