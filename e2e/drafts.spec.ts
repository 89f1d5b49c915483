import { expect, signIn, test } from './fixtures.ts'
import type { Page } from '@playwright/test'

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'New school' }).click()
  return page.getByRole('dialog', { name: 'New school' })
}

test('what is typed outlives a reload and an idle sign-out, and is gone once it is saved', async ({
  page,
  world,
}) => {
  const name = `Draft ${world.schoolName}`
  await signIn(page, world, world.admin)
  await page.goto('/')
  const field = (await openForm(page)).getByLabel('Name')
  await field.fill(name)
  // No pause: the last keys go out with the page.
  await page.reload()
  const again = await openForm(page)
  await expect(again.getByText('Draft restored')).toBeVisible()
  await expect(again.getByLabel('Name')).toHaveValue(name)

  await page.context().clearCookies()
  await signIn(page, world, world.admin)
  await page.goto('/')
  const third = await openForm(page)
  await expect(third.getByLabel('Name')).toHaveValue(name)
  await third.getByRole('button', { name: 'Create school' }).click()
  await expect(page).toHaveURL(/\/schools\/\d+\/settings\/periods/)

  await page.goto('/')
  const fresh = await openForm(page)
  await expect(fresh.getByLabel('Name')).toHaveValue('')
  await expect(fresh.getByText('Draft restored')).toBeHidden()
})

test('a draft is nobody else’s, and goes with its person’s sign-out', async ({ page, world }) => {
  await signIn(page, world, world.admin)
  await page.goto('/')
  await (await openForm(page)).getByLabel('Name').fill('Half a name')
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.keyboard.press('Escape')
  await kept
  await page.getByRole('button', { name: 'Robin Reyes' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, world, world.admin)
  await page.goto('/')
  await expect((await openForm(page)).getByLabel('Name')).toHaveValue('')
})
