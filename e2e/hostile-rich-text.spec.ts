import type { Page } from '@playwright/test'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { measureMarkup, limitExceeded } from '#server/platform/lib/measure-markup.ts'
import { hostilePayloads } from '#server/testing/hostile-payloads.ts'
import { expect, signIn, test, walled, type World } from './fixtures.ts'

const perPage = 40
const batchesOf = (payloads: readonly string[]) =>
  Array.from({ length: Math.ceil(payloads.length / perPage) }, (_, index) =>
    payloads.slice(index * perPage, (index + 1) * perPage),
  )
// the server rejects a body with a NUL character before reading it, and the database can't store one
const payloads = hostilePayloads.map((payload) => payload.replaceAll('\u0000', ''))
// the server rejects content that is nested too deep; content stored another way is shown like any other
const isTooMuch = (payload: string): boolean => limitExceeded(measureMarkup(payload)) !== null
const [refused, taken] = [payloads.filter(isTooMuch), payloads.filter((payload) => !isTooMuch(payload))]
const faqsOf = (answers: readonly string[]) => ({
  intro: '',
  items: answers.map((answer, index) => ({ key: `p${index}`, question: `Payload ${index}`, answer })),
})

/** Saves a document the way the application does. */
const put = (page: Page, path: string, body: object): Promise<number> =>
  page.evaluate(
    async ([to, json]) => {
      // every response sets the token
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
    // the form’s own question before leaving
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

/** Creates a period for each batch, so that no draft carries over. */
const nextPeriod = async ({ db, schoolId }: World): Promise<Place> => ({
  schoolId,
  periodId: await buildPeriod(db, { school_id: schoolId }),
})

/** Opens every answer in the preview, and triggers whatever can be triggered. */
const touch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('.site details')) details.open = true
    for (const element of document.querySelectorAll('.ProseMirror *, .site .rich-text *'))
      for (const type of ['mouseover', 'pointerenter', 'focus', 'click'])
        if (!(type === 'click' && element.closest('a')))
          element.dispatchEvent(new Event(type, { bubbles: true }))
  })

const previewOf = (page: Page) => page.getByRole('region', { name: 'Page preview' })

/** Opens the editor with its preview, waits until the last answer is rendered, and triggers everything. */
const look = async (page: Page, { schoolId, periodId }: Place, count: number): Promise<void> => {
  await page.goto(`/schools/${schoolId}/period/${periodId}/website/faqs`)
  await page.getByRole('button', { name: 'Expand all' }).click()
  // 40 editors at once take time on a shared processor
  await expect(page.getByRole('textbox', { name: 'Answer' })).toHaveCount(count, { timeout: 30_000 })
  await expect(previewOf(page)).toContainText(`Payload ${count - 1}`)
  await touch(page)
  await page.evaluate(settle, '.ProseMirror, .site')
}

/** Resolves in the page when every picture there has loaded or failed, and what that triggers has run. */
const settle = async (within: string): Promise<void> => {
  const pictures = [...document.querySelectorAll(within)].flatMap((place) => [
    ...place.querySelectorAll('img'),
  ])
  await Promise.all(
    pictures
      .filter(({ loading }) => loading !== 'lazy')
      .map((picture) => picture.decode().catch(() => undefined)),
  )
  for (const _frame of [1, 2]) await new Promise((next) => requestAnimationFrame(next))
}

/**
 * Checks first whether something ran: if the cleaning fails, a running payload also breaks the page, and errors about
 * the form would hide it.
 */
const isHarmless = async (page: Page, ran: () => number, count: number): Promise<void> => {
  expect(ran(), 'payloads that ran').toBe(0)
  expect(await strange(page), 'what no rich text may hold').toEqual([])
  await expect(previewOf(page).locator('.site-body > div > details')).toHaveCount(count)
}

/** Returns what rich text must not contain, in the editors and the preview. */
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

/** Pastes each payload in its own paragraph at the end of the focused text; returns those that removed it. */
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

// two separate protections: first the cleaning, without the content security policy
test.describe('cleaned', () => {
  test.use({ bypassCSP: true })

  test('hostile rich text saved through the API runs nothing in the editor and on the page; deep nesting is rejected', async ({
    page,
    world,
  }) => {
    test.setTimeout(240_000)
    expect(payloads.length).toBeGreaterThan(200)
    // existing uploads hide nothing, and missing ones aren't errors of the page
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

  test('pasted content runs nothing, and its names hide nothing next to it', async ({ page, world }) => {
    test.setTimeout(240_000)
    await page.route('**/media/**', (route) => route.fulfill({ status: 204 }))
    await signIn(page, world, world.admin)
    const ran = await watch(page)
    const place = await nextPeriod(world)
    await page.goto(`/schools/${place.schoolId}/period/${place.periodId}/website/faqs`)
    await page.getByRole('textbox', { name: 'Introduction' }).click()
    // longer content is inserted in steps
    expect(
      await pasteEach(
        page,
        payloads.filter(({ length }) => length < 5000),
      ),
    ).toEqual([])
    expect(ran(), 'payloads that ran').toBe(0)
    expect(await strange(page), 'what no rich text may hold').toEqual([])
  })

  test('content stored in the database another way runs nothing either', async ({ page, world }) => {
    test.setTimeout(240_000)
    await page.route('**/media/**', (route) => route.fulfill({ status: 204 }))
    await signIn(page, world, world.admin)
    const ran = await watch(page)
    // only the server flattens thousands of levels: nothing else writes them
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

/**
 * Inserts a payload unchanged into the page and triggers it, outside the app, which a form named `parentNode` would
 * hang.
 */
const putIntoPage = async (payload: string): Promise<void> => {
  const place = document.createElement('div')
  place.className = 'rich-text'
  document.body.append(place)
  place.innerHTML = payload
  // what loads has loaded or failed
  await Promise.all(
    [...place.querySelectorAll('img')]
      .filter(({ loading }) => loading !== 'lazy')
      .map((picture) => picture.decode().catch(() => undefined)),
  )
  await new Promise((next) => requestAnimationFrame(next))
  for (const element of place.querySelectorAll('*'))
    for (const type of ['mouseover', 'pointerenter', 'focus', 'toggle'])
      element.dispatchEvent(new Event(type, { bubbles: true }))
  place.remove()
}

// the policy without the cleaning: payloads inserted unchanged into the page
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
  // they tried to run
  expect(refused.length).toBeGreaterThan(100)
})
