import { expect, signIn, test } from './fixtures.ts'
import { openSite } from './student-site.ts'

test('a custom page is written, published, changed, compared, hidden and deleted, and students see what’s published', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.admin)
  const site = `${await openSite(world)}/clinic`
  // a site is new within seconds
  const seen = async () => {
    const answer = await page.request.get(site)
    const text = (await answer.text()).replaceAll(/<[^>]*>/g, ' ')
    return answer.status() === 200
      ? ['Open daily', 'Open on Monday'].filter((words) => text.includes(words))
      : null
  }
  await page.goto(`${world.listPath}/website/custom-page/1`)
  await page.getByRole('button', { name: 'Add page' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Clinic')
  await page.getByRole('textbox', { name: 'URL' }).fill('clinic')
  const body = page.getByRole('textbox', { name: 'Text' })
  await body.click()
  await page.keyboard.type('Open daily')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('New page saved')).toBeVisible()
  await expect(page.getByText('Students don’t see this yet.')).toBeVisible()
  expect(await seen()).toBeNull()

  const publish = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Publish/ })
      .click()
    await expect(page.getByText('Clinic published').first()).toBeVisible()
  }
  await publish()
  await expect.poll(seen).toEqual(['Open daily'])
  await expect(page.getByText(/^Students see version 1 of/)).toBeVisible()

  await body.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Open on Monday')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/1 change isn’t published/)).toBeVisible()
  await page.waitForTimeout(2500)
  expect(await seen()).toEqual(['Open daily'])
  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('button', { name: /^Side by side/ }).click()
  const compared = page.getByRole('dialog', { name: 'Compare versions: Clinic' })
  await expect(compared.getByText('Open daily')).toBeVisible()
  await expect(compared.getByText('Open on Monday')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await publish()
  await expect.poll(seen).toEqual(['Open on Monday'])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(seen).toEqual(['Open daily'])

  // a deletion reaches students at once, so it asks; its undo shows what they saw
  await page.getByRole('button', { name: 'Delete page from the student site…' }).click()
  await page.getByRole('button', { name: 'Delete from the site' }).click()
  await expect(page.getByText('No custom pages yet')).toBeVisible()
  await expect.poll(seen).toBeNull()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(seen).toEqual(['Open daily'])
})
