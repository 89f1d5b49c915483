import type { Page } from '@playwright/test'
import { buildPeriod } from '#server/periods/factory.ts'
import { hostilePayloads } from '#server/testing/hostile-payloads.ts'
import { expect, signIn, test, type World } from './fixtures.ts'

// what stops them is the cleaning, not the page's policy
test.use({ bypassCSP: true })

const perPage = 40
const batchesOf = (payloads: readonly string[]) =>
  Array.from({ length: Math.ceil(payloads.length / perPage) }, (_, index) =>
    payloads.slice(index * perPage, (index + 1) * perPage),
  )
// a body with the character of the number zero is refused before anything reads it, and a database keeps none
const payloads = hostilePayloads.map((payload) => payload.replaceAll('\u0000', ''))
const faqsOf = (answers: readonly string[]) => ({
  intro: '',
  items: answers.map((answer, index) => ({ key: `p${index}`, question: `Payload ${index}`, answer })),
})

/** Stores a document as the application does. */
const put = (page: Page, path: string, body: object): Promise<number> =>
  page.evaluate(
    async ([to, json]) => {
      // the token comes with any answer
      await fetch('/api/me')
      const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '')
      const headers = { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token }
      return (await fetch(to ?? '', { method: 'PUT', headers, body: json ?? '' })).status
    },
    [path, JSON.stringify(body)],
  )

/** Counts what runs: every payload calls `alert`. */
const watch = async (page: Page): Promise<() => number> => {
  let ran = 0
  page.on('dialog', (dialog) => {
    // the form’s own question before somebody leaves it
    if (dialog.type() === 'beforeunload') return void dialog.accept()
    ran += 1
    void dialog.dismiss()
  })
  await page.exposeFunction('ranPayload', () => {
    ran += 1
  })
  await page.addInitScript(() => {
    window.alert = () => void Reflect.get(window, 'ranPayload')()
  })
  return () => ran
}

type Place = Pick<World, 'schoolId' | 'periodId'>

/** A period of its own for each batch: what the editor makes of one is no draft of another. */
const nextPeriod = async ({ db, schoolId }: World): Promise<Place> => ({
  schoolId,
  periodId: await buildPeriod(db, { school_id: schoolId }),
})

/** Opens the editor with its preview, and touches what can be touched. */
const look = async (page: Page, { schoolId, periodId }: Place, count: number): Promise<void> => {
  await page.goto(`/schools/${schoolId}/period/${periodId}/website/faqs`)
  // forty editors at once take their time where others share the processor
  await expect(page.locator('.ProseMirror')).toHaveCount(count + 1, { timeout: 30_000 })
  const preview = page.getByRole('region', { name: 'The page as students see it' })
  await expect(preview.locator('.site-body > div > details')).toHaveCount(count)
  await preview.evaluate((region) => {
    for (const details of region.querySelectorAll('details')) details.open = true
    for (const element of document.querySelectorAll('.ProseMirror *, .site .rich-text *'))
      for (const type of ['mouseover', 'pointerenter', 'focus', 'click'])
        if (!(type === 'click' && element.closest('a')))
          element.dispatchEvent(new Event(type, { bubbles: true }))
  })
  await page.waitForTimeout(200)
}

/** What stands in the editors and the preview that no rich text may hold. */
const strange = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.ProseMirror *, .site .rich-text *')].flatMap((element) =>
      element.matches('script, iframe, object, embed, svg, math, style, form, input, [srcdoc], [srcset]') ||
      element.getAttributeNames().some((name) => name.startsWith('on')) ||
      /^\s*(javascript|data|vbscript):/i.test(element.getAttribute('href') ?? '') ||
      (element.matches('img:not(.ProseMirror-separator)') &&
        !(element.getAttribute('src') ?? '').startsWith('/media/'))
        ? [element.outerHTML.slice(0, 200)]
        : [],
    ),
  )

test('hostile rich text, stored through the API, runs nothing in the editor and on the page', async ({
  page,
  world,
}) => {
  test.setTimeout(240_000)
  expect(payloads.length).toBeGreaterThan(200)
  // an upload that is there would hide nothing, one that is not is no error of the page's
  await page.route('**/media/**', (route) => route.fulfill({ status: 204 }))
  await signIn(page, world, world.admin)
  const ran = await watch(page)
  await page.goto('/')
  await expect(page.getByText(world.schoolName).first()).toBeVisible()
  for (const batch of batchesOf(payloads)) {
    const place = await nextPeriod(world)
    expect(await put(page, `/api/periods/${place.periodId}/faqs`, faqsOf(batch))).toBe(200)
    await look(page, place, batch.length)
    expect([ran(), await strange(page)]).toEqual([0, []])
  }
  expect(ran()).toBe(0)
})

test('what came into the database by another way runs nothing either', async ({ page, world }) => {
  test.setTimeout(240_000)
  await page.route('**/media/**', (route) => route.fulfill({ status: 204 }))
  await signIn(page, world, world.admin)
  const ran = await watch(page)
  // thousands of levels are the server's to flatten: nothing else writes them
  for (const batch of batchesOf(payloads.filter(({ length }) => length < 5000))) {
    const content = JSON.stringify(faqsOf(batch))
    const place = await nextPeriod(world)
    const row = { school_id: place.schoolId, period_id: place.periodId, kind: 'faqs' }
    const written = { content, updated_at: new Date().toISOString(), updated_by: world.admin.id }
    await world.db
      .insertInto('period_documents')
      .values({ ...row, ...written })
      .execute()
    await look(page, place, batch.length)
    expect([ran(), await strange(page)]).toEqual([0, []])
  }
  expect(ran()).toBe(0)
})
