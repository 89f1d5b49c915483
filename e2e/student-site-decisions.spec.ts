import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { ruleKeys } from '#contract/setup/period-documents/waiver-rules.ts'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { campuses, programs } from '#server/records/student-periods/factory.ts'
import { chooseSimulator } from '#server/review/verifications/factory.ts'
import { expect, signIn, test, type World } from './fixtures.ts'
import { aboutYou, atStep, decide, goOn, maya, openSite, originOf, sign } from './student-site.ts'

/** The browser of a phone. Playwright’s own says that it’s a program, whose visits aren’t counted. */
const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
test.use({ viewport: { width: 390, height: 844 }, userAgent: phone })

/** Publishes waiver options that approve at once what the payer confirms. */
const approveAutomatically = async ({ db, schoolId, periodId }: World): Promise<void> => {
  await chooseSimulator(db, schoolId)
  const rules = ruleKeys.map((key) => [
    key,
    { ...waiverConfiguration.empty[key], is_on: key === 'active_and_continuous' },
  ])
  const options = {
    ...waiverConfiguration.empty,
    ...Object.fromEntries(rules),
    approves_automatically: true,
    trial_days: 0,
  }
  await sql`insert into period_publications (school_id, period_id, kind, number, version, content, published_at)
    values (${schoolId}, ${periodId}, ${waiverConfiguration.kind}, 1, 1, ${JSON.stringify(options)}::jsonb, now())`.execute(
    db,
  )
}

/** A person with a phone: they tap, and type a letter every 40 to 60 milliseconds. */
const personOn = (page: Page) => {
  let taps = 0
  const tap = async (what: Locator): Promise<void> => {
    taps += 1
    await what.click()
  }
  const type = async (text: string): Promise<void> => {
    for (const [index, letter] of [...text].entries())
      await page.keyboard.type(letter, { delay: 40 + ((index * 7) % 21) })
  }
  return {
    tap,
    type,
    /** Taps a list of choices and the choice in it. */
    choose: async (label: string, value: string): Promise<void> => {
      await tap(page.getByLabel(label))
      taps += 1
      await page.getByLabel(label).selectOption(value)
      await page.keyboard.press('Escape')
    },
    /** Taps the first field and types into it; goes on to the others with the keyboard’s key for the next field. */
    fillFrom: async (label: string, ...answers: readonly string[]): Promise<void> => {
      await tap(page.getByLabel(label))
      for (const [index, answer] of answers.entries()) {
        if (index > 0) await page.keyboard.press('Tab')
        await type(answer)
      }
    },
    press: (name: string): Promise<void> => tap(page.getByRole('button', { name, exact: true })),
    /** Taps the button of the camera, which a browser without one doesn’t open. Its picture is there at once. */
    photograph: async (side: string, picture: Buffer): Promise<void> => {
      taps += 1
      const camera = page.getByRole('group', { name: side }).getByLabel('Take a picture')
      await camera.setInputFiles({ name: `${side}.png`, mimeType: 'image/png', buffer: picture })
      await expect(page.getByRole('group', { name: side }).getByText('Received')).toBeVisible()
    },
    taps: () => taps,
  }
}

/** Answers the whole waiver form as a person does. */
const waiveByHand = async (page: Page, company: string): Promise<number> => {
  const person = personOn(page)
  await person.tap(page.getByRole('link', { name: 'I have my own insurance' }))
  await atStep(page, 'About you')
  await person.fillFrom('First name', 'Maya', 'Thompson')
  // a date has three parts, to which the keyboard goes on
  await person.fillFrom('Date of birth', '04052003')
  await person.fillFrom('Phone', '6145550134')
  await person.fillFrom('Address 1', '214 High Street', '', 'Columbus', 'OH', '43215')
  await person.press('Continue')
  await atStep(page, 'Your studies')
  await person.choose('Program', programs[0])
  await person.choose('Campus', campuses[0])
  await person.choose('Class year', '2028')
  await person.press('Continue')
  await atStep(page, 'Your insurance')
  await person.tap(page.getByRole('combobox', { name: 'Insurance company' }))
  await person.type(company)
  await expect(page.getByText(`${company} ✓`)).toBeVisible()
  await person.fillFrom('Member ID', 'HH12345ACT')
  await person.choose('Plan type', 'ppo')
  await person.fillFrom('Insurance company phone', '8005550147')
  await person.choose('Source of coverage', 'parent_employer_group')
  await person.press('Continue')
  await atStep(page, 'Subscriber')
  await person.choose('Subscriber’s relationship to you', 'self')
  await person.press('Continue')
  await atStep(page, 'Comments')
  await person.press('Continue')
  await atStep(page, 'Your insurance card')
  const picture = await page.screenshot({ type: 'png' })
  for (const side of ['Front', 'Back']) await person.photograph(side, picture)
  await person.press('Continue')
  await atStep(page, 'Check and sign')
  for (const box of await page.getByRole('checkbox').all()) await person.tap(box)
  await person.fillFrom('Your full name', 'Maya Thompson')
  await person.press('Submit')
  return person.taps()
}

