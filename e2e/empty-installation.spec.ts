import { Secret, TOTP } from 'otpauth'
import { freePort, newDataDir, startServerProcess } from '#server/testing/server-process.ts'
import { expect, test } from './fixtures.ts'

test('an empty installation leads its first admin from the printed link to the setup of a first school', async ({
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
    await dialog.getByLabel('Name').fill('2026–27')
    await dialog.getByLabel(/Starts/).fill('8/1/26')
    await dialog.getByLabel(/Ends/).fill('07312027')
    await dialog.getByRole('button', { name: /Create|Add/ }).click()
    await expect(page).toHaveURL(/\/set-up$/)
    await expect(page.getByText('The medical plan has no premium.')).toBeVisible()
    await expect(page.getByText('There’s no waiver deadline')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Publish \d+ sections…/ })).toBeVisible()
  } finally {
    await server.end('SIGTERM')
  }
})
