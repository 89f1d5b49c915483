import { expect, signIn, test } from './fixtures.ts'

const drawing = (name: string, color: string) => ({
  name,
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg viewBox="0 0 80 60"><rect x="0" y="0" width="80" height="60" fill="${color}"/></svg>`,
  ),
})

test('images are uploaded and chosen where they’re used, and appear in the preview', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.admin)
  await page.goto(`${world.listPath}/website/home-page`)

  // an image uploaded in the dialog is selected
  await page.getByRole('button', { name: 'Choose image…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose image' })
  await expect(dialog.getByText('No images yet.')).toBeVisible()
  await dialog.locator('input[type=file]').setInputFiles(drawing('harbor.svg', '#0f6e56'))
  await expect(dialog.getByRole('radio', { name: /harbor\.svg/ })).toBeChecked()
  await dialog.locator('input[type=file]').setInputFiles(drawing('clinic.svg', '#6e0f56'))
  await expect(dialog.getByRole('radio', { name: /clinic\.svg/ })).toBeChecked()
  await dialog.getByLabel('Alt text').fill('The clinic')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'The clinic' })).toHaveJSProperty('complete', true)

  // inserted into a text by keyboard, after the existing words
  const intro = page.getByRole('textbox', { name: 'Introduction' })
  await intro.click()
  await page.keyboard.type('Look: ')
  await page.getByRole('button', { name: 'Image', exact: true }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: /clinic\.svg/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: /harbor\.svg/ })).toBeChecked()
  await dialog.getByLabel('Alt text').fill('The harbor')
  await page.keyboard.press('Enter')
  await expect(intro.getByRole('img', { name: 'The harbor' })).toBeVisible()
  await expect(intro).toBeFocused()
  await page.keyboard.type(' from here')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Home page saved')).toBeVisible()

  await page.reload()
  const preview = page.getByRole('region', { name: 'Page preview' })
  await expect(preview.getByText('Look: from here')).toBeVisible()
  for (const name of ['The clinic', 'The harbor']) {
    const shown = preview.getByRole('img', { name })
    await expect(shown).toBeVisible()
    await expect.poll(() => shown.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0)
  }
})
