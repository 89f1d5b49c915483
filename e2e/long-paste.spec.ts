import type { Page } from '@playwright/test'
import { wordDocument } from '../bench/word-document.ts'
import { expect, signIn, test, type World } from './fixtures.ts'

const undo = 'ControlOrMeta+z'

const openFaqs = async (page: Page, world: World) => {
  await signIn(page, world, world.admin)
  await page.goto(`${world.listPath}/website/faqs`)
  const text = page.getByRole('textbox', { name: 'Introduction' })
  await text.click()
  return text
}

/** Pastes as Word has left it on the clipboard; `typed` comes right after it, before any of it stands. */
const paste = (page: Page, html: string, typed = ''): Promise<void> =>
  page.evaluate(
    ([clipboard, text]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', clipboard)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
      if (text !== '') document.execCommand('insertText', false, text)
    },
    [html, typed] as const,
  )
/** Drops it into the text, from another window. */
const drop = (page: Page, html: string): Promise<void> =>
  page.evaluate((dragged) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/html', dragged)
    const { left, top } = document.querySelector('.ProseMirror p')?.getBoundingClientRect() ?? new DOMRect()
    const place = { clientX: left + 2, clientY: top + 2 }
    document.activeElement?.dispatchEvent(
      new DragEvent('drop', { dataTransfer, ...place, bubbles: true, cancelable: true }),
    )
  }, html)
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Pasting a long text' })
const isPasted = (page: Page) =>
  expect(page.getByText('The long text was pasted.')).toBeAttached({ timeout: 60_000 })

test('a long text from Word comes in while one types on, and goes with one step back', async ({
  page,
  world,
}) => {
  test.setTimeout(240_000)
  const text = await openFaqs(page, world)
  await page.keyboard.type('Before. ')
  await page.waitForTimeout(700)
  await paste(page, wordDocument(60), 'After.')
  await expect(bar(page)).toBeVisible()
  await isPasted(page)
  await expect(bar(page)).toHaveCount(0)
  const blocks = text.locator('> *')
  expect(await text.locator('p, h2, h3').count()).toBeGreaterThan(60 * 10)
  await expect(blocks.first()).toContainText('Before.')
  await expect(blocks.last()).toContainText('After.')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await expect(page.getByText('too long to be kept as a draft')).toBeVisible()
  await expect(text.locator('[style], [class*=Mso]')).toHaveCount(0)
  await text.press(undo)
  await expect(blocks).toHaveCount(1)
  await expect(text).toHaveText('Before. After.')
  // dropped there it is the same
  await drop(page, wordDocument(60))
  await expect(bar(page)).toBeVisible()
  await isPasted(page)
  expect(await text.locator('p, h2, h3').count()).toBeGreaterThan(60 * 10)
  await text.press(undo)
  await expect(text).toHaveText('Before. After.')
})

test('Escape gives it up, and what was typed meanwhile stays', async ({ page, world }) => {
  const text = await openFaqs(page, world)
  await page.keyboard.type('Before. ')
  await paste(page, wordDocument(200))
  await page.keyboard.type('Typed.')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Cancelled. Nothing was pasted.')).toBeAttached()
  await expect(bar(page)).toHaveCount(0)
  await expect(text).toHaveText('Before. Typed.')
  await page.waitForTimeout(500)
  await expect(text).toHaveText('Before. Typed.')
})

test('what a note cannot hold is refused before anything changes', async ({ page, world }) => {
  const [id = 0] = await world.addStudents([
    { student: { sid: 'A1', first_name: 'Ana', last_name: 'Abara' } },
  ])
  const student = await world.studentOf(id)
  await signIn(page, world, world.registrar)
  await page.goto(`/student/${student}/notes`)
  const text = page.getByRole('textbox', { name: 'New note' })
  await text.click()
  await page.keyboard.type('Called.')
  await paste(page, wordDocument(60))
  await expect(page.getByText('Nothing was pasted: it is too long.')).toContainText('200,000 characters')
  await expect(text).toHaveText('Called.')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('Nothing was pasted: it is too long.')).toHaveCount(0)
})
