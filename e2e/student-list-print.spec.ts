import { expect, signIn, test } from './fixtures.ts'

test('the list is printed as it stands: all rows, the columns in sight, nothing else of the page', async ({
  page,
  world,
}) => {
  await world.addStudents(
    Array.from({ length: 120 }, (_, index) => ({
      student: { sid: `P${index}`, first_name: 'Lee', last_name: `Long ${String(index).padStart(3, '0')}` },
      program: index % 2 === 0 ? 'Law' : 'Nursing',
    })),
  )
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: true })
  })
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  await expect(page.getByText('120 students')).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed') === true)).toBe(true)
  const paper = page.locator('.print-only')
  await expect(paper.locator('tbody tr')).toHaveCount(120)
  await expect(paper).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(paper).toBeVisible()
  await expect(page.getByRole('grid')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(paper).toHaveCount(0)
})