test('a student waives on a phone and sees the approval before they leave', async ({ page, world }) => {
  const site = await openSite(world)
  await approveAutomatically(world)
  const company = `Harbor ${world.schoolId}`
  await buildCompany(world.db, { name: company, is_electronic: true, medical_payer_ids: ['62308'] })
  const [id = 0] = await world.addStudents([{ student: maya }])
  await page.goto(site)
  const startedAt = performance.now()
  const taps = await waiveByHand(page, company)
  await expect(page.getByRole('heading', { name: 'Your waiver form was sent' })).toBeFocused()
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  process.stdout.write(`A waiver on a phone: ${taps} taps, ${seconds} seconds to the confirmation.\n`)
  expect(taps).toBeLessThanOrEqual(35)
  const said = page.getByRole('status').filter({ hasText: 'Your waiver is approved' })
  await expect(said).toContainText('Medical: you keep your own insurance', { timeout: 60_000 })
  const { medical_status } = await world.db
    .selectFrom('student_periods')
    .select('medical_status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(medical_status).toBe('waived')

  // staff see the visit as counts only
  const counted = async () =>
    (
      await world.db
        .selectFrom('site_visits')
        .select(['what', 'name', 'device', 'visits'])
        .where('period_id', '=', world.periodId)
        .orderBy('what')
        .execute()
    ).map((row) => Object.values(row).join(' '))
  await expect.poll(counted, { timeout: 15_000 }).toContain('sent waive phone 1')
  expect(await counted()).toEqual(
    expect.arrayContaining([
      'begun waive phone 1',
      'page home phone 1',
      'page waive phone 1',
      'saved waive phone 1',
      'step waive/documents phone 1',
      'step waive/sign phone 1',
    ]),
  )
  await signIn(page, world, world.registrar)
  await page.goto(`${world.listPath}/website/visits`)
  await expect(page.getByRole('row', { name: 'Check and sign 1 1 100% 0' })).toBeVisible()
  await expect(
    page.getByText('Begun 1 time, saved 1 time and sent 1 time: 100% of those begun.'),
  ).toBeVisible()
})

const amountIn = (text: string | null): number =>
  Number((/\$([\d,]+(\.\d\d)?)/.exec(text ?? '')?.[1] ?? '').replaceAll(',', ''))

test('the premium of two dependents is the same in the form, the record, the charge and the status', async ({
  page,
  world,
  browser,
}) => {
  const site = await openSite(world)
  const [id = 0] = await world.addStudents([{ student: maya }])
  await page.goto(`${site}/enroll`)
  await aboutYou(page)
  await atStep(page, 'Dependents')
  for (const [index, [type, first, dob]] of [
    ['spouse', 'Sam', '2002-01-02'] as const,
    ['child', 'Ada', '2024-03-04'] as const,
  ].entries()) {
    await page.getByRole('button', { name: 'Add a person' }).click()
    const group = page.getByRole('group', { name: `Person ${index + 1}` })
    await group.getByLabel('Relationship to you').selectOption(type)
    await group.getByLabel('First name').fill(first)
    await group.getByLabel('Last name').fill('Thompson')
    await group.getByLabel('Date of birth').fill(dob)
  }
  await goOn(page)
  await atStep(page, 'Comments')
  await goOn(page)
  const priced = page.getByRole('row', { name: /Medical.*\$/ })
  await expect(priced).toBeVisible()
  const premium = amountIn(await priced.textContent())
  expect(premium).toBe(14_034)
  const [sent] = await Promise.all([
    page.waitForResponse(
      async (response) =>
        response.url().includes('/form-submissions') && (await response.text()).includes('"complete"'),
    ),
    sign(page),
  ])
  const { data } = (await sent.json()) as { data: { confirmation_number: string; resume_token: string } }
  await expect(page.getByText(/^We’re looking at your form\. We plan to decide by /)).toBeVisible()

  const form = await world.db
    .selectFrom('form_submissions')
    .select('id')
    .where('confirmation_number', '=', data.confirmation_number)
    .executeTakeFirstOrThrow()
  await decide(browser, world, originOf(), {
    form_submission_id: form.id,
    outcome: 'approve',
    reason_codes: [],
  })

  const record = await world.db
    .selectFrom('student_periods')
    .select(['medical_status', 'medical_enroll_premium'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(record.medical_status).toBe('enrolled_espch')
  expect(Number(record.medical_enroll_premium)).toBe(premium)

  await page.goto(`${site}/status#form=${data.resume_token}`)
  await expect(page.getByRole('heading', { name: 'Medical: enrolled' })).toBeVisible()
  const fact = page.locator('dl div').filter({ has: page.getByText('Premium', { exact: true }) })
  expect(amountIn(await fact.textContent())).toBe(premium)

  await signIn(page, world, world.admin)
  await page.goto(`${world.listPath}/reports/bursar`)
  const lines = page.getByText(/^1 line for 1 student, /)
  await expect(lines).toBeVisible()
  expect(amountIn(await lines.textContent())).toBe(premium)
})

test('a form that a program fills in looks sent and isn’t saved', async ({ page, world }) => {
  const site = await openSite(world)
  await world.addStudents([{ student: maya }])
  await page.goto(`${site}/enroll`)
  const field = page.locator('input[name=left_empty]')
  // people neither see it nor reach it, and browsers don't fill it in
  await expect(field).not.toBeInViewport()
  await expect(field).toHaveAttribute('tabindex', '-1')
  await expect(field).toHaveAttribute('autocomplete', 'off')
  expect(await page.getByLabel('Leave this empty').count()).toBe(1)
  expect(await page.getByRole('textbox', { name: 'Leave this empty' }).count()).toBe(0)
  await field.evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example'
  })
  await aboutYou(page)
  await page.getByLabel('Wants dependent coverage').selectOption('no')
  await goOn(page)
  await atStep(page, 'Comments')
  await goOn(page)
  await sign(page)
  await expect(page.getByRole('heading', { name: 'Your enrollment form was sent' })).toBeVisible()
  const saved = await world.db
    .selectFrom('form_submissions')
    .select('id')
    .where('school_id', '=', world.schoolId)
    .execute()
  expect(saved).toEqual([])
})
