import { findingsOf } from './findings.ts'
import { expect, signIn, test } from './fixtures.ts'

const logo = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg viewBox="0 0 40 40" onload="alert(1)"><script>alert(1)</script><circle cx="20" cy="20" r="18" fill="#0f6e56"/></svg>',
  ),
}

test('a school’s settings, logo, colors, policy years and files are edited, and it’s archived', async ({
  page,
  world,
}) => {
  const settings = `/schools/${world.schoolId}/settings`
  await signIn(page, world, world.admin)
  await page.goto(settings)

  // someone else saves another field: both changes are saved
  await page.getByLabel('City').fill('Astoria')
  await world.db
    .updateTable('schools')
    .set({ address_1: '1 Harbor Way', version: 2 })
    .where('id', '=', world.schoolId)
    .execute()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('School settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('Astoria')
  await expect(page.getByLabel('Address line 1')).toHaveValue('1 Harbor Way')

  // a logo is cleaned, and shown in the list of schools
  await page.locator('input[type=file]').setInputFiles(logo)
  await expect(page.getByText('Logo added')).toBeVisible()
  const shown = page.getByRole('img', { name: /on a light background/ })
  await expect(shown).toHaveJSProperty('complete', true)
  await expect.poll(() => shown.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0)
  const bytes = await (await page.request.get((await shown.getAttribute('src')) ?? '')).text()
  expect(bytes).not.toMatch(/script|onload/)
  await page.goto(`/?q=${encodeURIComponent(world.schoolName)}`)
  const row = page.getByRole('row').filter({ hasText: world.schoolName })
  await expect(row.locator('img')).toHaveAttribute('src', /^\/media\//)

  // colors: a warning names the pair, and a readable text color is proposed
  await page.goto(`${settings}/colors`)
  await page.getByRole('button', { name: /^Text and banner/ }).click()
  await page.getByLabel('Text on banner', { exact: true }).first().fill('#eeeeee')
  await expect(page.getByText(/Light mode: Text on the banner has a contrast of/)).toBeVisible()
  await page.getByRole('button', { name: /^Use text color/ }).click()
  await expect(page.getByText(/Light mode: Text on the banner has a contrast of/)).toBeHidden()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Colors saved')).toBeVisible()

  // policy years: closed in the list, and undone
  await page.goto(`${settings}/periods`)
  await page.getByRole('button', { name: 'More actions for 2026–27' }).first().click()
  await page.getByRole('menuitem', { name: 'Close…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close policy year' }).click()
  await expect(page.getByText('2026–27 closed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone')).toBeVisible()

  // files: removed, with Undo
  await page.goto(`${settings}/files`)
  await page.getByRole('button', { name: 'Remove logo.svg' }).click()
  await expect(page.getByText('No files yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'logo.svg' })).toBeVisible()
  // no other accessibility check sees this screen with a file
  expect(await findingsOf(page)).toEqual([])

  // archived, and restored from the list
  await page.goto(settings)
  await page.getByRole('button', { name: /Archive school/ }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Archive school' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(`/?q=${encodeURIComponent(world.schoolName)}`)
  await expect(page.getByText(/No schools match/)).toBeVisible()
  await page.getByRole('button', { name: /^Archived \(/ }).click()
  const archived = page.getByRole('dialog', { name: 'Archived schools' })
  expect(await findingsOf(page)).toEqual([])
  await archived.getByRole('button', { name: `Restore ${world.schoolName}` }).click()
  await expect(page.getByText(`${world.schoolName} restored`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: world.schoolName, exact: true }).first()).toBeAttached()
})
