import { buildStudentMessage } from '#server/review/student-messages/factory.ts'
import { inspect, settle } from './findings.ts'
import { expect, signIn, test } from './fixtures.ts'

test('a coordinator finds a student’s message, says whose it is, and marks it as done', async ({
  page,
  world,
}) => {
  const { db, schoolId, periodId, listPath } = world
  await world.addStudents([{ student: { sid: 'MSG-1', first_name: 'Maya', last_name: 'Quillfeather' } }])
  const id = await buildStudentMessage(db, {
    school_id: schoolId,
    period_id: periodId,
    topic: 'Waivers',
    name: 'Maya Q.',
    created_at: new Date().toISOString(),
  })
  await signIn(page, world, world.registrar)
  await page.goto(listPath)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Emails' }).click()
  const message = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(message).toContainText('Can I still send my waiver?')

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await settle(page)
    expect(await inspect(page)).toEqual([])
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await overflow()).toBe(0)
  }

  await message.getByRole('button', { name: 'Match with a student…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Match with a student' })
  await dialog.getByRole('combobox', { name: 'Student' }).fill('Quillf')
  await page.getByRole('option', { name: /Quillfeather, Maya/ }).click()
  await dialog.getByRole('button', { name: 'Match' }).click()
  await expect(message.getByRole('link', { name: 'Quillfeather, Maya' })).toBeVisible()
  await expect(message.getByRole('button', { name: 'Write email' })).toBeVisible()

  await message.getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByText('No open messages')).toBeVisible()
  await page.getByText('Done', { exact: true }).click()
  await expect(message).toContainText('by Robin Reyes')
  const stored = await db.selectFrom('student_messages').select('done_by_id').where('id', '=', id).execute()
  expect(stored).toEqual([{ done_by_id: world.registrar.id }])
})
