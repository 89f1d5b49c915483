import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, signIn, test } from './fixtures.ts'

const file = (name: string): string => join(import.meta.dirname, 'files', name)

test('a roster comes in: columns matched, previewed, applied, and the same file again changes nothing', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  await expect(page.getByRole('heading', { name: 'No students in this policy year yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Import a roster' }).click()
  await page.locator('input[type=file]').setInputFiles(file('roster.csv'))
  await expect(page.getByText('Favorite Color')).toBeVisible()
  await page.getByRole('button', { name: /Preview/ }).click()
  await expect(page).toHaveURL(/\/import\/\d+/)
  await expect(page.getByRole('button', { name: /^Added/ })).toContainText('60')
  await page.getByRole('button', { name: /Import 60/ }).click()
  await expect(page.getByText(/60 students/).first()).toBeVisible()
  await page.goto(world.listPath)
  await expect(page.getByText('60 students', { exact: true })).toBeVisible()

  await page.goto(`${world.listPath}/import`)
  await page.locator('input[type=file]').setInputFiles(file('roster.csv'))
  await page.getByRole('button', { name: /Preview/ }).click()
  await expect(page.getByText('There is nothing to write')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Unchanged/ })).toContainText('60')
})

test('a file that is no table gets a sentence; a messy one is refused row by row, its good rows come in by choice and go again', async ({
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
  await expect(page.getByRole('button', { name: /^Refused \d/ })).toContainText('12')
  await page.getByRole('button', { name: /^Refused \d/ }).click()
  await expect(page.getByText('Date of Birth').first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Refused rows' }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  expect(text.split('\n').length).toBeGreaterThan(12)
  await page.getByRole('button', { name: /Import 48/ }).click()
  await expect(page.getByText('Choose this first, or mend the file.')).toBeVisible()
  await page.getByLabel(/Leave the 12 refused rows out/).check()
  await page.getByRole('button', { name: /Import 48/ }).click()
  await expect(page.getByText('48 students imported')).toBeVisible()
  const result = page.url()
  await page.goto(world.listPath)
  await expect(page.getByText('48 students', { exact: true })).toBeVisible()
  await page.goto(result)
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('Undone for 48 students')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This import was undone')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo this import' })).toBeHidden()
  await page.goto(world.listPath)
  await expect(page.getByText('48 students', { exact: true })).toBeHidden()
})
