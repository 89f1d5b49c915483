import { expect, signIn, test } from './fixtures.ts'

const dayAfter = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('students without a form are auto-enrolled after a preview, told when staff say so, and it’s undone', async ({
  page,
  world,
}) => {
  await world.db
    .updateTable('periods')
    .set({ starts_on: dayAfter(-90), ends_on: dayAfter(275), waiver_deadline_on: dayAfter(-5) })
    .where('id', '=', world.periodId)
    .execute()
  const person = (last_name: string, more: object = {}) => ({
    academic_status: 'continuing' as const,
    student: { last_name, first_name: 'Ana' },
    ...more,
  })
  await world.addStudents([
    person('Abara'),
    person('Brown'),
    person('Chen', { medical_status: 'waiver_submitted' }),
  ])
  await signIn(page, world, world.admin)
  await page.goto(`${world.listPath}/default-enrollment`)
  await expect(page.getByText('The medical plan has no premium. Enter it before')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Auto-enroll 2 students…' })).toBeDisabled()

  await page.goto(`${world.listPath}/insurance-options/medical-plan`)
  await page.getByLabel('Premium, Enrolled', { exact: true }).fill('4678')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved for new records.')).toBeVisible()

  await page.goto(`${world.listPath}/default-enrollment`)
  await expect(page.getByText('2 students are enrolled for $9,356.00.')).toBeVisible()
  await expect(page.getByText('A form or appeal is waiting for a decision')).toBeVisible()
  await page.getByRole('button', { name: 'Show 2 students' }).click()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveText(['Abara, Ana', 'Brown, Ana'])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Auto-enroll 2 students…' }).click()
  await page.getByRole('button', { name: 'Auto-enroll', exact: true }).click()
  await expect(page.getByText('No students are due')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Send 2 emails…' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(/Emails sent/)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Auto-enroll 2 students…' })).toBeVisible()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
})
