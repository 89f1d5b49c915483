import type { Page } from '@playwright/test'
import { buildPerson, expect, signIn, test, type World } from './fixtures.ts'

const people = [
  {
    student: { sid: 'A1', first_name: 'Ana', last_name: 'Abara' },
    campus: 'Main',
    medical_status: 'waiver_submitted',
  },
  {
    student: { sid: 'A2', first_name: 'José', last_name: 'Brown' },
    campus: 'Main',
    medical_status: 'enrolled',
  },
  {
    student: { sid: 'A3', first_name: 'Zoë', last_name: 'Chen' },
    campus: 'North',
    medical_status: 'enrollment_utp',
  },
] as const

const openList = async (page: Page, world: World) => {
  await world.addStudents([...people])
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  await expect(rowsOf(page)).toHaveCount(4)
}

const rowsOf = (page: Page) => page.getByRole('grid', { name: 'Students' }).getByRole('row')
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })

test('built-in views show the right students or why they’re empty; a user’s view is changed, renamed, deleted and restored', async ({
  page,
  world,
}) => {
  await openList(page, world)
  await expect(tab(page, /^All students 3$/)).toHaveAttribute('aria-current', 'page')
  await expect(tab(page, /^Unable to process 1$/)).toBeVisible()
  await tab(page, /^To decide 1$/).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(rowsOf(page).nth(1)).toContainText('Abara')
  await expect(page).toHaveURL(/view=needs_review/)
  await world.db
    .updateTable('student_periods')
    .set({ medical_status: 'enrollment_submitted' })
    .where('period_id', '=', world.periodId)
    .where('campus', '=', 'North')
    .execute()
  await page.reload()
  await expect(tab(page, /^To decide 2$/)).toHaveAttribute('aria-current', 'page')
  await expect(rowsOf(page)).toHaveCount(3)

  await world.db
    .updateTable('periods')
    .set({ waiver_deadline_on: null })
    .where('id', '=', world.periodId)
    .execute()
  await page.goto(`${world.listPath}?view=not_started_near_deadline`)
  await expect(page.getByRole('heading', { name: 'No waiver deadline' })).toBeVisible()

  await page.goto(world.listPath)
  await expect(rowsOf(page)).toHaveCount(4)
  await page.getByRole('link', { name: /^Enrollments \d/ }).click()
  await page.getByRole('button', { name: 'Save as new view…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Mine')
  await page.keyboard.press('Enter')
  const group = page.getByRole('button', { name: 'Actions for view “Mine”' })
  await expect(group).toBeVisible()
  await page.getByRole('button', { name: 'Remove Medical filter' }).click()
  // the note of the first save has the same words
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && /\/api\/views\/\d+$/.test(answer.url()),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await saved).status()).toBe(200)
  await expect(page.getByText('View “Mine” saved').last()).toBeVisible()
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(4)

  await group.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Name').fill('Ours')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Actions for view “Ours”' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(page).not.toHaveURL(/view=/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: /^Ours/ })).toBeVisible()
})

test('a view is saved, shared, opened by a colleague from its link, changed and reset', async ({
  page,
  world,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openList(page, world)
  await page.getByRole('searchbox', { name: /Search by name/ }).fill('abara')
  await page.getByRole('link', { name: /^Waivers \d/ }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Save as new view…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('My enrolled')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=\d+$/)
  await expect(page.getByRole('button', { name: 'Save as…' })).toBeHidden()

  const acts = page.getByRole('button', { name: 'Actions for view “My enrolled”' })
  await acts.click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Only you can open this view.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const colleague = await buildPerson(world.db, 'school_admin', [world.schoolId])
  await signIn(page, world, colleague)
  await page.goto(link)
  await expect(page.getByText('View not found')).toBeVisible()

  await signIn(page, world, world.registrar)
  await page.goto(link)
  await acts.click()
  await page.getByRole('menuitem', { name: 'Share with the school' }).click()
  await expect(page.getByText('is now shared with the school')).toBeVisible()

  await signIn(page, world, colleague)
  await page.goto(link)
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Medical')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(rowsOf(page)).toHaveCount(4)
  await expect(page.getByText('Edited')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
})
