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
  await page.getByRole('button', { name: /Import 48/ }).click()
  await expect(page.getByText('Select this to continue, or fix the file.')).toBeVisible()
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
