import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { formContents } from '#seeds/site-forms.ts'
import { campuses, programs } from '#server/records/student-periods/factory.ts'
import { expect, test, type World } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Saves documents of a world’s policy year, and publishes those that are published. Returns the path of its site. */
const openSite = async ({ db, schoolId, periodId }: World): Promise<string> => {
  const premiums = {
    ...medicalPlan.empty.premiums,
    enrolled: '4678.00',
    enrolled_esp: '9356.00',
    enrolled_espch: '14034.00',
  }
  const documents = [
    [websiteConfiguration.kind, { ...websiteConfiguration.empty, is_live: true, languages: ['en', 'es'] }],
    [homePage.kind, { ...homePage.empty, headline: 'Student insurance' }],
    [medicalPlan.kind, { ...medicalPlan.empty, name: 'Gold plan', premiums, proration: 'none' }],
    [enrollmentOptions.kind, enrollmentOptions.empty],
    ...formContents(2026).map(([{ kind }, content]) => [kind, content] as const),
  ] as const
  for (const [kind, content] of documents) {
    const json = JSON.stringify(content)
    await sql`insert into period_documents (school_id, period_id, kind, content, updated_at)
      values (${schoolId}, ${periodId}, ${kind}, ${json}::jsonb, now())`.execute(db)
    await sql`insert into period_publications (school_id, period_id, kind, number, version, content, published_at)
      values (${schoolId}, ${periodId}, ${kind}, 1, 1, ${json}::jsonb, now())`.execute(db)
  }
  // the forms are open whenever this runs
  await sql`update periods set dental_offered = false, vision_offered = false,
    waiver_deadline_on = '2099-01-31', ends_on = '2099-07-31' where id = ${periodId}`.execute(db)
  const { slug } = await db
    .selectFrom('schools')
    .select('slug')
    .where('id', '=', schoolId)
    .executeTakeFirstOrThrow()
  return `/s/${slug}`
}

const fill = async (page: Page, answers: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(answers)) await page.getByLabel(label).fill(value)
}
const select = async (page: Page, answers: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(answers)) await page.getByLabel(label).selectOption(value)
}
const goOn = (page: Page, button = 'Continue') =>
  page.getByRole('button', { name: button, exact: true }).click()
const atStep = (page: Page, title: string) => expect(page.getByRole('heading', { name: title })).toBeVisible()

const aboutYou = async (page: Page): Promise<void> => {
  await atStep(page, 'About you')
  await fill(page, {
    'First name': 'Maya',
    'Last name': 'Thompson',
    'Date of birth': '2003-04-05',
    Phone: '(614) 555-0134',
    'Address 1': '214 High Street',
    City: 'Columbus',
    State: 'OH',
    ZIP: '43215',
  })
  await goOn(page)
  await atStep(page, 'Your studies')
  await select(page, { Program: programs[0], Campus: campuses[0], 'Class year': '2028' })
  await goOn(page)
}

/** Checks all statements, signs and sends. */
const sign = async (page: Page): Promise<void> => {
  await atStep(page, 'Check and sign')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByLabel('Your full name').fill('Maya Thompson')
  await goOn(page, 'Submit')
}

const maya = { first_name: 'Maya', last_name: 'Thompson', dob: '2003-04-05' }

