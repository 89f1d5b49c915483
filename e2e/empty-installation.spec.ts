import { Secret, TOTP } from 'otpauth'
import { freePort, newDataDir, startServerProcess } from '#server/testing/server-process.ts'
import { countClicks } from './clicks.ts'
import { expect, test } from './fixtures.ts'

// the policy year around today, with deadlines that haven’t passed
const year = new Date().getFullYear()
const name = `${year}–${String(year + 1).slice(2)}`

const students = Array.from(
  { length: 40 },
  (_, index) => `S${index},Ana,Student ${index},2003-04-${10 + (index % 20)}`,
)
const roster = ['Student ID,First Name,Last Name,Date of Birth', ...students].join('\n')

test('an empty installation leads its first admin from the printed link to an open year with 40 students, in at most 35 clicks', async ({
  page,
}) => {
  const port = String(await freePort())
  const server = startServerProcess({
    PORT: port,
    DATA_DIR: newDataDir(),
    DEMO: 'off',
    LOG_LEVEL: 'error',
    PUBLIC_URL: `http://localhost:${port}`,
  })
  try {
    await server.ready()
    const { total } = await countClicks(page)
    await page.goto(/http\S+first-admin\S+/.exec(server.output())?.[0] ?? '')
    await expect(page.getByLabel('First name')).toBeFocused()
    await page.keyboard.type('Robin')
    await page.getByLabel('Last name').fill('Reyes')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
    await page.getByRole('button', { name: 'Create account' }).click()

    // the password that was just typed isn't asked for again
    await page.getByRole('button', { name: 'Start' }).click()
    const secret = await page.getByText(/^([A-Z2-7]{4} ?){4,}$/).textContent()
    const totp = new TOTP({ secret: Secret.fromBase32(secret?.replaceAll(' ', '') ?? '') })
    await page.getByLabel('Code').fill(totp.generate())
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'I’ve saved my codes' }).click()

    await expect(page.getByText('No schools yet')).toBeVisible()
    await expect(page.getByText('Robin Reyes')).toBeVisible()
    await page.getByRole('button', { name: 'New school' }).last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Lakeside College')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/settings\/periods/)
    await page.getByRole('button', { name: 'New policy year' }).first().click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel(/Starts/).fill(`8/1/${year}`)
    await dialog.getByLabel(/Ends/).fill(`0731${year + 1}`)
    await dialog.getByRole('button', { name: /Create|Add/ }).click()
    await expect(page).toHaveURL(/\/set-up$/)
    await expect(page.getByText('The medical plan has no premium.')).toBeVisible()
    await expect(page.getByText('There’s no waiver deadline')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Publish \d+ sections…/ })).toBeVisible()

    // each step leads to its page, and back
    await page.getByRole('link', { name: 'Next: Dates and deadlines' }).click()
    await page.getByLabel('Enrollment window closes').fill(`6/30/${year + 1}`)
    await page.getByLabel('Waiver deadline').fill(`6/30/${year + 1}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Insurance options saved')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Setup' }).click()
    await page.getByRole('link', { name: 'Medical plan' }).first().click()
    await page.getByLabel('Plan name').fill('Lakeside student plan')
    await page.getByLabel('Premium, Enrolled', { exact: true }).fill('2520')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Medical plan saved')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Setup' }).click()
    await page.getByRole('button', { name: /^Publish \d+ sections…/ }).click()
    await page.getByRole('button', { name: /^Publish all \d+/ }).click()
    await page.getByRole('button', { name: 'Open policy year' }).click()
    await expect(page.getByText(`${name} opened`)).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Import' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'roster.csv', mimeType: 'text/csv', buffer: Buffer.from(roster) })
    await page.getByRole('button', { name: /Preview/ }).click()
    await page.getByRole('button', { name: 'Import 40 students' }).click()
    await expect(page.getByText('40 students imported')).toBeVisible()
    test.info().annotations.push({ type: 'clicks', description: String(total()) })
    expect(total(), 'clicks').toBeLessThanOrEqual(35)
    // the page’s live updates would ask for a server that has ended
    await page.goto('about:blank')
  } finally {
    await server.end('SIGTERM')
  }
})
