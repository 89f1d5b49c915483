import { expect, test } from './fixtures.ts'
import { list, signInAsDemo } from './screens.ts'

const pageOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

test('a screen is printed to its end, on white paper, without the navigation', async ({ page, db }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInAsDemo(page, db)
  for (const [path, sign] of [
    [`${list}/reports/figures`, 'Aging out by month'],
    ['/student/4/history', 'History'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: sign })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(pageOf(await page.pdf({ format: 'Letter' })), `pages of ${path}`).toBeGreaterThan(1)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(page.getByText(/^Harborview University · Policy year 2026–27 · \d/)).toBeVisible()
    await expect(page.locator('#content')).toHaveCSS('background-color', 'lab(100 0 0)')
    await page.emulateMedia({ media: null })
  }
})
