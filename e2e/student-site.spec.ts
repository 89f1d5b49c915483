import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { openLinkText } from '#server/mail/email-delivery/index.ts'
import { readSettings } from '#server/platform/lib/env.ts'
import { keysOf, readSecrets } from '#server/platform/lib/secrets.ts'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { campuses, programs } from '#server/records/student-periods/factory.ts'
import { expect, signIn, test, type World } from './fixtures.ts'
import {
  aboutYou,
  atStep,
  decide,
  drawSignature,
  fill,
  goOn,
  maya,
  openSite,
  originOf,
  pictureOf,
  select,
  sign,
  takeTime,
} from './student-site.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a student waives with a picture of their card, and the record has what they sent', async ({
  page,
  world,
  browser,
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
  await page.getByRole('combobox', { name: 'Insurance company' }).fill(company)
  await expect(page.getByText(`${company} ✓`)).toBeVisible()
  await fill(page, { 'Member ID': 'W123456789', 'Insurance company phone': '(800) 555-0147' })
  await select(page, { 'Plan type': 'ppo', 'Source of coverage': 'parent_employer_group' })
  await goOn(page)

  // a student who is the subscriber isn’t asked for the subscriber’s name
  await atStep(page, 'Subscriber')
  await expect(page.getByLabel('First name')).toBeVisible()
  await select(page, { 'Subscriber’s relationship to you': 'self' })
  await expect(page.getByLabel('First name')).toBeHidden()
  await goOn(page)
  await atStep(page, 'Comments')
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
  await drawSignature(page)
  const { violations } = await new AxeBuilder({ page }).include('#field-drawn_signature').analyze()
  expect(violations.map(({ id: rule, nodes }) => [rule, nodes[0]?.html])).toEqual([])
  await sign(page)

  await expect(page.getByRole('heading', { name: 'Your waiver form was sent' })).toBeFocused()
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

  const staff = await browser.newPage()
  await signIn(staff, world, world.registrar)
  await staff.goto(`/student/${await world.studentOf(id)}/policy-years/${world.periodId}/form-submissions`)
  await staff.locator('summary').filter({ hasText: 'Waiver form' }).click()
  const drawing = staff.getByRole('img', { name: 'Signature drawn by Maya Thompson' })
  await expect(drawing).toBeVisible()
  const { width, height, darkest } = await pictureOf(drawing)
  // trimmed: the lines take 80% of the width and 60% of the height
  expect([Math.round(width / 10), Math.round(height / 10)]).toEqual([49, 13])
  expect(darkest).toBeLessThan(60)
  await staff.close()
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

test('a student goes from the home page to the confirmation email in Spanish', async ({ page, world }) => {
  const site = await openSite(world)
  const email = `maya-${world.schoolId}@campus.example`
  await world.addStudents([{ student: { ...maya, university_email: email } }])
  await page.goto(site)
  await page.getByRole('link', { name: 'Español' }).click()
  await page.getByRole('link', { name: 'Inscribirme en el plan de la universidad' }).click()
  const next = () => page.getByRole('button', { name: 'Continuar' }).click()
  await fill(page, {
    Nombre: 'Maya',
    Apellido: 'Thompson',
    'Fecha de nacimiento': '2003-04-05',
    Teléfono: '6145550134',
    'Dirección 1': '214 High Street',
    Ciudad: 'Columbus',
    Estado: 'OH',
  })
  await next()
  await expect(page.getByRole('link', { name: 'Código postal: Responda esta pregunta.' })).toBeVisible()
  await fill(page, { 'Código postal': '43215' })
  await next()
  await select(page, { Programa: programs[0], Campus: campuses[0], 'Class year': '2028' })
  await next()
  await page.getByLabel('Quiere cubrir dependientes').selectOption('no')
  await next()
  await next()
  await expect(page.getByRole('heading', { name: 'Revisar y firmar' })).toBeVisible()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByLabel('Su nombre completo').fill('Maya Thompson')
  await takeTime(page)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Su formulario de inscripción fue enviado' })).toBeVisible()
  const sent = await world.db
    .selectFrom('emails')
    .select('language')
    .where('to_address', '=', email)
    .execute()
  expect(sent).toEqual([{ language: 'es' }])
})

/** Sends a waiver form by the public call. Returns its token and number. */
const sendWaiver = async (page: Page, { db, periodId }: World, url: string) => {
  const form = {
    form_type: 'waiver',
    coverage_types: ['medical'],
    ...maya,
    phone: '6145550134',
    address_1: '214 High Street',
    city: 'Columbus',
    state: 'OH',
    zip: '43215',
    program: programs[0],
    campus: campuses[0],
    graduation_year: 2028,
    medical_waive_insurance_name_other: 'Lakeside Health',
    medical_waive_member_subscriber_number: 'W123456789',
    medical_waive_insurance_type: 'ppo',
    medical_waive_insurance_phone: '8005550147',
    medical_waive_source_of_coverage: 'parent_employer_group',
    medical_waive_subscriber_relation: 'self',
    attestations: ['true', 'all-year', 'verify', 'audit'],
    signature: 'Maya Thompson',
  }
  const answer = await page.request.post(`${url}/api/public/periods/${periodId}/form-submissions`, {
    data: form,
  })
  expect(answer.status()).toBe(201)
  const { data } = (await answer.json()) as { data: { confirmation_number: string; resume_token: string } }
  const { id } = await db
    .selectFrom('form_submissions')
    .select('id')
    .where('confirmation_number', '=', data.confirmation_number)
    .executeTakeFirstOrThrow()
  return { id, token: data.resume_token, number: data.confirmation_number }
}

test('a student sends what was missing by the link in an email', async ({ page, world, browser }) => {
  const site = await openSite(world)
  const [id = 0] = await world.addStudents([{ student: maya }])
  const sent = await sendWaiver(page, world, originOf())
  await decide(browser, world, originOf(), {
    form_submission_id: sent.id,
    outcome: 'utp',
    reason_codes: ['card_front_missing'],
    note: 'The whole card, please.',
  })

  await page.goto(`${site}/status#form=${sent.token}`)
  await expect(page.getByRole('heading', { name: 'Medical: we need something from you' })).toBeVisible()
  // the form, which is closed, says it too
  const why = page.getByText('Send a picture of the front of your insurance card.')
  await expect(why.filter({ visible: true })).toBeVisible()
  // the token isn't kept in the address
  expect(page.url()).not.toContain(sent.token)
  await page.getByRole('button', { name: 'Send what is missing' }).click()

  await atStep(page, 'Your insurance card')
  await expect(page.getByText('The whole card, please.')).toBeVisible()
  const file = { name: 'card.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await page.getByLabel('Choose a file: Front').setInputFiles(file)
  await expect(page.getByRole('group', { name: 'Front' }).getByText('Received')).toBeVisible()
  await goOn(page)
  await sign(page)
  await expect(page.getByRole('heading', { name: 'Your waiver form was sent' })).toBeVisible()
  const row = await world.db
    .selectFrom('student_periods')
    .select('medical_status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.medical_status).toBe('waiver_submitted')
})

test('a student appeals a declined waiver', async ({ page, world, browser }) => {
  const site = await openSite(world)
  await world.addStudents([{ student: maya }])
  const sent = await sendWaiver(page, world, originOf())
  await decide(browser, world, originOf(), {
    form_submission_id: sent.id,
    outcome: 'decline',
    reason_codes: ['other'],
    note: 'It ends in May.',
  })
  await page.goto(`${site}/status#form=${sent.token}`)
  await expect(page.getByRole('heading', { name: 'Medical: waiver declined' })).toBeVisible()
  await expect(page.getByText('It ends in May.').filter({ visible: true })).toBeVisible()
  await page.getByRole('button', { name: 'Appeal', exact: true }).click()
  await page.getByLabel('Why should we decide differently?').fill('My plan goes on until August.')
  await page.getByRole('button', { name: 'Send the appeal' }).click()
  await expect(page.getByText('We have your appeal.')).toBeVisible()
  const [appeal] = await world.db
    .selectFrom('appeals')
    .select('comment')
    .where('submission_id', '=', sent.id)
    .execute()
  expect(appeal?.comment).toBe('My plan goes on until August.')
})

test('a student sees their status with a code that is emailed to them', async ({ page, world }) => {
  const site = await openSite(world)
  const email = `maya-${world.schoolId}@campus.example`
  await world.addStudents([
    { student: { ...maya, sid: 'S-SITE', university_email: email }, medical_status: 'waived' },
  ])
  await page.goto(`${site}/status`)
  await fill(page, { 'Student ID': 'S-SITE', 'Date of birth': maya.dob })
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code of 6 digits').fill('000000')
  await page.getByRole('button', { name: 'Open my status' }).click()
  await expect(page.getByText('This code isn’t right or no longer works.')).toBeVisible()
  const queued = await world.db
    .selectFrom('emails')
    .select(['kind', 'to_address', 'body_cipher'])
    .where('to_address', '=', email)
    .executeTakeFirstOrThrow()
  const dataDir = process.env['E2E_DATA_DIR'] ?? ''
  const { text } = openLinkText(keysOf(readSettings({ DATA_DIR: dataDir }), readSecrets(dataDir)), queued)
  await page.getByLabel('Code of 6 digits').fill(/\d{3} \d{3}/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Open my status' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Maya' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Medical: waived' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.reload()
  await expect(page.getByLabel('Student ID')).toBeVisible()
})

test('a message from the contact page reaches the office', async ({ page, world }) => {
  const site = await openSite(world)
  await page.goto(`${site}/contact`)
  await fill(page, { 'Your email': 'maya@mail.example', Message: 'Can I still waive?' })
  await page.getByLabel('Topic').selectOption('Waivers')
  // sooner than a person can write it, it isn't sent
  await page.waitForTimeout(3100)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(/^We have your message. Your reference is \S+\. /)).toBeVisible()
  const [message] = await world.db
    .selectFrom('student_messages')
    .select(['topic', 'message'])
    .where('school_id', '=', world.schoolId)
    .execute()
  expect(message).toEqual({ topic: 'Waivers', message: 'Can I still waive?' })
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

test('staff open a page of the site from its editor, and copy the address in Setup', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.admin)
  const screens = `/schools/${world.schoolId}/period/${world.periodId}`
  await page.goto(`${screens}/website/faqs`)
  await page.getByRole('button', { name: 'View site' }).click()
  await expect(page.getByText(/^The site isn’t open to students\./)).toBeVisible()

  const site = await openSite(world)
  await page.reload()
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'View site' }).click(),
  ])
  await expect(tab.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
  expect(new URL(tab.url()).pathname).toBe(`${site}/faqs`)
  await tab.close()

  await page.goto(`${screens}/set-up`)
  await expect(page.getByLabel('Address for students')).toHaveValue(new URL(site, page.url()).href)
  await expect(page.getByText('The site is open to students.')).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download QR code' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('student-site-qr-code.svg')

  await page.goto(`/schools/${world.schoolId}/settings/student-site`)
  const host = `insurance-${world.schoolId}.harborview.edu`
  await page.getByLabel('Host name').fill(host)
  await page.getByRole('button', { name: 'Save and apply to the site' }).click()
  await expect(page.getByText('Student site settings saved')).toBeVisible()
  await page.goto(`${screens}/set-up`)
  await expect(page.getByLabel('Address for students')).toHaveValue(`http://${host}`)
  const canonical = async () =>
    (await (await page.request.get(site)).text()).includes(`href="http://${host}"`)
  await expect.poll(canonical, { timeout: 5000 }).toBe(true)
})
