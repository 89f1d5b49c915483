import type { Page } from '@playwright/test'
import { findingsOf } from './findings.ts'
import { expect, signIn, test, type World } from './fixtures.ts'

const place = '/settings/insurance-companies'

/** Names for this test only, because companies don't belong to a school. */
const named = (world: World, name: string): string => `${name} ${world.schoolName.slice(-8)}`

const findRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('companies are created, edited, merged, deleted, matched to typed names, and all of it is undone', async ({
  page,
  world,
}) => {
  const [kept, double] = [named(world, 'Lakeside Health'), named(world, 'Lake Side Health')]
  await signIn(page, world, world.admin)
  await page.goto(place)

  // create by keyboard
  await page.getByRole('button', { name: 'New company' }).press('Enter')
  await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill(double)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(double)
  await expect(page.locator('#content'), 'the keyboard goes on in the new screen').toBeFocused()
  const { id: doubleId } = await world.db
    .selectFrom('insurance_companies')
    .select('id')
    .where('name', '=', double)
    .executeTakeFirstOrThrow()
  await world.addStudents([
    { student: { sid: 'C1' }, medical_waive_insurance_company_id: doubleId },
    { student: { sid: 'C2' }, dental_waive_insurance_company_id: doubleId },
  ])

  // edit: an error appears at its field, typed text stays
  await page.goto(place)
  await page.getByRole('button', { name: 'New company' }).click()
  const adding = page.getByRole('dialog', { name: 'New insurance company' })
  await adding.getByRole('textbox', { name: /^Name/ }).fill(double.toUpperCase())
  await page.getByRole('button', { name: 'Create company' }).click()
  await expect(page.getByText(/is already a name of /)).toBeVisible()
  await adding.getByRole('textbox', { name: /^Name/ }).fill(kept)
  await page.getByRole('button', { name: 'Create company' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(kept)
  // the note that it was created is a dialog, too, and stays for 12 seconds
  await expect(adding).toBeHidden()
  await page.getByLabel('Other names', { exact: true }).fill(named(world, 'LSH'))
  await page.keyboard.press('Enter')
  await page.getByLabel('Medical payer IDs', { exact: true }).fill('60054, 60055,')
  await page.getByLabel('Format').fill('L + 2 letters + 9 digits')
  await page.getByLabel('Test a member ID').fill('lsh12345678')
  await expect(page.getByText('It needs 9 digits after “LSH”, and has 8.')).toBeVisible()
  await page.getByLabel('Test a member ID').press('9')
  await expect(page.getByText('This ID fits.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${kept} saved`)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove 60055' })).toBeVisible()
  await expect(page.getByLabel('Format')).toHaveValue('L + 2 letters + 9 digits')

  // select the two, and merge them as previewed
  await page.goto(`${place}?q=${encodeURIComponent(world.schoolName.slice(-8))}`)
  await expect(findRow(page, double)).toContainText('2')
  await page.getByLabel(`Select ${kept}`).check()
  await page.getByLabel(`Select ${double}`).check()
  await page.getByRole('button', { name: 'Merge…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: `Keep ${kept} instead` }).click()
  await expect(dialog.getByText('2 records will change at 1 school, in 1 policy year.')).toBeVisible()
  await expect(dialog.getByText('Medical 1, dental 1')).toBeVisible()
  await expect(dialog.getByText(`Other names: ${double}`)).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: `Merge into ${kept}` }).click()
  await expect(page.getByText(`${double} merged into ${kept}`)).toBeVisible()
  await expect(findRow(page, kept).locator('[data-column=usage]')).toHaveText('2')
  await expect(page.getByLabel(`Select ${double}`)).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone for 4 records')).toBeVisible()
  await expect(findRow(page, double).first().locator('[data-column=usage]')).toHaveText('2')
  await expect(findRow(page, kept).locator('[data-column=usage]')).toHaveText('—')

  // delete and restore an unused one; for one in use, a merge is offered
  const [unused, used] = [named(world, 'Unused Mutual'), named(world, 'Busy Mutual')]
  await world.db
    .insertInto('insurance_companies')
    .values([{ name: unused }, { name: used }])
    .execute()
  const { id } = await world.db
    .selectFrom('insurance_companies')
    .select('id')
    .where('name', '=', used)
    .executeTakeFirstOrThrow()
  await world.addStudents([{ vision_waive_insurance_company_id: id }])
  await page.goto(`${place}?q=${encodeURIComponent(world.schoolName.slice(-8))}`)
  await findRow(page, unused).locator('[data-column=usage]').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText(`${unused} deleted`)).toBeVisible()
  await expect(findRow(page, unused)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(findRow(page, unused)).toHaveCount(1)
  await findRow(page, used).locator('[data-column=usage]').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByText(/^1 record uses/)).toBeVisible()

  // match a typed name to a company
  const [typed, company] = [named(world, 'Northstar'), named(world, 'Northstar Health')]
  await world.db.insertInto('insurance_companies').values({ name: company }).execute()
  await world.addStudents([
    { medical_waive_insurance_name_other: typed },
    { medical_waive_insurance_name_other: typed.toUpperCase() },
  ])
  await page.goto(`${place}?list=typed&q=${encodeURIComponent(world.schoolName.slice(-8))}`)
  await page.getByRole('button', { name: /^Match Northstar/i }).click()
  await page.getByRole('dialog').getByRole('combobox').fill(company)
  await page.getByRole('option', { name: company }).click()
  await expect(page.getByText('2 records will change at 1 school, in 1 policy year.')).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Match to/ })
    .click()
  await expect(page.getByText('No matching names')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: /^Match Northstar/i })).toBeVisible()
})
