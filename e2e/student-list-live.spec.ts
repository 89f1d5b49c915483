import { expect, signIn, test } from './fixtures.ts'

test('what a colleague changes shows at once, and is pointed at', async ({ page, world, browser }) => {
  await world.addStudents([
    { student: { sid: 'A1', first_name: 'Ana', last_name: 'Abara' }, medical_status: 'waiver_submitted' },
  ])
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  const row = page.getByRole('row', { name: /Abara, Ana/ })
  await expect(row).toContainText('Waiver-S')

  const colleague = await browser.newPage()
  await signIn(colleague, world, world.admin)
  await colleague.goto(world.listPath)
  await colleague.getByLabel('Select all rows').check()
  await colleague.getByRole('button', { name: 'Coverage status' }).click()
  const dialog = colleague.getByRole('dialog')
  await dialog.getByLabel('Medical').selectOption('waived')
  await dialog.getByRole('button', { name: 'Change 1 record' }).click()

  await expect(row).toContainText('Waived', { timeout: 4000 })
  await expect(row.locator('.flash').first()).toBeVisible()
  await expect(row.locator('.flash')).toHaveCount(0)
  await expect(colleague.getByRole('row', { name: /Abara, Ana/ }).locator('.flash')).toHaveCount(0)
  await colleague.close()
})
