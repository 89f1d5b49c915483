import type { Page } from '@playwright/test'
import { chooseOption, expect, signIn, test, type World } from './fixtures.ts'

const openList = async (page: Page, world: World) => {
  await world.addStudents([
    {
      student: { sid: 'A1', last_name: 'Abara' },
      program: 'Nursing',
      campus: 'Main',
      medical_status: 'waived',
    },
    {
      student: { sid: 'A2', last_name: 'Brown' },
      program: 'Nursing',
      campus: 'North',
      dental_status: 'waived',
    },
    {
      student: { sid: 'A3', last_name: 'Chen' },
      program: 'Nursing',
      campus: 'North',
      medical_status: 'enrolled',
    },
    {
      student: { sid: 'A4', last_name: 'Dubois' },
      program: 'Pharmacy',
      campus: null,
      medical_status: 'enrolled',
    },
  ])
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  await expect(rowsOf(page)).toHaveCount(5)
}

const rowsOf = (page: Page) => page.getByRole('grid', { name: 'Students' }).getByRole('row')
const openFilter = (page: Page, label: string) =>
  page.getByRole('button', { name: `${label}: sort and filter` }).click()
const boxesOf = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true })
const chips = (page: Page) => page.getByRole('group', { name: 'Filters' })

test('values are selected with counts under the other filters; without matches the list suggests filters to remove', async ({
  page,
  world,
}) => {
  await openList(page, world)
  await openFilter(page, 'Program')
  await boxesOf(page, 'Program').getByLabel('Nursing 3').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(rowsOf(page)).toHaveCount(4)

  await openFilter(page, 'Campus')
  const campus = boxesOf(page, 'Campus')
  await expect(campus.getByLabel('Main 1')).toBeVisible()
  await expect(campus.getByLabel('North 2')).toBeVisible()
  await expect(campus.getByLabel(/^Empty/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove Program filter' }).click()
  await openFilter(page, 'Campus')
  await campus.getByLabel('Empty 1').check()
  await campus.getByLabel('Main 1').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(chips(page)).toContainText('Campus is Main or is empty')

  await page.getByRole('button', { name: 'Remove Campus filter' }).click()
  await openFilter(page, 'Program')
  await boxesOf(page, 'Program').getByLabel('Nursing 3').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(chips(page).getByText('Program')).toBeVisible()
  await openFilter(page, 'Program')
  await boxesOf(page, 'Program').getByLabel('All', { exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(rowsOf(page)).toHaveCount(5)
  await expect(chips(page)).toHaveCount(0)
  expect(new URL(page.url()).searchParams.get('filters')).toBeNull()

  await page.getByRole('grid', { name: 'Students' }).focus()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: /Search by name/ })).toBeFocused()
  await page.keyboard.type('dubois')
  await expect(rowsOf(page)).toHaveCount(2)
  await openFilter(page, 'Program')
  await page.getByText('Rules', { exact: true }).click()
  await page.getByLabel('Value', { exact: true }).fill('Nursing')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No matching students' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the search “dubois”: 3 students' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Program contains Nursing: 1 student' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
})

test('the advanced filter has a live count and shows errors at its rules; dates have ranges', async ({
  page,
  world,
}) => {
  await openList(page, world)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Advanced…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Advanced filter' })
  await dialog.getByText('Match any of these rules', { exact: true }).click()
  await chooseOption(dialog.getByRole('combobox', { name: 'Field', exact: true }), 'Medical')
  await dialog
    .getByRole('group', { name: 'Medical', exact: true })
    .getByRole('checkbox', { name: /^Waived$/ })
    .check()
  await expect(dialog.getByText('1 student matches')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText('Choose a field.')).toBeVisible()
  const second = dialog.getByRole('group', { name: 'New rule' })
  await chooseOption(second.getByRole('combobox', { name: 'Field', exact: true }), 'Dental')
  await dialog
    .getByRole('group', { name: 'Dental rule' })
    .getByRole('checkbox', { name: /^Waived$/ })
    .check()
  await expect(dialog.getByText('2 students match')).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
  const chip = chips(page).getByRole('button', { name: 'Medical is Waived or Dental is Waived' })
  await expect(chip).toBeVisible()

  await page.reload()
  await expect(rowsOf(page)).toHaveCount(3)
  await chip.focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Remove rule' }).first().click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove advanced filter' }).click()
  await expect(rowsOf(page)).toHaveCount(5)

  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await world.db
    .updateTable('student_periods')
    .set({ reverify_on: soon })
    .where('period_id', '=', world.periodId)
    .where('campus', '=', 'Main')
    .execute()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByPlaceholder('Find a field').fill('reverify date')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Next 30 days' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(chips(page)).toContainText('Reverify date next 30 days')
  expect(decodeURIComponent(page.url())).toContain('{"relative":"today","offset":30}')
})

test('searched names and identity filters are in no address, and come back with back, forward and reload', async ({
  page,
  world,
}) => {
  await openList(page, world)
  const search = page.getByRole('searchbox', { name: /Search by name/ })
  await search.fill('Abara')
  await expect(rowsOf(page)).toHaveCount(2)
  expect(page.url()).not.toMatch(/Abara/i)
  await page.reload()
  await expect(search).toHaveValue('Abara')
  await expect(rowsOf(page)).toHaveCount(2)

  await page.getByRole('link', { name: 'Abara', exact: false }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Abara/ })).toBeVisible()
  await page.goBack()
  await expect(search).toHaveValue('Abara')
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: /Abara/ })).toBeVisible()

  const filters = (field: string) =>
    encodeURIComponent(
      JSON.stringify({
        [field]: { operator: 'and', constraints: [{ match_mode: 'startsWith', value: 'A' }] },
      }),
    )
  // an address that was saved with them is cleaned, and still works
  await page.goto(`${world.listPath}?sort=-sid&filters=${filters('last_name')}`)
  await expect(rowsOf(page)).toHaveCount(2)
  expect(new URL(page.url()).search).toBe('?sort=-sid')
  // what many students share stays in the address
  await page.goto(`${world.listPath}?filters=${filters('program')}`)
  await expect(chips(page)).toContainText('Program')
  expect(new URL(page.url()).searchParams.get('filters')).toContain('program')
})
