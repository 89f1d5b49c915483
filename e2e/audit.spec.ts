import { issueEmergencyCode } from '#server/accounts/auth/index.ts'
import { expect, signIn, test } from './fixtures.ts'

test('an admin finds who saw a student, and to whom their data went', async ({ page, world }) => {
  const [period] = await world.addStudents([{}])
  const student = await world.studentOf(period ?? 0)
  await signIn(page, world, world.registrar)
  await page.goto(`/student/${student}/notes`)
  await expect(page.getByText('No notes yet')).toBeVisible()
  // views are written to the log together, twice a second
  const views = world.db.selectFrom('access_log').select('id').where('detail', '=', 'notes')
  await expect.poll(() => views.where('student_id', '=', student).execute()).toHaveLength(1)

  await signIn(page, world, world.admin)
  await page.goto(`/student/${student}/overview`)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Activity log' }).click()
  const row = page.getByRole('button', { name: /viewed the notes/ })
  await expect(row).toContainText('Robin Reyes')
  await row.click()
  const details = page.getByRole('dialog')
  await expect(details).toContainText('127.0.0.1')
  await details.getByRole('button', { name: 'Close' }).click()

  // the filters are in the address
  await page.getByRole('radio', { name: 'Last 7 days' }).check({ force: true })
  await expect(page).toHaveURL(/time=week/)
  await page.reload()
  await expect(row).toBeVisible()

  await page.goto(`/student/${student}/overview`)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Record of disclosures' }).click()
  await expect(page.getByRole('heading', { name: 'Record of disclosures' })).toBeVisible()
  await expect(page.getByText(world.schoolName).last()).toBeVisible()
  await expect(page.getByText('No disclosures are recorded for this student.')).toBeVisible()
})

test('an emergency code opens a session with a bar on every screen', async ({ page, world }) => {
  const { email } = world.admin
  const issued = await issueEmergencyCode({ db: world.db, clock: { now: () => new Date() } }, email)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Emergency access' }).click()
  // the sign-in has a field for the email address, too
  await expect(page.getByRole('heading', { name: 'Emergency access' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Emergency code').fill('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')
  await page.getByLabel('Reason').fill('Every phone is at the bottom of the lake.')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This email address and code don’t match')).toBeVisible()
  await page.getByLabel('Emergency code').fill(issued?.code ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()

  const bar = page.getByText('60 minutes left.')
  await expect(bar).toBeVisible()
  await page.goto('/settings/activity')
  await expect(bar).toBeVisible()
  await expect(page.getByText('signed in with the emergency code').first()).toBeVisible()
  await page.getByRole('button', { name: 'End now' }).click()
  await expect(page).toHaveURL(/\/login/)
})
