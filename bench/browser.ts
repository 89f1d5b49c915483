/**
 * `npm run bench browser`: measures the built client in Chromium (`npm run build` first): its first load
 * (`first-load.ts`), and the student list with 50,000 rows: the first rows of a cold open, a filter change beyond the
 * server’s own time, scrolling and selecting a row. Runs as a separate process (`main.ts` starts it with `BASE_URL`,
 * `DATABASE_URL`, `LIST_PATH` and `SESSION`), because its pages need DOM types and the other benchmarks don’t.
 */
import type { Browser, Locator, Page } from '@playwright/test'
import { measureFirstLoad, startChromium } from './first-load.ts'
import { median, reportFigure } from './measure.ts'
import { size } from './world.ts'

const rounds = Math.ceil(7 * size.share)

/**
 * Milliseconds for what a list loads after its rows. The live event stream keeps the network from ever being
 * idle.
 */
const settleTime = 2000
const program = { operator: 'and', constraints: [{ match_mode: 'startsWith', value: 'Nursing' }] }
const filtered = `?filters=${encodeURIComponent(JSON.stringify({ program }))}`

interface Opened {
  readonly page: Page
  close(): Promise<void>
}

/** Opens a new browser, signed in and without a cache. */
const openBrowser = async (browser: Browser, base: string, token: string): Promise<Opened> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'shipmate_session', value: token, url: base, httpOnly: true }])
  await context.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector('[data-row]')) Object.assign(window, { firstRows: performance.now() })
      else requestAnimationFrame(look)
    }
    look()
  })
  return { page: await context.newPage(), close: () => context.close() }
}

/** Returns the milliseconds from the start of the navigation to the frame with rows. */
const firstRows = async (page: Page, url: string): Promise<number> => {
  await page.goto(url)
  await page
    .locator('[data-row]')
    .first()
    .waitFor()
    .catch(async () => {
      throw new Error(`No rows came: ${await page.locator('body').innerText()}`)
    })
  return Number(await page.evaluate(() => Reflect.get(window, 'firstRows')))
}

const chipOf = (page: Page): Locator => page.getByRole('button', { name: /^Remove .+ filter$/ })

/**
 * Removes the filter with its chip. Returns the milliseconds from the click to the frame with the new rows,
 * without the time of the call.
 */
const filterChange = (page: Page): Promise<number> =>
  chipOf(page).evaluate(async (chip) => {
    const frame = () => new Promise((next) => requestAnimationFrame(next))
    const countOf = () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')
    const before = countOf()
    performance.clearResourceTimings()
    const pressed = performance.now()
    if (chip instanceof HTMLElement) chip.click()
    while (countOf() === before && performance.now() < pressed + 20_000) await frame()
    const shown = performance.now()
    const call = performance.getEntriesByType('resource').find(({ name }) => {
      const { pathname } = new URL(name)
      return /^\/api\/student-periods-by-period\/\d+$/.test(pathname)
    })
    if (!(call instanceof PerformanceResourceTiming)) throw new Error('The list was not read anew.')
    return shown - pressed - (call.responseEnd - call.startTime)
  })

/** Returns the frames per second while the list scrolls 120 px in each frame, for three seconds. */
const scrolling = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next))
    const grid = document.querySelector('[role=grid]')
    if (!grid) throw new Error('There is no grid.')
    const started = performance.now()
    let frames = 0
    while (performance.now() - started < 3000) {
      grid.scrollTop += 120
      await frame()
      frames += 1
    }
    if (grid.scrollTop < 120 * frames * 0.9) throw new Error('The list did not scroll.')
    return frames / ((performance.now() - started) / 1000)
  })

/** Returns the milliseconds from the click on a row’s checkbox to the end of the frame that shows it selected. */
const selecting = (page: Page, place: number): Promise<number> =>
  page.evaluate(async (at) => {
    const frame = () => new Promise((next) => requestAnimationFrame(next))
    const row = () => document.querySelectorAll('[data-row]')[at]
    await frame()
    const pressed = performance.now()
    row()?.querySelector('input')?.click()
    while (row()?.getAttribute('aria-selected') !== 'true' && performance.now() < pressed + 20_000)
      await frame()
    // after the frame that follows this task
    await frame()
    return performance.now() - pressed
  }, place)

const repeated = async (measure: (round: number) => Promise<number>): Promise<number> => {
  const taken: number[] = []
  for (let round = 0; round < rounds; round += 1) taken.push(await measure(round))
  return median(taken)
}

/** Measures the list in a browser. Returns which figures are within budget. */
const measureBrowser = async (
  base: string,
  list: string,
  token: string,
  databaseUrl: string,
): Promise<boolean[]> => {
  const browser = await startChromium()
  const once = async (measure: (page: Page) => Promise<number>): Promise<number> => {
    const { page, close } = await openBrowser(browser, base, token)
    const measured = await measure(page)
    await close()
    return measured
  }
  try {
    const reloads: number[] = []
    const cold = await repeated(() =>
      once(async (page) => {
        const first = await firstRows(page, list)
        // by then, the first visit has saved what the next one uses
        await page.waitForTimeout(settleTime)
        reloads.push(await firstRows(page, list))
        return first
      }),
    )
    const change = await repeated(() =>
      once(async (page) => {
        await firstRows(page, list + filtered)
        await page.waitForTimeout(settleTime)
        return filterChange(page)
      }),
    )
    const [fps, select] = await atTop(browser, base, token, list)
    return [
      ...(await measureFirstLoad(browser, base, databaseUrl)),
      reportFigure('rows on screen, first visit', cold, { unit: 'ms', most: 700 }),
      reportFigure('rows on screen, reload', median(reloads), { unit: 'ms', most: 400 }),
      reportFigure('filter change beyond the server', change, { unit: 'ms', most: 150 }),
      reportFigure('scrolling at 120 px a frame', fps, { unit: 'fps', least: 45 }),
      reportFigure('selecting a row', select, { unit: 'ms', most: 50 }),
    ]
  } finally {
    await browser.close()
  }
}

/** Measures selecting and scrolling in one idle browser. */
const atTop = async (
  browser: Browser,
  base: string,
  token: string,
  list: string,
): Promise<[number, number]> => {
  const { page, close } = await openBrowser(browser, base, token)
  await firstRows(page, list)
  await page.waitForTimeout(settleTime)
  const select = await repeated((round) => selecting(page, round))
  const fps = await repeated(() => scrolling(page))
  await close()
  return [fps, select]
}

const { BASE_URL = '', LIST_PATH = '', SESSION = '', DATABASE_URL = '' } = process.env
const results = await measureBrowser(BASE_URL, BASE_URL + LIST_PATH, SESSION, DATABASE_URL)
process.exit(results.every(Boolean) ? 0 : 1)
