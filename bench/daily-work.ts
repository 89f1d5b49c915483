/**
 * `npm run bench daily-work` (build first): measures in a real Chromium how fast staff turn students in the panel and in
 * the record, and forms in the review, key by key: milliseconds from the last byte of the data to the frame that shows it,
 * the longest task, and how much the layout shifts.
 */
import type { Page } from '@playwright/test'
import type pg from 'pg'
import { sendForms } from './intake.ts'
import { median, reportFigure } from './measure.ts'
import { inPage, untilShown } from './page.ts'
import { size } from './world.ts'

interface Place {
  readonly schoolId: number
  readonly periodId: number
}

const rounds = Math.ceil(40 * size.share)

/** Milliseconds to the frame and of a task, and thousandths of layout shift in a turn. */
const budgets = { frame: 100, task: 50, shift: 50 }

interface Turn {
  readonly frame: number
  readonly task: number
  readonly shift: number
}

/** Starts to record tasks and layout shifts. It’s text, because it runs in the browser. */
const record = `(() => {
  window.recorded = { tasks: [], shifts: [] }
  new PerformanceObserver((list) => window.recorded.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })
  // the parts that a key replaces are in the same place, so shifts right after a key count too
  new PerformanceObserver((list) => window.recorded.shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: 'layout-shift' })
})()`

/** Presses J and waits for the next student or form. It’s text, because it runs in the browser. */
const turn = (head: string): string => `(async () => {
  const nameNow = () => document.querySelector(${JSON.stringify(head)})?.textContent
  const before = nameNow()
  performance.clearResourceTimings()
  window.recorded.tasks = []
  window.recorded.shifts = []
  const pressed = performance.now()
  const target = document.activeElement ?? document.body
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
  const isShown = () => nameNow() !== before
  ${untilShown}
  // what is loaded ahead for the next turn belongs to this one
  await new Promise((next) => setTimeout(next, 700))
  return {
    frame: shown - ready,
    task: Math.max(0, ...window.recorded.tasks),
    shift: window.recorded.shifts.reduce((sum, value) => sum + value, 0),
  }
})()`

/** Turns to the next one again and again; the first turn loads code. */
const turnAll = async (page: Page, head: string): Promise<Turn[]> => {
  await page.locator(head).first().waitFor()
  await page.waitForTimeout(2000)
  await page.evaluate(record)
  const turns: Turn[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const taken = await page.evaluate<Turn>(turn(head))
    if (round > 0) turns.push(taken)
  }
  return turns
}

const report = (what: string, turns: readonly Turn[]): boolean[] => [
  reportFigure(`${what}: from its data to its frame`, median(turns.map(({ frame }) => frame)), {
    unit: 'ms',
    most: budgets.frame,
  }),
  reportFigure(`${what}: the longest task of a turn`, median(turns.map(({ task }) => task)), {
    unit: 'ms',
    most: budgets.task,
  }),
  reportFigure(`${what}: layout shift of a turn`, median(turns.map(({ shift }) => shift * 1000)), {
    unit: '‰',
    most: budgets.shift,
  }),
]

/** Turns students and forms in a browser. Returns what is within budget. */
export const measureDailyWork = async (
  base: string,
  token: string,
  database: pg.Client,
  place: Place,
): Promise<boolean[]> => {
  await sendForms(base, database, place, { many: rounds + 5, isDoubled: false })
  return inPage({ base, token }, async (page) => {
    const year = `${base}/schools/${place.schoolId}/period/${place.periodId}`
    const list = async () => {
      await page.goto(year)
      await page.locator('[data-row]').first().waitFor()
      await page.keyboard.press('j')
    }
    await list()
    await page.keyboard.press('p')
    const panel = await turnAll(page, 'aside[aria-label=Student] h2')
    await list()
    await page.keyboard.press('Enter')
    const ofRecord = await turnAll(page, 'main h1')
    await page.goto(`${year}/student-form-submissions`)
    await page.getByRole('grid').getByRole('link').first().click()
    const form = await turnAll(page, 'main h1')
    return [...report('panel', panel), ...report('record', ofRecord), ...report('form', form)]
  })
}
