import type { Browser, Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { contactForm } from '#contract/setup/period-documents/contact-form.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { faqs } from '#contract/setup/period-documents/faqs.ts'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import { campuses, programs } from '#server/records/student-periods/factory.ts'
import { formContents } from '#seeds/site-forms.ts'
import { expect, signIn, test, type World } from './fixtures.ts'

/** Saves documents of a world’s policy year, and publishes those that are published. Returns the path of its site. */
export const openSite = async ({ db, schoolId, periodId }: World): Promise<string> => {
  const premiums = {
    ...medicalPlan.empty.premiums,
    enrolled: '4678.00',
    enrolled_esp: '9356.00',
    enrolled_espch: '14034.00',
  }
  const documents = [
    [websiteConfiguration.kind, { ...websiteConfiguration.empty, is_live: true, languages: ['en', 'es'] }],
    [homePage.kind, { ...homePage.empty, headline: 'Student insurance' }],
    [faqs.kind, { intro: '', items: [{ key: 'a', question: 'Who pays?', answer: '<p>You do.</p>' }] }],
    [medicalPlan.kind, { ...medicalPlan.empty, name: 'Gold plan', premiums, proration: 'none' }],
    [enrollmentOptions.kind, enrollmentOptions.empty],
    [
      contactForm.kind,
      {
        ...contactForm.empty,
        is_on: true,
        recipients: [{ key: 'a', email: 'office@campus.example' }],
        topics: [{ key: 'w', label: 'Waivers' }],
      },
    ],
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

/** Types answers into fields by their labels. */
export const fill = async (page: Page, answers: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(answers)) await page.getByLabel(label).fill(value)
}
/** Chooses answers in fields by their labels. */
export const select = async (page: Page, answers: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(answers)) await page.getByLabel(label).selectOption(value)
}
/** Presses the button that leads to the next step. */
export const goOn = (page: Page, button = 'Continue') =>
  page.getByRole('button', { name: button, exact: true }).click()
/** Waits until a step is shown. */
export const atStep = (page: Page, title: string) =>
  expect(page.getByRole('heading', { name: title })).toBeVisible()

/** Answers the first two steps of a form. */
export const aboutYou = async (page: Page): Promise<void> => {
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

/** Waits until a person could have filled in a form since the page opened: one that’s sent sooner isn’t saved. */
export const takeTime = (page: Page) => page.waitForFunction(() => performance.now() > 3500)

/** Checks all statements, signs and sends. */
export const sign = async (page: Page): Promise<void> => {
  await atStep(page, 'Check and sign')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByLabel('Your full name').fill('Maya Thompson')
  await takeTime(page)
  await goOn(page, 'Submit')
}

/** Draws a signature of two lines with the mouse. */
export const drawSignature = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Draw your signature (optional)' }).click()
  const area = page.getByRole('img', { name: 'Nothing is drawn yet' })
  await area.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await area.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  for (const line of [
    [0.1, 0.7, 0.2, 0.2, 0.3, 0.8, 0.4, 0.3],
    [0.5, 0.4, 0.7, 0.6, 0.9, 0.3],
  ]) {
    const [left = 0, top = 0, ...rest] = line
    await page.mouse.move(x + left * width, y + top * height)
    await page.mouse.down()
    for (let at = 0; at + 1 < rest.length; at += 2)
      await page.mouse.move(x + (rest[at] ?? 0) * width, y + (rest[at + 1] ?? 0) * height, { steps: 8 })
    await page.mouse.up()
  }
  await expect(page.getByRole('img', { name: 'Your drawn signature' })).toBeVisible()
}

/** Returns the size in pixels of a picture on a page, and how dark its darkest pixel is (0–255). */
export const pictureOf = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    const [width, height] = [image.naturalWidth, image.naturalHeight]
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] }
    return { width, height, darkest: Math.min(...data.filter((_, index) => index % 4 === 0)) }
  })

/** The student on the roster whose forms these are. */
export const maya = { first_name: 'Maya', last_name: 'Thompson', dob: '2003-04-05' }

/** Decides a form as staff do, in a browser of their own. */
export const decide = async (
  browser: Browser,
  world: World,
  url: string,
  decision: object,
): Promise<void> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, world, world.admin)
  await page.request.get(`${url}/sanctum/csrf-cookie`)
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await page.request.post(`${url}/api/decisions`, {
    data: { coverage_type: 'medical', ...decision },
    headers: { 'X-XSRF-TOKEN': decodeURIComponent(token), Origin: url },
  })
  expect(await answer.text()).not.toContain('errors')
  expect(answer.status()).toBe(201)
  await context.close()
}

/** Returns the origin of the server under test. */
export const originOf = (): string => new URL(test.info().project.use.baseURL ?? '').origin
