import { readFileSync } from 'node:fs'
import { Secret, TOTP, URI } from 'otpauth'
import { buildPerson, expect, signIn, test, type Person } from './fixtures.ts'
import type { Page } from '@playwright/test'

const fill = async (page: Page, person: Person, password = person.password): Promise<void> => {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('a wrong password shows an error, the right one opens the requested page, and signing out ends the session', async ({
  page,
  world,
}) => {
  await page.goto(`${world.listPath}?q=smi`)
  // nor does the path to return to show whom someone looked for
  await expect(page).toHaveURL(/\/login$/)
  await fill(page, world.registrar, 'wrong')
  await expect(
    page.getByText('The email or password isn’t right. Try again or reset your password.'),
  ).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(world.registrar.email)
  await fill(page, world.registrar)
  await expect(page).toHaveURL(new RegExp(`${world.listPath}$`))
  await expect(page.getByRole('searchbox', { name: /Search by name/ })).toHaveValue('smi')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Robin Reyes' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

test('two-factor authentication: set it up, sign in with a code, then with a recovery code', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  // the page's first responses set the token for the calls below
  await expect(page.getByRole('grid', { name: 'Students' })).toBeVisible()
  // a page without calls: one that crosses the password's confirmation would get another token
  await page.goto('/health/ready')
  const call = (method: string, path: string, body?: object) =>
    page.evaluate(
      async ([verb, url, data]) => {
        const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '')
        const answer = await fetch(url, {
          method: verb,
          headers: { 'content-type': 'application/json', 'x-xsrf-token': token },
          ...(data ? { body: JSON.stringify(data) } : {}),
        })
        const text = await answer.text()
        return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
      },
      [method, path, body] as const,
    )
  expect((await call('POST', '/user/two-factor-authentication', {})).status).toBe(423)
  await call('POST', '/user/confirm-password', { password: world.registrar.password })
  expect((await call('POST', '/user/two-factor-authentication', {})).status).toBe(200)
  const qr = (await call('GET', '/user/two-factor-qr-code')).body as { url: string }
  const totp = URI.parse(qr.url) as TOTP
  const steps = (seconds: number): string => totp.generate({ timestamp: Date.now() + seconds * 1000 })
  expect((await call('POST', '/user/confirmed-two-factor-authentication', { code: steps(0) })).status).toBe(
    200,
  )
  const codes = (await call('GET', '/user/two-factor-recovery-codes')).body as string[]
  expect(codes).toHaveLength(8)

  await page.context().clearCookies()
  await page.goto('/login')
  await fill(page, world.registrar)
  const code = page.getByLabel(/code/i).first()
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('That code isn’t right. Enter the current 6-digit code from your app.'),
  ).toBeVisible()
  // a code is taken once: the next one, which is early by less than a minute
  await code.fill(steps(30))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(world.listPath))

  await page.context().clearCookies()
  await page.goto('/login')
  await fill(page, world.registrar)
  await page.getByRole('button', { name: /recovery code/i }).click()
  await page.getByLabel(/recovery code/i).fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(world.listPath))
})

test('a Shipmate Admin without two-factor authentication sets it up before anything else', async ({
  page,
  world,
}) => {
  const owing = await buildPerson(world.db, 'shipmate_admin', [], { two_factor_confirmed_at: null })
  await page.goto(world.listPath)
  await fill(page, owing)
  await expect(page.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL(/\/two-factor-setup$/)
  await page.goto(world.listPath)
  await expect(page).toHaveURL(/\/two-factor-setup\?redirect=/)

  await page.getByRole('button', { name: 'Start' }).click()
  const password = page.getByRole('dialog', { name: 'Confirm your password' })
  await password.getByLabel('Password', { exact: true }).fill(owing.password)
  await password.getByRole('button', { name: 'Confirm' }).click()
  const secret = await page.getByText(/^([A-Z2-7]{4} ?){4,}$/).textContent()
  const totp = new TOTP({ secret: Secret.fromBase32(secret?.replaceAll(' ', '') ?? '') })
  await page.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('That code isn’t right. Enter the current 6-digit code from your app.'),
  ).toBeVisible()
  await page.getByLabel('Code').fill(totp.generate())
  await page.keyboard.press('Enter')

  const codes = page.getByRole('region', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(8)
  const saved = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  const file = readFileSync(await (await saved).path(), 'utf8')
  for (const code of await codes.getByRole('listitem').allTextContents()) expect(file).toContain(code)
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await expect(page).toHaveURL(new RegExp(`${world.listPath}$`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an inactive user is warned, can stay, and is signed out with a return path', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await signIn(page, world, world.registrar)
  await page.goto(`${world.listPath}?q=smi`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })
  await page.clock.fastForward('12:50')
  await expect(warning).toBeHidden()
  await page.clock.fastForward('00:30')
  await expect(warning.getByRole('timer')).toContainText('1:')
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warning).toBeHidden()
  await page.clock.fastForward('12:50')
  await expect(warning).toBeHidden()
  await page.clock.fastForward('02:30')
  await expect(page).toHaveURL(/\/login\?.*reason=idle/)
  await expect(page.getByText('You were signed out after 15 minutes of inactivity')).toBeVisible()
  await fill(page, world.registrar)
  await expect(page).toHaveURL(new RegExp(`${world.listPath}$`))
  await expect(page.getByRole('searchbox', { name: /Search by name/ })).toHaveValue('smi')
})
