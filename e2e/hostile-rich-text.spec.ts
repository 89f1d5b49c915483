import type { Page } from '@playwright/test'
import { buildPeriod } from '#server/periods/factory.ts'
import { measureMarkup, whyTooMuch } from '#server/lib/measure-markup.ts'
import { hostilePayloads } from '#server/testing/hostile-payloads.ts'
import { expect, signIn, test, walled, type World } from './fixtures.ts'

const perPage = 40
const batchesOf = (payloads: readonly string[]) =>
  Array.from({ length: Math.ceil(payloads.length / perPage) }, (_, index) =>
    payloads.slice(index * perPage, (index + 1) * perPage),
  )
// a body with the character of the number zero is refused before anything reads it, and a database keeps none
const payloads = hostilePayloads.map((payload) => payload.replaceAll('\u0000', ''))
// what nests deeper than any text is refused by the call; past the call it is shown like the others
const isTooMuch = (payload: string): boolean => whyTooMuch(measureMarkup(payload)) !== null
const [refused, taken] = [payloads.filter(isTooMuch), payloads.filter((payload) => !isTooMuch(payload))]
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

/** Opens every answer of the preview, and touches what can be touched. */
const touch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('.site details')) details.open = true
    for (const element of document.querySelectorAll('.ProseMirror *, .site .rich-text *'))
      for (const type of ['mouseover', 'pointerenter', 'focus', 'click'])
        if (!(type === 'click' && element.closest('a')))
          element.dispatchEvent(new Event(type, { bubbles: true }))
  })

const previewOf = (page: Page) => page.getByRole('region', { name: 'The page as students see it' })

/** Opens the editor with its preview, waits until the last answer is drawn however it is drawn, and touches it all. */
const look = async (page: Page, { schoolId, periodId }: Place, count: number): Promise<void> => {
  await page.goto(`/schools/${schoolId}/period/${periodId}/website/faqs`)
  await page.getByRole('button', { name: 'Open all' }).click()
  // forty editors at once take their time where others share the processor
  await expect(page.getByRole('textbox', { name: 'Answer' })).toHaveCount(count, { timeout: 30_000 })
  await expect(previewOf(page)).toContainText(`Payload ${count - 1}`)
  await touch(page)
  await page.waitForTimeout(200)
}

/**
 * What ran stands first: where the cleaning fails, a payload that runs tears the page apart as well, and what is said of the
 * page's form would hide it.
 */
const isHarmless = async (page: Page, ran: () => number, count: number): Promise<void> => {
  expect(ran(), 'payloads that ran').toBe(0)
  expect(await strange(page), 'what no rich text may hold').toEqual([])
  await expect(previewOf(page).locator('.site-body > div > details')).toHaveCount(count)
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

/** Pastes each payload, after a paragraph of its own, at the end of the focused text; answers those that took it away. */
const pasteEach = (page: Page, htmls: readonly string[]): Promise<string[]> =>
  page.evaluate((clipboards) => {
    const text = document.activeElement
    const lost: string[] = []
    for (const [index, clipboard] of clipboards.entries()) {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', `<p>Before ${index}.</p>${clipboard}`)
      text?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      if (!text?.textContent.includes(`Before ${index}.`)) lost.push(clipboard)
    }
    return lost
  }, htmls)

// two walls, each by itself: here the cleaning, without the page's policy
test.describe('cleaned', () => {
  test.use({ bypassCSP: true })

  test('hostile rich text, stored through the API, runs nothing in the editor and on the page; what nests too deep is refused', async ({
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
    expect(refused.length).toBeGreaterThan(0)
    const { periodId } = await nextPeriod(world)
    for (const payload of refused)
      expect(await put(page, `/api/periods/${periodId}/faqs`, faqsOf([payload]))).toBe(422)
    for (const batch of batchesOf(taken)) {
      const place = await nextPeriod(world)
      expect(await put(page, `/api/periods/${place.periodId}/faqs`, faqsOf(batch))).toBe(200)
      await look(page, place, batch.length)
      await isHarmless(page, ran, batch.length)
    }
  })

  test('what is pasted runs nothing, and nothing named in it hides what stands beside it', async ({
    page,
    world,
  }) => {
    test.setTimeout(240_000)
    await page.route('**/media/**', (route) => route.fulfill({ status: 204 }))
    await signIn(page, world, world.admin)
    const ran = await watch(page)
    const place = await nextPeriod(world)
    await page.goto(`/schools/${place.schoolId}/period/${place.periodId}/website/faqs`)
    await page.getByRole('textbox', { name: 'Introduction' }).click()
    // a longer one is taken piece by piece, in its own time
    expect(
      await pasteEach(
        page,
        payloads.filter(({ length }) => length < 5000),
      ),
    ).toEqual([])
    expect(ran(), 'payloads that ran').toBe(0)
    expect(await strange(page), 'what no rich text may hold').toEqual([])
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
      await isHarmless(page, ran, batch.length)
    }
  })
})

/** Puts a payload into the page as it is, and touches it: beside the app, which a form named `parentNode` would hold for ever. */
const putIntoPage = async (payload: string): Promise<void> => {
  const place = document.createElement('div')
  place.className = 'rich-text'
  document.body.append(place)
  place.innerHTML = payload
  await new Promise((next) => setTimeout(next, 10))
  for (const element of place.querySelectorAll('*'))
    for (const type of ['mouseover', 'pointerenter', 'focus', 'toggle'])
      element.dispatchEvent(new Event(type, { bubbles: true }))
  place.remove()
}

// and here the policy, without the cleaning: the payloads as they are, put into the page by hand
walled('what is not cleaned is stopped by the page’s policy', async ({ page, world }) => {
  walled.setTimeout(180_000)
  await page.route('**/media/**', (route) => route.fulfill({ status: 204 }))
  await signIn(page, world, world.admin)
  const ran = await watch(page)
  const place = await nextPeriod(world)
  await page.goto(`/schools/${place.schoolId}/period/${place.periodId}/website/faqs`)
  await expect(previewOf(page)).toBeVisible()
  const refused: string[] = []
  await page.exposeFunction('wasRefused', (what: string) => void refused.push(what))
  await page.evaluate(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      Reflect.get(window, 'wasRefused')(effectiveDirective),
    ),
  )
  for (const payload of payloads.filter(({ length }) => length < 5000)) {
    await page.evaluate(putIntoPage, payload)
  }
  expect(ran(), 'payloads that ran').toBe(0)
  // they did try
  expect(refused.length).toBeGreaterThan(100)
})
