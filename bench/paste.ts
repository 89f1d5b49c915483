/**
 * `npm run bench paste` (build first): a Word document of 200 pages, and a list of 5,000 items of which some hold lists,
 * pasted into an editor of the built client, in a real Chromium: the longest task of the page from the key to the text that stands, cleaning, inserting, form and preview
 * included. A process of its own (`main.ts` starts it, with `BASE_URL`, `EDITOR_PATH` and `SESSION`): its page has a DOM,
 * the bench not.
 */
import { existsSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { reportFigure } from './measure.ts'
import { wordDocument } from './word-document.ts'

const pages = 200
const items = 5000

/** One list; every tenth item holds three more. */
const longList = (): string => {
  const line = 'coverage of the student plan for the academic year, as the registrar keeps it '
  const one = (index: number): string =>
    `<li><p>${index} ${line}</p>${index % 10 === 0 ? `<ol>${`<li>${line}</li>`.repeat(3)}</ol>` : ''}</li>`
  return `<ul>${Array.from({ length: items }, (_, index) => one(index)).join('')}</ul>`
}

/** What is pasted, how it is called, and how many lines of it must stand at least. */
interface Pasted {
  readonly what: string
  readonly html: string
  readonly lines: number
}

const pasted: readonly Pasted[] = [
  { what: `${pages} pages`, html: wordDocument(pages), lines: pages * 15 },
  { what: `a list of ${items}`, html: longList(), lines: items * 1.3 },
]

/** Milliseconds that a task of the page may take meanwhile. */
const budget = 200

/** Milliseconds after the text stands in which what follows from it still counts: the form, the preview. */
const after = 3000

/** Pastes as the browser does, and watches the page's tasks of more than 50 ms. */
const paste = (page: Page, html: string): Promise<void> =>
  page.evaluate((clipboard) => {
    const tasks: number[] = []
    Object.assign(window, { benchTasks: tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
    // in a task of its own, as a key's
    setTimeout(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', clipboard)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    }, 100)
  }, html)

/** Answers whether no task was over the budget. */
const measurePaste = async (
  { what, html, lines: expected }: Pasted,
  url: string,
  token: string,
): Promise<boolean> => {
  const browser = await chromium.launch({
    ...(existsSync('/usr/bin/chromium') ? { executablePath: '/usr/bin/chromium' } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([
      { name: 'shipmate_session', value: token, url: new URL(url).origin, httpOnly: true },
    ])
    const page = await context.newPage()
    await page.goto(url)
    const editor = page.locator('.ProseMirror').first()
    await editor.click()
    const started = performance.now()
    await paste(page, html)
    await page.getByText('The long text was pasted.').waitFor({ state: 'attached', timeout: 120_000 })
    const taken = performance.now() - started
    await page.waitForTimeout(after)
    const tasks = (await page.evaluate(() => Reflect.get(window, 'benchTasks'))) as number[]
    // an item of a list holds a paragraph too
    const lines = await editor.locator('p, h2, h3').count()
    if (lines < expected) throw new Error(`Only ${lines} paragraphs stand in the editor.`)
    console.log(`${lines} paragraphs in ${(taken / 1000).toFixed(1)} s, ${tasks.length} tasks over 50 ms`)
    return reportFigure(
      `longest task while ${what} ${what.startsWith('a ') ? 'is' : 'are'} pasted`,
      Math.max(0, ...tasks),
      {
        unit: 'ms',
        most: budget,
      },
    )
  } finally {
    await browser.close()
  }
}

const { BASE_URL = '', EDITOR_PATH = '', SESSION = '' } = process.env
let isWithin = true
for (const one of pasted) isWithin = (await measurePaste(one, BASE_URL + EDITOR_PATH, SESSION)) && isWithin
process.exit(isWithin ? 0 : 1)
