import { expect, signIn, test } from './fixtures.ts'

test('a token and a webhook are made for the school’s own system, each shown once', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.admin)
  await page.goto(`/schools/${world.schoolId}/settings/api-tokens`)
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('System').fill('Banner')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByLabel('Password', { exact: true }).fill(world.admin.password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  const token = await page.getByLabel('API token', { exact: true }).inputValue()
  const own = await page.request.get(`/api/schools/${world.schoolId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(own.status()).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(token)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Activity of Banner' })).toBeVisible()

  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill('https://10.0.0.1/hook')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText(/The address isn’t public or doesn’t use https\./)).toBeVisible()

  await page.goto(`/schools/${world.schoolId}/settings/api-tokens`)
  await page.getByRole('button', { name: 'Revoke Banner' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('Token of Banner revoked')).toBeVisible()
  const refused = await page.request.get(`/api/schools/${world.schoolId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(refused.status()).toBe(401)
})
