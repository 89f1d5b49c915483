import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, signIn, test } from './fixtures.ts'

const file = (name: string): string => join(import.meta.dirname, 'files', name)

test('a roster is imported: columns matched, previewed, applied, and the same file again changes nothing', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  await expect(page.getByRole('heading', { name: 'No students yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Import a roster' }).click()
  await page.locator('input[type=file]').setInputFiles(file('roster.csv'))
  await expect(page.getByText('Favorite Color')).toBeVisible()
  await page.getByRole('button', { name: /Preview/ }).click()
  await expect(page).toHaveURL(/\/import\/\d+/)
  await expect(page.getByRole('button', { name: /^Added/ })).toContainText('60')
  await page.getByRole('button', { name: /Import 60/ }).click()
  // the button says how many, too
  await expect(page.getByText('60 students imported')).toBeVisible()
  await page.goto(world.listPath)
  await expect(page.getByText('60 students', { exact: true })).toBeVisible()

  await page.goto(`${world.listPath}/import`)
  await page.locator('input[type=file]').setInputFiles(file('roster.csv'))
  await page.getByRole('button', { name: /Preview/ }).click()
  await expect(page.getByText('There’s nothing to import')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Unchanged/ })).toContainText('60')
})

test('a file that isn’t a table shows a message; rejected rows are skipped by choice, and the import is undone', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.registrar)
  await page.goto(`${world.listPath}/import`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'roster.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'),
  })
  await expect(page.getByText(/PDF/).first()).toBeVisible()
  await expect(page).toHaveURL(/\/import$/)

  await page.locator('input[type=file]').setInputFiles(file('roster-messy.csv'))
  await page.getByRole('button', { name: /Preview/ }).click()
  await expect(page.getByRole('button', { name: /^Added/ })).toContainText('48')
  await expect(page.getByRole('button', { name: /^Rejected \d/ })).toContainText('12')
  await page.getByRole('button', { name: /^Rejected \d/ }).click()
  await expect(page.getByText('Date of Birth').first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rejected rows' }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  expect(text.split('\n').length).toBeGreaterThan(12)
  await expect(page.getByText('Fix or skip the 12 rejected rows first.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Import 48/ })).toBeDisabled()
  await page.getByLabel(/Skip the 12 rejected rows/).check()
  await page.getByRole('button', { name: /Import 48/ }).click()
  await expect(page.getByText('48 students imported')).toBeVisible()
  const result = page.url()
  await page.goto(world.listPath)
  await expect(page.getByText('48 students', { exact: true })).toBeVisible()
  await page.goto(result)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Undone for 48 students')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Import undone')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo import' })).toBeHidden()
  await page.goto(world.listPath)
  await expect(page.getByRole('heading', { name: 'No students yet' })).toBeVisible()
  await expect(page.getByText('48 students', { exact: true })).toBeHidden()
})

/** A roster of 15 students, of whom 12 are rejected for three kinds of values. */
const misspelled = [
  'Student ID,Last Name,First Name,Date of Birth,Gender,Academic Status,State',
  ...Array.from({ length: 15 }, (_, index) => {
    const gender = index < 5 ? 'Femal' : 'F'
    const status = index >= 5 && index < 9 ? 'Retuning' : 'Returning'
    const state = index >= 9 && index < 12 ? 'Ohioo' : 'OH'
    return `F${100 + index},Fixer,Student ${index},03/24/2002,${gender},${status},${state}`
  }),
].join('\n')

test('12 rejected cells of three kinds are fixed in the preview with 7 keys and clicks', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.registrar)
  await page.goto(`${world.listPath}/import`)
  const buffer = Buffer.from(misspelled)
  await page.locator('input[type=file]').setInputFiles({ name: 'roster.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('All 7 columns matched')).toBeVisible()
  await page.getByRole('button', { name: /Preview/ }).click()
  await expect(page.getByRole('button', { name: /^Rejected \d/ })).toContainText('12')
  const bar = page.getByRole('button', { name: /Import 3 students/ })
  await expect(bar).toBeDisabled()
  await expect(bar).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => {
    let count = 0
    for (const type of ['keydown', 'click'])
      window.addEventListener(
        type,
        (event) =>
          (count += Number(event.isTrusted && !(event instanceof PointerEvent && event.detail === 0))),
        { capture: true },
      )
    Object.assign(window, { __acts: () => count })
  })
  // two kinds have a proposal; the third is entered
  await page.getByRole('textbox', { name: /^New State for the 3 rows/ }).click({ clickCount: 3 })
  await page.keyboard.press('O')
  await page.keyboard.press('H')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Import 15 students' })).toBeEnabled()
  expect(await page.evaluate(() => Reflect.get(window, '__acts')())).toBeLessThanOrEqual(8)
  await page.getByRole('button', { name: 'Import 15 students' }).click()
  await expect(page.getByText('15 students imported')).toBeVisible()
})
