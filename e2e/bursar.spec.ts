import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { buildPerson, expect, signIn, test } from './fixtures.ts'

const enrolled = (last_name: string, premium: string) => ({
  student: { last_name, first_name: 'Ana' },
  medical_status: 'enrolled',
  medical_enroll_premium: premium,
  medical_enroll_coverage_start_on: '2026-08-01',
  medical_enroll_coverage_end_on: '2027-07-31',
})

test('charges are made into a batch, released by a second person, downloaded and confirmed; a waiver reverses one', async ({
  page,
  browser,
  world,
}) => {
  const [first = 0] = await world.addStudents([enrolled('Abara', '4678.10'), enrolled('Brown', '2339.05')])
  const path = `${world.listPath}/reports/bursar`
  await signIn(page, world, world.admin)
  await page.goto(path)
  // it shows what is wanted before it's saved
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('switch', { name: /Require a second person to release each batch/ }).check()
  expect((await saved).status()).toBe(200)
  await expect(page.getByText('2 lines for 2 students, $7,017.15 total.')).toBeVisible()
  await page.getByRole('button', { name: 'Create batch 1' }).click()
  await expect(page.getByText('You created this batch, so someone else must release it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Release' })).toBeDisabled()

  const second = await (await browser.newContext()).newPage()
  await signIn(second, world, await buildPerson(world.db, 'shipmate_admin', [], { first_name: 'Priya' }))
  await second.goto(path)
  await second.getByRole('link', { name: 'Batch 1' }).first().click()
  await second.getByRole('button', { name: 'Release' }).click()
  await second.getByRole('button', { name: 'Release batch 1' }).click()
  await expect(second.getByText('Batch 1 released')).toBeVisible()
  await second.context().close()

  await page.reload()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download batch 1 as CSV' }).click()
  const records: string[][] = parse(readFileSync(await (await download).path()))
  expect(records.map((record) => [record[3], record[7], record[8]])).toEqual([
    ['last_name', 'action', 'amount'],
    ['Abara', 'charge', '4678.10'],
    ['Brown', 'charge', '2339.05'],
  ])
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Confirm batch 1' }).click()
  await expect(page.getByText('Batch 1 confirmed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Void' })).toBeHidden()

  await world.db
    .updateTable('student_periods')
    .set({ medical_status: 'waived' })
    .where('id', '=', first)
    .execute()
  await page.goto(path)
  await expect(page.getByText('1 line for 1 student, -$4,678.10 total.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Waiver approved: charge removed', exact: true })).toBeVisible()
})
