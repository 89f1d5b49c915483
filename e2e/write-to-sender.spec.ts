import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { expect, signIn, test } from './fixtures.ts'
import { findingsOf } from './findings.ts'

test('staff write to the sender of an unmatched form, after they have seen the email', async ({
  page,
  world,
}) => {
  const address = 'maya@mail.example'
  const form = await buildFormSubmission(world.db, {
    school_id: world.schoolId,
    period_id: world.periodId,
    first_name: 'Maya',
    last_name: 'Tompson',
    answers: [{ name: 'personal_email', value: address }],
  })
  await signIn(page, world, world.admin)
  await page.goto(`${world.listPath}/student-form-submission/${form}`)
  await page.getByRole('button', { name: 'Write to the sender' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write to the sender' })
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Which name is on your insurance card?')
  await expect(
    dialog.frameLocator(`iframe[title="Email to ${address}"]`).getByRole('article').getByText('Which name'),
  ).toBeVisible()
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await findingsOf(page), `findings of axe at ${width} px`).toEqual([])
  }
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText(`Email to ${address} queued`)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: `to ${address}` })).toContainText('Robin Reyes')
  const stored = () =>
    world.db
      .selectFrom('emails')
      .select(['to_address', 'student_id', 'state'])
      .where('form_submission_id', '=', form)
      .execute()
  // sent at once: only then is it certain which button the page shows
  await expect.poll(stored).toEqual([{ to_address: address, student_id: null, state: 'sent' }])

  // Emails from staff list it, and the form sends it again
  await page.goto(`${world.listPath}/emails`)
  await expect(page.getByRole('heading', { name: /^Your form/ })).toBeVisible()
  await page.getByRole('link', { name: 'an unmatched form' }).click()
  const letter = page.getByRole('listitem').filter({ hasText: `to ${address}` })
  await letter.getByRole('button', { name: 'Send again' }).click()
  const question = page.getByRole('alertdialog', { name: 'Send this email again?' })
  await question.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Email queued')).toBeVisible()
  expect(await stored()).toHaveLength(2)
})
