import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import { parse } from 'csv-parse/sync'
import { expect, signIn, test, type World } from './fixtures.ts'

const people = [
  {
    student: { sid: '0017', first_name: 'Ana', last_name: 'Abara', middle_initial: null, dob: '2001-03-15' },
    program: 'Nursing (BSN)',
    campus: 'Main',
    graduation_year: 2028,
    medical_status: 'waiver_submitted',
  },
  {
    student: { sid: '0018', first_name: 'José', last_name: 'Brown', middle_initial: null, dob: '2002-01-02' },
    program: 'Nursing (MSN)',
    campus: 'North',
    graduation_year: 2029,
    medical_status: 'enrolled',
  },
  {
    student: { sid: '0019', first_name: 'Zoë', last_name: 'Chen', middle_initial: null },
    program: 'Pharmacy',
    campus: 'Main',
  },
]
const nurses = encodeURIComponent(
  '{"program":{"operator":"and","constraints":[{"match_mode":"startsWith","value":"nurs"}]}}',
)

const openNurses = async (page: Page, world: World, person = world.registrar) => {
  await signIn(page, world, person)
  await page.goto(`${world.listPath}?filters=${nurses}&sort=-student_name`)
  await expect(page.locator('[data-row]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Export' }).click()
  return page.getByRole('dialog', { name: 'Export students' })
}

/** Presses a button, and reads the downloaded file. */
const fileOf = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

test('a filtered list is exported as CSV and again, a selection as Excel, and SSNs with a reason and the password', async ({
  page,
  world,
}) => {
  await world.addStudents(people)
  const dialog = await openNurses(page, world)
  await dialog.getByLabel('CSV').check()
  const { name, bytes } = await fileOf(page, () =>
    dialog.getByRole('button', { name: 'Export 2 students' }).click(),
  )
  expect(name).toMatch(/ 2026–27 students \d{4}-\d\d-\d\d\.csv$/)
  const [head, ...rows] = parse(bytes, { bom: true })
  expect(head?.slice(0, 4)).toEqual(['Student', 'Student ID', 'Medical', 'Dental'])
  expect(rows.map((row) => row.slice(0, 2))).toEqual([
    ['Brown, José', '0018'],
    ['Abara, Ana', '0017'],
  ])
  await expect(page.getByText('2 students exported')).toBeVisible()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const again = await fileOf(page, () => page.getByRole('button', { name: `Download ${name}` }).click())
  expect(again.bytes.equals(bytes)).toBe(true)

  await page.keyboard.press('Escape')
  await page.getByLabel('Select Abara, Ana').check()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(dialog.getByLabel('1 selected student')).toBeChecked()
  await dialog.getByLabel(/^All columns/).check()
  await expect(dialog.getByLabel(/SSN/)).toHaveCount(0)
  const workbook = await fileOf(page, () => dialog.getByRole('button', { name: 'Export 1 student' }).click())
  const [labels = [], ...lines] = await readSheet(workbook.bytes)
  expect(lines).toHaveLength(1)
  const cell = (label: string) => lines[0]?.[labels.indexOf(label)]
  expect([cell('Student ID'), cell('Class year'), cell('Campus')]).toEqual(['0017', 2028, 'Main'])
  expect(cell('Date of birth')).toEqual(new Date('2001-03-15T00:00:00Z'))

  await openNurses(page, world, world.admin)
  await dialog.getByLabel('CSV').check()
  await dialog.getByLabel('Add full SSNs as the last column').check()
  const submit = dialog.getByRole('button', { name: 'Export 2 students' })
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('Reason').fill('Carrier file')
  await submit.click()
  const asked = page.getByRole('dialog', { name: 'Confirm your password' })
  await asked.getByLabel('Password', { exact: true }).fill(world.admin.password)
  const file = await fileOf(page, () => asked.getByRole('button', { name: 'Confirm' }).click())
  expect(parse(file.bytes, { bom: true })[0]?.at(-1)).toBe('SSN')
})
