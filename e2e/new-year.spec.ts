import type { Page } from '@playwright/test'
import { countClicks } from './clicks.ts'
import { findingsOf } from './findings.ts'
import { expect, signIn, test, type World } from './fixtures.ts'

/** Last year's setup, as if a user had entered it then. */
const writeLastYear = async ({ db, schoolId, periodId }: World): Promise<void> => {
  const noPremiums = {
    enrolled_ech: null,
    enrolled_esp: null,
    enrolled_espch: null,
    enrolled_espch2: null,
    enrolled_efam: null,
  }
  const documents = {
    'enrollment-options': { dental_offered: false, vision_offered: false },
    'medical-plan': { name: 'Harbor Gold 2026–27', premiums: { enrolled: '2400.00', ...noPremiums } },
    dates: { enrollment_closes_on: '2026-09-30' },
    faqs: {
      intro: '',
      items: [{ key: 'a', question: 'Who pays?', answer: '<p>You do, from August 1, 2026.</p>' }],
    },
  }
  for (const [kind, content] of Object.entries(documents))
    await db
      .insertInto('period_documents')
      .values({
        school_id: schoolId,
        period_id: periodId,
        kind,
        content: JSON.stringify(content),
        updated_at: new Date().toISOString(),
      })
      .execute()
  await db
    .updateTable('periods')
    .set({ dental_offered: false, vision_offered: false })
    .where('id', '=', periodId)
    .execute()
}

const save = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(words).first()).toBeVisible()
}

const lastYearStudents = ['Abara', 'Brown', 'Chen'].map((last_name) => ({
  academic_status: 'continuing' as const,
  medical_status: 'enrolled' as const,
  student: { last_name, first_name: 'Ana' },
}))

test('a new policy year is set up from last year’s with one new rule, published, opened and given its students, in at most 60 clicks', async ({
  page,
  world,
}) => {
  await writeLastYear(world)
  await world.addStudents(lastYearStudents)
  await signIn(page, world, world.admin)
  const { go, total } = await countClicks(page)

  // copied completely, with dates a year later
  await go(`/schools/${world.schoolId}/settings/periods`)
  await page.getByRole('button', { name: 'New policy year' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toHaveValue('2027–28')
  await dialog.getByRole('button', { name: 'Create policy year' }).click()
  await expect(page.getByText('2027–28 created')).toBeVisible()
  const { id } = await world.db
    .selectFrom('periods')
    .select('id')
    .where('school_id', '=', world.schoolId)
    .where('name', '=', '2027–28')
    .executeTakeFirstOrThrow()
  const base = `/schools/${world.schoolId}/period/${id}`

  // each open issue links to the field to fix
  await go(`${base}/set-up`)
  await expect(page.getByText('Compared with 2026–27')).toBeVisible()

  // last year’s texts move to the new year at once, after a look at each
  await page.getByRole('button', { name: 'Replace in 2 places…' }).click()
  const texts = page.getByRole('dialog', { name: /^Replace texts from 2026–27/ })
  await expect(texts.getByText('You do, from August 1, 2027.')).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await texts.getByRole('button', { name: 'Replace in 2 places' }).click()
  await expect(page.getByText('2 texts replaced')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Last year’s texts' })).toHaveCount(0)

  const premiums = page.getByText('The medical plan has the same premiums as 2026–27.')
  await expect(premiums).toBeVisible()
  await page.getByRole('link', { name: 'Medical plan' }).first().click()
  await expect(page.getByLabel('Plan name')).toHaveValue('Harbor Gold 2027–28')
  await page.getByLabel('Premium, Enrolled', { exact: true }).fill('2520')
  await save(page, 'Medical plan saved')

  // the website has unpublished changes; the preview shows them
  await go(`${base}/website/faqs`)
  await page
    .getByRole('listitem', { name: 'question 1 of 1' })
    .getByRole('button', { expanded: false })
    .click()
  await page.getByRole('textbox', { name: 'Question' }).fill('Who is billed?')
  await save(page, 'FAQs saved')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('dialog').getByText('Who is billed?').first()).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click()
  await expect(page.getByText('FAQs published')).toBeVisible()

  // one rule is new; the others are saved unchanged, and published with the rest
  await go(`${base}/waiver-options`)
  await expect(page.getByText('Never published')).toBeVisible()
  await page.getByRole('switch', { name: 'Maximum deductible is on' }).check()
  await page.getByLabel(/^Maximum amount/).fill('1250')
  await save(page, 'Waiver options saved')
  await go(`${base}/set-up`)
  await page.getByRole('button', { name: 'Publish 1 section…' }).press('Enter')
  await page.getByRole('dialog').getByText('Changes in Waiver options').click()
  await expect(page.getByRole('dialog').getByText('$1,250.00')).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findingsOf(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('button', { name: 'Publish all 1' }).press('Enter')
  await expect(page.getByText('Waiver options published')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open policy year' })).toBeFocused()

  // the checklist is shorter, and last year is compared field by field
  await go(`${base}/set-up`)
  await expect(page.getByText('Compared with 2026–27')).toBeVisible()
  await expect(premiums).toHaveCount(0)
  await expect(page.getByText(/“FAQs” has/)).toHaveCount(0)
  await page.getByText('Medical plan 2 differences').click()
  await expect(page.getByText('Premium › Enrolled')).toBeVisible()

  // open the year
  await page.getByRole('button', { name: 'Open policy year' }).press('Enter')
  await expect(page.getByRole('alertdialog').getByText('“Home page” has no content yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Open anyway' }).press('Enter')
  await expect(page.getByText('2027–28 opened')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  const open = await world.db
    .selectFrom('periods')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(open.state).toBe('open')

  // last year’s students come along as the rollover says
  await go(`${base}/import`)
  await page.getByRole('button', { name: 'From another policy year' }).click()
  await page.getByRole('button', { name: 'Preview copy' }).click()
  await page.getByRole('button', { name: 'Copy 3 students' }).click({ timeout: 20_000 })
  await page.getByRole('link', { name: 'Open student list' }).click({ timeout: 20_000 })
  await expect(page.getByRole('link', { name: 'Abara, Ana' })).toBeVisible()

  test.info().annotations.push({ type: 'clicks', description: String(total()) })
  expect(total(), 'clicks').toBeLessThanOrEqual(60)
})
