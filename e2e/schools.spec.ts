import { expect, signIn, test } from './fixtures.ts'

test('a new school gets its first policy year', async ({ page, world }) => {
  await signIn(page, world, world.admin)
  await page.goto('/')
  await page.getByRole('button', { name: 'New school' }).click()
  const name = `Lake ${world.schoolName}`
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Create|Add/ })
    .click()
  await expect(page).toHaveURL(/\/schools\/\d+\/settings\/periods/)
  await expect(page.locator('#content'), 'the keyboard goes on in the new screen').toBeFocused()
  await page.getByRole('button', { name: 'New policy year' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('2026–27')
  await dialog.getByLabel(/Starts/).fill('8/1/26')
  await dialog.getByLabel(/Ends/).fill('07312027')
  await dialog.getByRole('button', { name: /Create|Add/ }).click()
  await expect(page).toHaveURL(/\/set-up$/)
  // standard forms and pages: only the plan is left, and publishing
  await expect(page.getByText('The medical plan has no premium.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Publish \d+ sections…/ })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  await page
    .getByRole('navigation', { name: 'Settings', exact: true })
    .getByRole('link', { name: 'Policy years' })
    .click()
  await expect(page.getByRole('row', { name: /^2026–27 .*08\/01\/2026 – 07\/31\/2027 Draft/ })).toBeVisible()
})
