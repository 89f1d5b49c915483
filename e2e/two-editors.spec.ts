import { buildPerson, expect, signIn, test } from './fixtures.ts'

test('two people edit the same page: each sees the other’s changes at once, and both keep theirs', async ({
  page,
  world,
  browser,
}) => {
  const faqs = `${world.listPath}/website/faqs`
  const question = (key: string) => ({ key, question: `Question ${key}`, answer: `<p>Answer ${key}.</p>` })
  await world.db
    .insertInto('period_documents')
    .values({
      school_id: world.schoolId,
      period_id: world.periodId,
      kind: 'faqs',
      content: JSON.stringify({ intro: '', items: ['1', '2', '3', '4'].map(question) }),
      version: 1,
      updated_at: new Date().toISOString(),
      updated_by: world.admin.id,
    })
    .execute()
  const dana = await buildPerson(world.db, 'shipmate_admin', [], {
    first_name: 'Dana',
    last_name: 'Whitlock',
  })
  await signIn(page, world, world.admin)
  await page.goto(faqs)
  await page.getByRole('button', { name: 'Question 4', exact: true }).click()
  await page.getByLabel('Question', { exact: false }).last().waitFor()
  await page
    .getByRole('textbox', { name: /^Question/ })
    .last()
    .fill('Question 4, by me')

  const other = await browser.newPage()
  await signIn(other, world, dana)
  await other.goto(faqs)
  await other.getByRole('button', { name: 'Question 2', exact: true }).click()
  await other
    .getByRole('textbox', { name: /^Question/ })
    .last()
    .fill('Question 2, by Dana')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('FAQs saved')).toBeVisible()

  await expect(page.getByText('Dana Whitlock saved “FAQs” while you were editing')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('FAQs saved')).toBeVisible()
  await expect(page.getByText('Dana Whitlock saved “FAQs”')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Question 2, by Dana' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Question 4, by me' })).toBeVisible()
  // a user who hasn't typed sees the other’s change at once
  await expect(other.getByRole('button', { name: 'Question 4, by me' })).toBeVisible()
  await other.close()
})
