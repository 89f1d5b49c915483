/**
 * The measurement of the first load, for `npm run build` and `npm run bench -- browser`: what arrives from the sign-in
 * page until the student list shows its rows and the page was idle for a second
 * (docs/decisions/03-client-and-first-load.md).
 */
import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page, type Request } from '@playwright/test'
import { buildUser } from '#server/accounts/users/factory.ts'
import { closePool, createDatabase, createPool } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { reportFigure } from './measure.ts'

/** The only limits of the first load: kB of JavaScript as they are transferred, and requests of every kind. */
const budget = { kilobytes: 260, requests: 30 }

/** Milliseconds without a request after which the page is idle. */
const idle = 1000

const password = 'correct horse battery staple'

/** Starts the Chromium of all measurements. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    ...(existsSync('/usr/bin/chromium') ? { executablePath: '/usr/bin/chromium' } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })

/** Signs in as both kinds of staff, in a new school, and prints the results. Returns which of them are within the budget. */
export const measureFirstLoad = async (
  browser: Browser,
  base: string,
  databaseUrl: string,
): Promise<boolean[]> => {
  const results: boolean[] = []
  for (const staff of await buildStaff(databaseUrl)) {
    const { kilobytes, requests } = await measure(browser, base, staff)
    results.push(
      reportFigure(`first load of a ${staff.who}`, kilobytes, { unit: 'kB', most: budget.kilobytes }),
      reportFigure('  its requests', requests, { unit: '', most: budget.requests }),
    )
  }
  return results
}

interface Staff {
  readonly who: string
  readonly email: string
  /** The school to choose; a school admin lands on the list of their own. */
  readonly chooses: string | null
}

/** Adds a school with a few students, and its staff. */
const buildStaff = async (url: string): Promise<Staff[]> => {
  const pool = createPool({ url, asApp: false, log: createLog('error'), max: 1 })
  const db = createDatabase(pool)
  const mark = Date.now()
  const school = `First Load College ${mark}`
  const school_id = await buildSchool(db, { name: school })
  const period_id = await buildPeriod(db, { school_id })
  // each alphabet has its own font
  for (const last_name of ['Reyes', 'Łukasik', 'Nguyễn'])
    await buildStudentPeriod(db, { school_id, period_id, student: { last_name } })
  const [own, all] = [`school-${mark}@staff.example`, `shipmate-${mark}@staff.example`]
  await buildUser(db, { permission: 'school_admin', school_ids: [school_id], email: own, password })
  await buildUser(db, { permission: 'shipmate_admin', email: all, password })
  await closePool(pool)
  return [
    { who: 'school admin', email: own, chooses: null },
    { who: 'Shipmate Admin', email: all, chooses: school },
  ]
}

/** Goes from the sign-in page to the list of students. */
const measure = async (browser: Browser, base: string, { email, chooses }: Staff) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const { all, untilIdle } = watchRequests(page)
  await page.goto(`${base}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  if (chooses !== null) await page.getByRole('link', { name: chooses }).first().click()
  await page.locator('[data-row]').first().waitFor()
  await untilIdle()
  const requests = [...all]
  const sizes = await Promise.all(requests.map(weighScript))
  await page.close()
  return { kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000, requests: requests.length }
}

/** Records the requests of a page. The stream of live updates never ends, so it isn’t waited for. */
const watchRequests = (page: Page) => {
  const all: Request[] = []
  const open = new Set<Request>()
  let changedAt = performance.now()
  const end = (request: Request): void => {
    open.delete(request)
    changedAt = performance.now()
  }
  page.on('request', (request) => {
    all.push(request)
    if (request.resourceType() !== 'eventsource') open.add(request)
    changedAt = performance.now()
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const untilIdle = async (): Promise<void> => {
    while (open.size > 0 || performance.now() - changedAt < idle) await page.waitForTimeout(50)
  }
  return { all, untilIdle }
}

/** Returns the bytes of a script as the server compressed them; 0 for anything else. */
const weighScript = async (request: Request): Promise<number> =>
  request.resourceType() === 'script' ? (await request.sizes()).responseBodySize : 0
