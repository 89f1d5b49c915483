import type { Page } from '@playwright/test'
import { expect, test, type Person } from './fixtures.ts'

/** Gives the browser a device that verifies its user, as a fingerprint would. */
const addDevice = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const addPasskey = async (page: Page, person: Person, name: string): Promise<void> => {
  await page.goto(`/users/${person.id}`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(dialog.getByLabel('Name')).toHaveValue(/Chrome on Linux/)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const password = page.getByRole('dialog', { name: 'Confirm your password' })
  await password.getByLabel('Password', { exact: true }).fill(person.password)
  await password.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByText(name)).toBeVisible()
}

const enterPassword = async (page: Page, person: Person): Promise<void> => {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
}

const signOut = async (page: Page): Promise<void> => {
  await page.context().clearCookies()
  await page.goto('/login')
}

test('a passkey: add it, sign in with it, use it as the second factor, rename and remove it', async ({
  page,
  world,
}) => {
  const { registrar } = world
  await addDevice(page)
  await page.goto('/login')
  await enterPassword(page, registrar)
  await expect(page).toHaveURL(new RegExp(world.listPath))
  await addPasskey(page, registrar, 'Front desk')
  await expect(page.getByText('Not used yet')).toBeVisible()

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(new RegExp(world.listPath))

  await signOut(page)
  await enterPassword(page, registrar)
  await expect(page.getByRole('heading', { name: 'Verify it’s you' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(new RegExp(world.listPath))

  await page.goto(`/users/${registrar.id}`)
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys.getByText(/Last used/)).toBeVisible()
  await page.getByRole('button', { name: 'Actions for the passkey Front desk' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename passkey' })
  await dialog.getByLabel('Name').fill('Back office')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(passkeys.getByText('Back office')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for the passkey Back office' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const password = page.getByRole('dialog', { name: 'Confirm your password' })
  await password.getByLabel('Password', { exact: true }).fill(registrar.password)
  await password.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No passkeys yet.')).toBeVisible()

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText(/This passkey couldn’t be used|No passkey was used/)).toBeVisible()
})

test('an admin who must set up two-factor authentication can do it with a passkey', async ({
  page,
  world,
}) => {
  const { admin } = world
  await world.db
    .updateTable('users')
    .set({ two_factor_confirmed_at: null })
    .where('id', '=', admin.id)
    .execute()
  await addDevice(page)
  await page.goto('/login')
  await enterPassword(page, admin)
  await expect(page).toHaveURL(/two-factor-setup/)
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  const password = page.getByRole('dialog', { name: 'Confirm your password' })
  await password.getByLabel('Password', { exact: true }).fill(admin.password)
  await password.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Schools' })).toBeVisible()
})
