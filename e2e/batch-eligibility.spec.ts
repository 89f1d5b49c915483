import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { chooseSimulator } from '#server/review/verifications/factory.ts'
import { expect, signIn, test } from './fixtures.ts'

/** Presses a button, and reads the downloaded CSV file. */
const fileOf = async (page: Page, button: string): Promise<{ text: string; records: string[][] }> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  return { text, records: parse(text, { bom: true }) }
}

test('waivers go to an eligibility service as a file, those that can’t be sent in another, and its results come back', async ({
  page,
  world,
}) => {
  await chooseSimulator(world.db, world.schoolId)
  const waived = {
    medical_status: 'waived',
    academic_status: 'continuing',
    medical_waive_insurance_company_id: await buildCompany(world.db, {
      name: `Harbor Health ${world.schoolId}`,
      is_electronic: true,
      medical_payer_ids: ['62308'],
    }),
    medical_waive_subscriber_relation: 'self',
  }
  const student = { first_name: 'Ana', dob: '2004-02-03' }
  const [sent = 0, unsent = 0] = await world.addStudents([
    {
      ...waived,
      medical_waive_member_subscriber_number: 'HH1001',
      student: { ...student, last_name: 'Abara' },
    },
    { ...waived, student: { ...student, last_name: 'Brown' } },
  ])
  await signIn(page, world, world.admin)
  await page.goto(`${world.listPath}/reports`)
  await page.getByRole('link', { name: /^Batch eligibility file/ }).click()
  await expect(page.getByText('1 coverage type can be sent to the eligibility service')).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 can’t be sent' })).toBeVisible()
  await expect(
    page.getByRole('row', { name: 'Member ID is missing Ask the student for the member ID on the card. 1' }),
  ).toBeVisible()
  const file = await fileOf(page, 'Download file')
  expect(file.records.map((record) => [record[0], record[4]])).toEqual([
    ['Patient Account Number', 'Subscriber ID'],
    [`${sent}M`, 'HH1001'],
  ])
  const { records } = await fileOf(page, 'Download rows that can’t be sent')
  expect(records.map((record) => [record[0], record.at(-2)])).toEqual([
    ['Patient Account Number', 'Missing'],
    [`${unsent}M`, 'Subscriber ID'],
  ])

  // the service adds a column to the file, and a row of someone else
  const [head, row] = file.text.trimEnd().split('\r\n')
  await page.locator('input[type=file]').setInputFiles({
    name: 'results.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [`${head},Result`, `${row},Inactive`, `${row?.replace(/^\d+M/, '999999999M')},Active`, ''].join('\r\n'),
    ),
  })
  await expect(
    page.getByRole('row', { name: 'Medical Waived to Waiver – Inactive Coverage 1' }),
  ).toBeVisible()
  await expect(page.getByText('1 row can’t be imported')).toBeVisible()
  await page.getByRole('checkbox', { name: /Skip/ }).check()
  await page.getByRole('button', { name: 'Import 1 result' }).click()
  await expect(page.getByText('1 result imported')).toBeVisible()
  await page.goto(`${world.listPath}?q=Abara`)
  await expect(page.locator('[data-row] [data-column=medical_status]')).toHaveText('Waiver-Inactive')
})
