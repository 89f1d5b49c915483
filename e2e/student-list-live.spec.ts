import { chooseOption, expect, seeMarked, signIn, test } from './fixtures.ts'

test('a selection is changed with a preview and undone, and a colleague sees the marked rows at once', async ({
  page,
  world,
  browser,
}) => {
  await world.addStudents([
    { student: { sid: 'A1', first_name: 'Ana', last_name: 'Abara' }, medical_status: 'waiver_submitted' },
    { student: { sid: 'A2', first_name: 'José', last_name: 'Brown' }, medical_status: 'waiver_submitted' },
    { student: { sid: 'A3', first_name: 'Zoë', last_name: 'Chen' }, medical_status: 'enrolled' },
    { student: { sid: 'A4', first_name: 'Liam', last_name: 'Dubois' }, medical_status: 'waiver_submitted' },
  ])
  const colleague = await browser.newPage()
  await signIn(colleague, world, world.registrar)
  await colleague.goto(world.listPath)
  const seen = colleague.getByRole('row', { name: /Abara, Ana/ })
  await expect(seen).toContainText('Waiver-S')

  await signIn(page, world, world.admin)
  await page.goto(world.listPath)
  await page.getByLabel('Select all rows').check()
  await page.getByRole('button', { name: 'Coverage status' }).click()
  const dialog = page.getByRole('dialog')
  await chooseOption(dialog.getByRole('combobox', { name: 'Medical', exact: true }), 'Waived')
  await expect(dialog.getByText('3 records will change.')).toBeVisible()
  await expect(dialog.getByText('1 record won’t change: see why')).toBeVisible()
  const marked = seeMarked(colleague, 'Abara, Ana')
  await dialog.getByRole('button', { name: 'Change 3 records' }).click()
  const row = page.getByRole('row', { name: /Abara, Ana/ })
  await Promise.all([
    expect(page.getByText('3 records changed')).toBeVisible(),
    expect(row).toContainText('Waived'),
    expect(seen).toContainText('Waived', { timeout: 4000 }),
    marked,
  ])
  await expect(seen.locator('.flash')).toHaveCount(0)
  await expect(row.locator('.flash')).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone for 3 students')).toBeVisible()
  await expect(row).toContainText('Waiver-S')
  await colleague.close()
})
