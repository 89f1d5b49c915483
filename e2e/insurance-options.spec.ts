import type { Page } from '@playwright/test'
import { findingsOf } from './findings.ts'
import { expect, signIn, test } from './fixtures.ts'

const save = async (page: Page, saved: string): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(saved).first()).toBeVisible()
}

test('options, a plan and the waiver rules of a policy year are set up, and its records follow them', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.admin)
  await page.goto(world.listPath)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Setup' }).click()
  const setup = page.getByRole('navigation', { name: 'Setup' })
  await setup.getByRole('link', { name: 'Insurance options' }).click()

  // pages by topic, and one save for all of them
  const open = async (from: string | null, to: RegExp) => {
    if (from !== null) await page.getByRole('link', { name: from }).click()
    await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: to }).click()
  }
  await open(null, /^Coverage offered/)
  await page.getByRole('checkbox', { name: 'Offer vision coverage' }).uncheck()
  await open('All insurance options', /^Exemptions No exemptions/)
  await page.getByRole('button', { name: 'Add an exemption' }).click()
  const exemption = page.getByRole('listitem', { name: 'exemption 1 of 1' })
  await exemption.getByLabel(/^Name/).fill('Distance learners')
  await exemption.getByRole('button', { name: 'Change Applies to' }).click()
  await exemption.getByLabel('Campuses', { exact: true }).fill('Online')
  await page.keyboard.press('Enter')
  await expect(exemption.getByRole('button', { name: 'Distance learners At Online' })).toBeVisible()
  await open(null, /^Cohorts$/)
  await page.getByRole('button', { name: 'Add a cohort' }).click()
  const cohort = page.getByRole('listitem', { name: 'cohort 1 of 1' })
  await cohort.getByLabel(/^Name/).fill('Class of 2027')
  await cohort.getByLabel('Waiver deadline').fill('08/31/2026')
  await cohort.getByRole('button', { name: 'Change Applies to' }).click()
  await cohort.getByLabel('Class years', { exact: true }).fill('2027,')
  const line = page.getByRole('button', { name: 'Class of 2027 Class of 2027' })
  await expect(line).toBeVisible()
  // no other accessibility check sees this page with its list open
  expect(await findingsOf(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findingsOf(page, 'color-contrast')).toEqual([])
  await open(null, /^Fees$/)
  await page.getByLabel('Late waiver fee').fill('75')
  await save(page, 'Insurance options saved')
  await page.reload()
  await expect(page.getByLabel('Late waiver fee')).toHaveValue('75.00')
  await page.getByRole('link', { name: 'All insurance options' }).click()
  await expect(page.getByRole('link', { name: /^Coverage offered Medical and dental$/ })).toBeVisible()
  await open(null, /^Cohorts Class of 2027$/)
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  await line.click()
  await expect(cohort.getByLabel('Waiver deadline')).toHaveValue('08/31/2026')

  // the plan for medical
  await page.getByRole('link', { name: 'Medical plan' }).click()
  await page.getByLabel('Plan name').fill('Student medical 2026–27')
  await page.getByLabel('Underwriter').fill('Wellfleet')
  await page.getByLabel('Premium, Enrolled', { exact: true }).fill('4678')
  await expect(
    page.getByText('Example: Enrolled starting 02/01/2027 costs $2,339.00 for 6 of 12 months'),
  ).toBeVisible()
  await save(page, 'Medical plan saved')

  // two rules, published as the first rule set
  await setup.getByRole('link', { name: 'Waiver options' }).click()
  await page.getByRole('switch', { name: 'Maximum deductible is on' }).check()
  await page.getByLabel(/^Maximum amount/).fill('1250')
  await page.getByRole('switch', { name: 'Local provider network is on' }).check()
  await save(page, 'Enter the campus ZIP code or use rotation states.')
  await page.getByLabel('Campus ZIP code').fill('10001')
  await save(page, 'Waiver options saved')
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Maximum deductible › Amount')).toBeVisible()
  await expect(dialog.getByText('$1,250.00')).toBeVisible()
  await dialog.getByRole('button', { name: /^Publish \d/ }).click()
  await expect(page.getByRole('button', { name: 'Rule set 1' })).toBeVisible()

  // an exempt student
  await page.goto(world.listPath)
  await page.getByRole('button', { name: 'Add student' }).first().click()
  const steps = page.getByRole('dialog')
  await steps.getByRole('searchbox').fill('Remote, Riley')
  await steps.getByRole('button', { name: /as a new student/ }).click()
  await steps.getByLabel(/^Student ID/).fill('R1')
  await steps.getByLabel('Date of birth').fill('03/04/2004')
  await steps.getByLabel(/^Campus/).fill('online')
  await steps.getByRole('button', { name: /^Add/ }).last().click()
  await expect(page.getByRole('row', { name: /Remote, Riley/ })).toContainText('Exempt')

  // and a student who enrolls halfway through the year
  const [id = 0] = await world.addStudents([
    {
      student: { sid: 'R2' },
      medical_status: 'enrollment_submitted',
      requested_enrollment_on: '2027-02-01',
    },
  ])
  const student = await world.studentOf(id)
  await page.goto(`/student/${student}/overview`)
  await page.getByRole('button', { name: 'Change Medical' }).first().click()
  await page.getByRole('menuitem', { name: /^Approve enrollment/ }).click()
  await expect(page.getByText('Enrolled', { exact: true }).first()).toBeVisible()
  await page.goto(`/student/${student}/policy-years/${world.periodId}/insurance-details`)
  const medical = page.getByRole('region', { name: 'Medical' })
  await expect(medical).toContainText('$2,339.00')
  await expect(medical).toContainText('Student medical 2026–27')
})