test('a student waives with a picture of their card, and the record has what they sent', async ({
  page,
  world,
}) => {
  const site = await openSite(world)
  const company = `Journey Health ${world.schoolId}`
  await buildCompany(world.db, { name: company })
  const [id = 0] = await world.addStudents([{ student: maya }])

  await page.goto(site)
  await page.getByRole('link', { name: 'I have my own insurance' }).click()
  // what is missing is said where it is, and at the top
  await goOn(page)
  await expect(page.getByRole('region', { name: /^Fix \d+ answers/ })).toBeFocused()
  await aboutYou(page)

  await atStep(page, 'Your insurance')
  await page.getByRole('combobox', { name: 'Insurance company' }).fill('Journey He')
  await page.getByRole('option', { name: company }).click()
  await fill(page, { 'Member ID': 'W123456789', 'Insurance company phone': '(800) 555-0147' })
  await select(page, { 'Plan type': 'ppo', 'Source of coverage': 'parent_employer_group' })
  await goOn(page)

  // a student who is the subscriber isn’t asked for the subscriber’s name
  await atStep(page, 'Subscriber')
  await expect(page.getByLabel('First name')).toBeVisible()
  await select(page, { 'Subscriber’s relation to you': 'self' })
  await expect(page.getByLabel('First name')).toBeHidden()
  await goOn(page)
  await atStep(page, 'Review and sign')
  await goOn(page)

  await atStep(page, 'Your insurance card')
  const picture = await page.screenshot({ type: 'png' })
  for (const side of ['Front', 'Back']) {
    const file = { name: `${side}.png`, mimeType: 'image/png', buffer: picture }
    await page.getByLabel(`Choose a file: ${side}`).setInputFiles(file)
    await expect(page.getByRole('group', { name: side }).getByText('Received')).toBeVisible()
  }
  await goOn(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await sign(page)

  await expect(page.getByRole('heading', { name: 'Your waiver form is sent' })).toBeFocused()
  await expect(page.getByText(/^[A-Z0-9-]{6,}$/)).toBeVisible()
  const row = await world.db
    .selectFrom('student_periods')
    .select(['medical_status', 'signature'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ medical_status: 'waiver_submitted', signature: 'Maya Thompson' })
  const files = await world.db
    .selectFrom('form_files')
    .select(['kind', 'media_type'])
    .where('school_id', '=', world.schoolId)
    .orderBy('kind')
    .execute()
  expect(files).toEqual([
    { kind: 'insurance_card_back', media_type: 'image/jpeg' },
    { kind: 'insurance_card_front', media_type: 'image/jpeg' },
  ])
})

test('a student enrolls with two dependents and sees what it costs before they sign', async ({
  page,
  world,
}) => {
  const site = await openSite(world)
  await world.addStudents([{ student: maya }])
  await page.goto(`${site}/enroll`)
  await aboutYou(page)
  await atStep(page, 'Dependents')
  for (const [index, person] of [
    ['spouse', 'Sam', '2002-01-02'],
    ['child', 'Ada', '2024-03-04'],
  ].entries()) {
    const [type = '', first = '', dob = ''] = person
    await page.getByRole('button', { name: 'Add a person' }).click()
    const group = page.getByRole('group', { name: `Person ${index + 1}` })
    await group.getByLabel('Relation to you').selectOption(type)
    await group.getByLabel('First name').fill(first)
    await group.getByLabel('Last name').fill('Thompson')
    await group.getByLabel('Date of birth').fill(dob)
  }
  await expect(page.getByRole('row', { name: /Medical.*\$14,034/ })).toBeVisible()
  await goOn(page)
  await atStep(page, 'Review and sign')
  await goOn(page)
  await sign(page)
  await expect(page.getByRole('heading', { name: 'Your enroll form is sent' })).toBeVisible()
})

test('a form that was saved goes on in another browser by its emailed link', async ({
  page,
  world,
  browser,
}) => {
  const site = await openSite(world)
  await page.goto(`${site}/waive`)
  await fill(page, { 'First name': 'Maya', 'Last name': 'Thompson' })
  await page.getByRole('button', { name: 'Email me a link to finish later' }).click()
  await page.getByLabel('Send the link to').fill('maya@mail.example')
  const [saved] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/form-submissions')),
    page.getByRole('button', { name: 'Send', exact: true }).click(),
  ])
  await expect(page.getByText('If the address is right, the link is on its way.')).toBeVisible()
  const { data } = (await saved.json()) as { data: { resume_token: string } }
  const other = await browser.newPage()
  await other.goto(`${new URL(page.url()).origin}${site}/waive#form=${data.resume_token}`)
  await expect(other.getByLabel('Last name')).toHaveValue('Thompson')
  await other.close()
})

test('content pages are whole without JavaScript, in the language that was chosen', async ({
  world,
  browser,
}) => {
  const site = await openSite(world)
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  })
  const page = await context.newPage()
  await page.goto(site)
  await expect(page.getByRole('heading', { name: 'Student insurance' })).toBeVisible()
  expect(await page.locator('script').count()).toBe(0)
  await page.getByRole('link', { name: 'Español' }).click()
  await expect(page.getByRole('link', { name: 'Ya tengo mi propio seguro' })).toBeVisible()
  // the choice is kept
  await page.goto(`${site}/plan-info`)
  await expect(page.getByRole('heading', { name: 'Detalles del plan' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await context.close()
})

test('every page is accessible', async ({ page, world }) => {
  const site = await openSite(world)
  for (const path of [
    '',
    '/plan-info',
    '/resources',
    '/faqs',
    '/contact',
    '/waive',
    '/enroll',
    '/no-such-page',
  ]) {
    await page.goto(`${site}${path}`)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([])
  }
})
