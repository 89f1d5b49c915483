/**
 * `npm run bench review` (build first): measures how fast the review goes on in a real Chromium: milliseconds from
 * Enter in the last step to the frame with the next form and what to decide about it, without the time that the server
 * takes to save the decision.
 */
import type { Page } from '@playwright/test'
import type pg from 'pg'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { sendForms } from './intake.ts'
import { median, reportFigure } from './measure.ts'
import { inPage } from './page.ts'
import { size } from './world.ts'

interface Place {
  readonly schoolId: number
  readonly periodId: number
}

const rounds = Math.ceil(50 * size.share)

/** Milliseconds to the next form. */
const budget = 150

/** Publishes waiver options without requirements, so that every form can be approved as recommended. */
const publishRules = (database: pg.Client, { schoolId, periodId }: Place): Promise<unknown> =>
  database.query(
    `insert into period_publications (school_id, period_id, kind, number, version, content, published_at)
     values ($1, $2, $3, 1000, 1, $4, now())`,
    [schoolId, periodId, waiverConfiguration.kind, JSON.stringify(waiverConfiguration.empty)],
  )

/**
 * Presses Enter and waits for the next form. Returns the milliseconds without those of the call that saves. It’s text,
 * because it runs in the browser.
 */
const goOn = `(async () => {
  const frame = () => new Promise((next) => requestAnimationFrame(next))
  const head = () => document.querySelector('main h1')?.textContent
  const before = head()
  performance.clearResourceTimings()
  const pressed = performance.now()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  const isShown = () => head() !== before && document.body.textContent.includes('requirements met')
  while (!isShown() && performance.now() < pressed + 20000) await frame()
  const shown = performance.now()
  const saving = performance.getEntriesByType('resource')
    .find(({ name }) => new URL(name).pathname === '/api/decisions/together')
  if (!saving) throw new Error('Nothing was saved.')
  return shown - pressed - saving.duration
})()`

/** Approves one form after the other with A and Enter. */
const reviewAll = async (page: Page): Promise<number[]> => {
  const taken: number[] = []
  const apply = page.getByRole('button', { name: /^Apply and next/ })
  for (let round = 0; round < rounds; round += 1) {
    // the time to read a form; by then the next one is loaded
    await page.waitForTimeout(500)
    await page.keyboard.press('a')
    await apply.waitFor()
    while (await apply.isDisabled()) await page.waitForTimeout(20)
    taken.push(await page.evaluate<number>(goOn))
  }
  return taken
}

/** Reviews forms in a browser. Returns whether going on is within budget. */
export const measureReview = async (
  base: string,
  token: string,
  database: pg.Client,
  place: Place,
): Promise<boolean[]> => {
  await publishRules(database, place)
  await sendForms(base, database, place, { many: rounds + 5, isDoubled: false })
  return inPage({ base, token }, async (page) => {
    await page.goto(`${base}/schools/${place.schoolId}/period/${place.periodId}/student-form-submissions`)
    await page.getByRole('grid').getByRole('link').first().click()
    await page.getByText('requirements met').waitFor()
    return [
      reportFigure('from Enter to the next form', median(await reviewAll(page)), {
        unit: 'ms',
        most: budget,
      }),
    ]
  })
}
