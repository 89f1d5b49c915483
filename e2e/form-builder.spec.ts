import { findingsOf } from './findings.ts'
import { expect, signIn, test } from './fixtures.ts'

const content = {
  is_open: true,
  steps: [
    {
      key: 'you',
      title: 'About you',
      body: '',
      fields: ['first_name', 'last_name', 'dob'].map((name) => ({
        key: name.replace('_', '-'),
        name,
        label: null,
        help: null,
        is_required: true,
      })),
    },
  ],
  attestations: [{ key: 'true', label: 'My answers are true.', confirms: null }],
  confirmation: '',
}

test('an admin adds a field in 2 clicks, moves it by keys and fills in the preview', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { db, schoolId: school_id, periodId: period_id } = world
  const row = { school_id, period_id, kind: 'enroll-form', content: JSON.stringify(content) }
  await db
    .insertInto('period_documents')
    .values({ ...row, updated_at: new Date().toISOString() })
    .execute()
  await signIn(page, world, world.admin)
  await page.goto(`${world.listPath}/website/enroll-form`)
  const outline = page.getByRole('navigation', { name: 'Parts of the form' })

  await outline.getByRole('button', { name: 'Add a field to About you' }).click()
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Student ID' }).click()
  await expect(page.getByRole('region', { name: 'Field details' })).toContainText('Student ID')

  // by keys to the place after the last name, and said
  await outline.getByRole('button', { name: 'Student ID' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(outline.getByRole('status')).toHaveText('Place 3 of 4 in About you.')
  await expect(outline.getByRole('button', { name: 'Student ID' })).toBeFocused()
  // by mouse before another field, and to a step without fields
  const line = (name: string | RegExp) =>
    outline
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name, exact: true }) })
      .last()
  const drag = async (from: string, to: string | RegExp, part: number) => {
    const [handle, target] = [
      await line(from).locator('span').first().boundingBox(),
      await line(to).boundingBox(),
    ]
    if (!handle || !target) throw new Error('The lines are not on the screen.')
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
    await page.mouse.down()
    await page.mouse.move(target.x + 40, target.y + target.height * part, { steps: 8 })
    await page.mouse.move(target.x + 42, target.y + target.height * part)
    await page.mouse.up()
  }
  await drag('Date of birth', 'First name', 0.2)
  await expect(outline.locator('[data-part]').nth(1)).toHaveText('Date of birth')
  await outline.getByRole('button', { name: 'Add a step' }).click()
  await page.getByLabel('Title').fill('How to reach you')
  await drag('Student ID', /^2\. How to reach you/, 0.5)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Enrollment form saved')).toBeVisible()
  await page.reload()
  await expect(outline.locator('[data-part]')).toHaveText([
    '1. About you3 fields',
    'Date of birth',
    'First name',
    'Last name',
    '2. How to reach you1 field',
    'Student ID',
    'My answers are true.',
    'Confirmation',
  ])

  // the preview asks what a student is asked, and sends nothing
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  const preview = page.getByRole('region', { name: 'Page preview' })
  await expect(preview.getByLabel('Your full name')).toBeVisible()
  await page.getByText('Step by step').click()
  await preview.getByRole('checkbox', { name: /^Medical/ }).check()
  const goOn = () => preview.getByRole('button', { name: 'Continue' }).click()
  await goOn()
  await preview.getByLabel('First name').fill('Maya')
  await goOn()
  await expect(preview.getByText('Answer this question.')).toHaveCount(4)
  await preview.getByLabel('Last name').fill('Thompson')
  await preview.getByLabel('Date of birth').fill('2003-04-05')
  await goOn()
  await preview.getByLabel('Student ID').fill('S1')
  await goOn()
  await preview.getByRole('checkbox', { name: 'My answers are true.' }).check()
  await preview.getByLabel('Your full name').fill('Maya Thompson')
  await preview.getByRole('button', { name: 'Submit' }).click()
  await expect(preview.getByText('PREVIEW')).toBeVisible()
  expect(sent).toEqual([])

  // on a phone, the details are over the outline
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await outline.getByRole('button', { name: 'Student ID' }).click()
  const details = page.getByRole('dialog')
  await details.getByLabel('Help text').fill('On your student card')
  expect(await findingsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Enrollment form saved')).toBeVisible()
})
