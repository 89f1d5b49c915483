import { expect, signIn, test } from './fixtures.ts'

test('a changed setup reaches the records that staff choose, and is undone', async ({ page, world }) => {
  const person = (last_name: string, more: object) => ({
    academic_status: 'continuing' as const,
    dental_status: 'waived' as const,
    student: { last_name, first_name: 'Ana' },
    ...more,
  })
  await world.addStudents([
    person('Abara', { vision_status: 'not_started' }),
    person('Brown', { vision_status: 'not_started' }),
    person('Chen', { vision_status: 'waiver_submitted' }),
  ])
  await signIn(page, world, world.admin)
  await page.goto(`${world.listPath}/insurance-options#lines`)
  await page.getByRole('checkbox', { name: 'Offer vision coverage' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()

  await page.goto(`${world.listPath}/set-up`)
  await page.getByRole('link', { name: 'Compare records with the setup' }).click()
  await expect(page.getByText('A form is open, and would be closed')).toBeVisible()
  await page.getByRole('button', { name: 'Show 2 students' }).click()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveText(['Abara, Ana', 'Brown, Ana'])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Make 2 changes' }).click()
  await expect(page.getByText('Setup applied to 2 records')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Show 2 students' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Make 2 changes' })).toBeVisible({ timeout: 20_000 })
})
