import { expect, signIn, test } from './fixtures.ts'
import type { Page } from '@playwright/test'

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'New school' }).click()
  return page.getByRole('dialog', { name: 'New school' })
}

test('a draft outlives a reload and a sign-out for inactivity, is gone once it’s saved, and ends with its author’s sign-out', async ({
  page,
  world,
}) => {
  const name = `Draft ${world.schoolName}`
  await signIn(page, world, world.admin)
  await page.goto('/')
  const field = (await openForm(page)).getByLabel('Name')
  await field.fill(name)
  // No pause: the last keys are sent as the page closes.
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

  await fresh.getByLabel('Name').fill('Half a name')
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.keyboard.press('Escape')
  await kept
  await page.getByRole('button', { name: 'Robin Reyes' }).click()
  // the response removes the cookie, even one set in the meantime
  const left = page.waitForResponse('**/logout')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await left
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, world, world.admin)
  await page.goto('/')
  await expect((await openForm(page)).getByLabel('Name')).toHaveValue('')
})

test('text typed after the session ended is restored after signing in again', async ({ page, world }) => {
  const [id = 0] = await world.addStudents([{ student: { sid: 'D1' } }])
  const student = await world.studentOf(id)
  await signIn(page, world, world.registrar)
  await page.goto(`/student/${student}/notes`)
  const editor = page.getByRole('textbox', { name: 'New note' })
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/api/drafts') && answer.ok(),
  )
  await editor.pressSequentially('Half a')
  await kept
  await page.context().clearCookies({ name: 'shipmate_session' })
  await editor.pressSequentially(' note')
  // no pause: the response says that the session has ended
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await expect(page).toHaveURL(/\/login\?/)
  await page.getByLabel('Email').fill(world.registrar.email)
  await page.getByLabel('Password', { exact: true }).fill(world.registrar.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/notes$/)
  await expect(editor).toHaveText('Half a note')
})
