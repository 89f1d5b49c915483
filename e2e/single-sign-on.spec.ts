import type { Page } from '@playwright/test'
import { startIdentityProvider, type IdentityProvider } from '#server/testing/identity-provider.ts'
import { confirmPassword, expect, signIn, test, type World } from './fixtures.ts'

const base = `http://localhost:${process.env['E2E_PORT'] ?? 4123}`

let provider: IdentityProvider
test.beforeAll(async () => {
  provider = await startIdentityProvider(`${base}/login/school`)
})
test.afterAll(() => provider.close())

/** Turns on the sign-in of a school on its settings screen. Returns the link for its staff. */
const turnOn = async (page: Page, world: World): Promise<string> => {
  await signIn(page, world, world.admin)
  await page.goto(`/schools/${world.schoolId}/settings/sign-in`)
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByRole('button', { name: 'Check connection' }).click()
  await expect(page.getByText('The provider can be reached. Save, then try to sign in.')).toBeVisible()
  const returnAddress = `${base}/login/school/${world.schoolId}`
  await expect(page.getByLabel('Redirect URI', { exact: true })).toHaveValue(returnAddress)
  provider.register(returnAddress)
  await page.getByLabel('Client ID').fill(provider.clientId)
  await page.getByLabel('Client secret', { exact: true }).fill(provider.secret)
  await page.getByRole('checkbox', { name: 'Let staff sign in with their school account' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await confirmPassword(page, world.admin)
  await expect(page.getByText('Sign-in saved')).toBeVisible()
  return page.getByLabel('Sign-in link for staff', { exact: true }).inputValue()
}

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Robin Reyes' }).click()
  const signedOut = page.waitForResponse((response) => new URL(response.url()).pathname === '/logout')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  // the sign-in page is there before the server knows
  await signedOut
  // the settings of sign-in have a heading like the one of the sign-in page
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
}

test('a school admin signs in with their school account; others are told why not', async ({
  page,
  world,
}) => {
  const { registrar, schoolName } = world
  const link = await turnOn(page, world)
  await signOut(page)

  provider.person = { subject: 'r-1', email: registrar.email, email_verified: true }
  await page.goto(link)
  await page.getByRole('button', { name: schoolName }).click()
  await expect(page).toHaveURL(new RegExp(world.listPath))
  await expect(page.getByRole('button', { name: 'Robin Reyes' })).toBeVisible()
  await signOut(page)
  const end = page.getByRole('link', { name: `Sign out at ${schoolName}` })
  await expect(end).toHaveAttribute('href', new RegExp(`^${provider.issuer}`))

  // someone else at the provider, which would still know the first one by its cookie
  await page.context().clearCookies()
  await page.goto('/login')
  provider.person = { subject: 'r-2', email: registrar.email, email_verified: true }
  await page.getByRole('link', { name: 'Sign in with your school' }).click()
  await page.getByRole('button', { name: schoolName }).click()
  await expect(page.getByText(/There’s no Shipmate account for your school account/)).toBeVisible()
  await expect(page).toHaveURL(`${base}/login`)

  await signIn(page, world, world.admin)
  await page.goto(`/schools/${world.schoolId}/settings/sign-in`)
  await page.getByRole('button', { name: 'Disconnect Robin Reyes' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).last().click()
  await confirmPassword(page, world.admin)
  await expect(page.getByText('No one has signed in with a school account yet.')).toBeVisible()
})

test('a school that requires two-factor authentication says whom it concerns, and holds them', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.admin)
  await page.goto(`/schools/${world.schoolId}/settings/sign-in`)
  await page.getByRole('checkbox', { name: 'Require two-factor authentication' }).check()
  await expect(page.getByText('1 of 1 school admin doesn’t have it yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await confirmPassword(page, world.admin)
  await expect(page.getByText('Sign-in saved')).toBeVisible()
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  await expect(page).toHaveURL(/two-factor-setup/)
})
