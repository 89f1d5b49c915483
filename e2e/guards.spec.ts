import { expect, signIn, test } from './fixtures.ts'

test('a guest is sent to the sign-in page from every screen; a school admin can open only their own school', async ({
  page,
  world,
}) => {
  await test.step('a guest', async () => {
    await page.goto(world.listPath)
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await page.goto('/not-permitted')
    await expect(page).toHaveURL(/\/not-permitted/)
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  })

  await signIn(page, world, world.registrar)
  await page.goto('/')
  await expect(page).toHaveURL(new RegExp(`/schools/${world.schoolId}/period`))
  for (const path of [
    '/schools/1/period/1',
    `/schools/${world.schoolId}/settings/periods`,
    `${world.listPath}/insurance-options`,
    `${world.listPath}/insurance-options/dental-plan`,
    `${world.listPath}/waiver-options`,
    '/settings/insurance-companies',
    '/settings/users',
    `/users/${world.admin.id}`,
    '/users/999999999',
  ])
    await test.step(`a school admin at ${path}`, async () => {
      await page.goto(path)
      await expect(page).toHaveURL(/\/not-permitted/)
    })
  await page.goto('/login')
  await expect(page).not.toHaveURL(/\/login/)
})
