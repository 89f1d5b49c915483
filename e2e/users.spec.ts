import { eligibilityProviderLabels } from '#contract/review/verifications/choices.ts'
import { Secret, TOTP } from 'otpauth'
import { randomBytes } from 'node:crypto'
import { hashToken, newToken } from '#server/platform/lib/crypt.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { buildPerson, confirmPassword, expect, signIn, test } from './fixtures.ts'

const password = 'nine brass kettles hum'

test('someone is invited with 4 fields, sets a password by the link and works at their school', async ({
  page,
  world,
  browser,
}) => {
  const email = `noor.${randomBytes(4).toString('hex')}@staff.example`
  await signIn(page, world, world.admin)
  await page.goto('/settings/users')
  const startedAt = Date.now()
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Noor')
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Haddad')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await expect(dialog.getByRole('radio', { name: /School Admin/ })).toBeChecked()
  await dialog.getByRole('combobox', { name: 'Schools' }).fill(world.schoolName)
  await page.getByRole('option', { name: world.schoolName }).click()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await confirmPassword(page, world.admin)
  await expect(page.getByRole('heading', { name: 'Noor Haddad is invited' })).toBeVisible()
  expect(Date.now() - startedAt).toBeLessThan(20_000)
  const link = await page.getByLabel('One-time link').inputValue()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByPlaceholder('Search names and emails').fill(email)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Invited')

  const theirs = await browser.newContext()
  const guest = await theirs.newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'Welcome to Shipmate' })).toBeVisible()
  await guest.getByLabel('New password', { exact: true }).fill(password)
  await guest.getByLabel('Confirm new password').fill(password)
  await guest.keyboard.press('Enter')
  await guest.getByRole('link', { name: 'Sign in' }).click()
  await guest.getByLabel('Email').fill(email)
  await guest.getByLabel('Password', { exact: true }).fill(password)
  await guest.keyboard.press('Enter')
  await expect(guest).toHaveURL(new RegExp(world.listPath))
  await guest.getByRole('button', { name: 'Noor Haddad' }).click()
  await guest.getByRole('menuitem', { name: 'Your account' }).click()
  await expect(guest.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await expect(guest.getByRole('heading', { name: 'Permission and schools' })).toHaveCount(0)
  // only their own page
  await guest.goto(`/users/${world.admin.id}`)
  await expect(guest).toHaveURL(/\/not-permitted/)
  await theirs.close()

  await page.reload()
  await expect(row).toContainText('Active')
})

test('a user ends a session elsewhere, and an admin disables them with a warning', async ({
  page,
  world,
  browser,
}) => {
  const other = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })
  const elsewhere = await other.newPage()
  await elsewhere.goto(world.listPath)
  await elsewhere.getByLabel('Email').fill(world.registrar.email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(world.registrar.password)
  await elsewhere.keyboard.press('Enter')
  // the sign-in page has a heading and a link to the same address, too
  await expect(elsewhere.getByRole('button', { name: 'Robin Reyes' })).toBeVisible()

  await signIn(page, world, world.registrar)
  await page.goto(`/users/${world.registrar.id}`)
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  await sessions.getByRole('button', { name: /^End Chrome on / }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await elsewhere.goto(world.listPath)
  await expect(elsewhere).toHaveURL(/\/login/)
  await other.close()

  await signIn(page, world, world.admin)
  await page.goto(`/users/${world.registrar.id}`)
  await page.getByRole('button', { name: 'Disable…' }).click()
  await expect(page.getByText('They’re signed out everywhere at once and can’t sign in.')).toBeVisible()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible()
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
})

test('an admin confirms the password once before they give access', async ({ page, world }) => {
  const person = await buildPerson(world.db, 'school_admin', [world.schoolId])
  const given = `given.${person.email}`
  await signIn(page, world, world.admin)
  await page.goto(`/users/${person.id}`)
  await page.getByRole('textbox', { name: 'Email' }).fill(given)
  await page.getByRole('button', { name: 'Save profile' }).click()
  // who cancels keeps what they typed
  await page
    .getByRole('dialog', { name: 'Confirm your password' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(given)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await confirmPassword(page, world.admin)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect
    .poll(
      async () =>
        (await world.db.selectFrom('users').select('email').where('id', '=', person.id).executeTakeFirst())
          ?.email,
    )
    .toBe(given)
  await page.getByRole('radio', { name: /Shipmate Admin/ }).check()
  await page.getByRole('button', { name: /^Save (access|permission)/ }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm your password' })).toHaveCount(0)
})

test('each screen that gives access goes on after the password is confirmed', async ({ page, world }) => {
  const invited = await buildUser(world.db, { permission: 'school_admin', school_ids: [world.schoolId] })
  await signIn(page, world, world.admin)
  await page.goto(`/users/${invited}`)
  await page.getByRole('button', { name: 'Create a link without email' }).click()
  await confirmPassword(page, world.admin)
  await expect(page.getByLabel('One-time link')).toHaveValue(/\/login\/welcome/)

  await signIn(page, world, world.admin)
  await page.goto(`/schools/${world.schoolId}/settings/eligibility`)
  await page.getByLabel('Clearinghouse').click()
  await page.getByRole('option', { name: eligibilityProviderLabels.json }).click()
  await page.getByLabel('Address').fill('https://clearinghouse.example/checks')
  await page.getByLabel('API key').fill('a key of the clearinghouse')
  await page.getByLabel('Organization').fill('Harborview')
  await page.getByLabel('NPI').fill('1245319599')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await confirmPassword(page, world.admin)
  await expect(page.getByText(/saved$/).first()).toBeVisible()
})

test('two-factor authentication is set up on the user’s page, and an admin resets it', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.registrar)
  await page.goto(`/users/${world.registrar.id}`)
  await page.getByRole('button', { name: 'Set up' }).click()
  await confirmPassword(page, world.registrar)
  const secret = await page.getByText(/^([A-Z2-7]{4} ?){4,}$/).textContent()
  const totp = new TOTP({ secret: Secret.fromBase32(secret?.replaceAll(' ', '') ?? '') })
  await page.getByLabel('Code').fill(totp.generate())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(8)
  await expect(page.getByText('On. You enter a code each time you sign in.')).toBeVisible()

  await signIn(page, world, world.admin)
  await page.goto(`/users/${world.registrar.id}`)
  await page.getByRole('button', { name: 'Reset two-factor authentication' }).click()
  await expect(page.getByText(`We email ${world.registrar.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await confirmPassword(page, world.admin)
  await expect(page.getByText('Off. They sign in with their password only.')).toBeVisible()
})

test('a user’s new email address applies once they open the link, also while signed in', async ({
  page,
  world,
}) => {
  const person = await buildPerson(world.db, 'school_admin', [world.schoolId])
  const next = `new.${person.email}`
  await signIn(page, world, person)
  await page.goto(`/users/${person.id}`)
  await page.getByRole('textbox', { name: 'Email' }).fill(next)
  await page.getByLabel('Current password').first().fill(person.password)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText(`Waiting for confirmation from ${next}`)).toBeVisible()
  // the link in the email can’t be read from the database
  const token = newToken()
  await world.db
    .updateTable('one_time_tokens')
    .set({ token_hash: hashToken(token) })
    .where('user_id', '=', person.id)
    .where('purpose', '=', 'email')
    .execute()
  await page.goto(`/login/confirm-email?token=${token}`)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { name: 'Email address changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.goto(`/users/${person.id}`)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(next)
  await page.goto(`/login/confirm-email?token=${token}`)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText(/This link doesn’t work anymore/)).toBeVisible()
})
