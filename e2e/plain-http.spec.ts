import type { Page } from '@playwright/test'
import { pdfOf } from '#server/testing/sample-files.ts'
import { chooseOption, expect, seeMarked, signIn, walled as test } from './fixtures.ts'

// The server's name here isn't localhost and there is no HTTPS: browsers give such a page no
// crypto.randomUUID, clipboard or locks.

/** Returns the clipboard's text: the page can't read it, but a user can paste. */
const pasted = async (page: Page): Promise<string> => {
  const field = page.getByRole('searchbox').first()
  await field.focus()
  await page.keyboard.press('Control+V')
  return field.inputValue()
}

test('without HTTPS students are created, documents uploaded, text copied, and a colleague sees changes at once', async ({
  page,
  world,
  browser,
}) => {
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  expect(await page.evaluate(() => [window.isSecureContext, 'randomUUID' in crypto])).toEqual([false, false])
  await page.getByRole('button', { name: 'Add student' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('Quill, Nora')
  await dialog.getByRole('button', { name: 'Add “Quill, Nora” as a new student' }).click()
  await dialog.getByLabel('Student ID').fill('PLAIN-1')
  await dialog.getByLabel('Date of birth').fill('03/04/2004')
  await dialog.getByRole('button', { name: 'Add to 2026–27' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Quill/ })).toBeVisible()

  await page.getByRole('link', { name: /^Documents/ }).click()
  await page
    .getByLabel('Drop files here or choose files')
    .setInputFiles([{ name: 'letter.pdf', mimeType: 'application/pdf', buffer: pdfOf() }])
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(page.getByRole('list', { name: 'Documents' }).getByText('letter.pdf')).toBeVisible()

  await page.goto(world.listPath)
  await page.getByRole('row', { name: /Quill, Nora/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy name and ID' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  expect(await pasted(page)).toContain('Quill, Nora')

  const colleague = await browser.newPage()
  await signIn(colleague, world, world.registrar)
  const streams: string[] = []
  colleague.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.url())
  })
  await colleague.goto(world.listPath)
  await expect(colleague.getByRole('row', { name: /Quill, Nora/ })).toBeVisible()
  await expect.poll(() => streams.length).toBe(1)

  await signIn(page, world, world.admin)
  await page.goto(world.listPath)
  await page.getByLabel('Select all rows').check()
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Academic or record status' })
    .click()
  await chooseOption(dialog.getByRole('combobox', { name: 'Academic status', exact: true }), 'Withdrawn')
  const marked = seeMarked(colleague, 'Quill, Nora')
  await dialog.getByRole('button', { name: 'Change 1 record' }).click()
  await expect(page.getByText('1 record changed')).toBeVisible()
  await marked
  await colleague.close()
})
