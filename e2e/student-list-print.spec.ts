import { expect, signIn, test } from './fixtures.ts'

test('the list is printed as it stands: all rows, the columns in sight, nothing else of the page; unless it cannot be written down', async ({
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
  const { detail } = await world.db
    .selectFrom('access_log')
    .select('detail')
    .where('school_id', '=', world.schoolId)
    .where('action', '=', 'export')
    .executeTakeFirstOrThrow()
  expect(detail).toMatch(/^print, 120 rows: student_name, /)
  const paper = page.locator('.print-only')
  await expect(paper.locator('tbody tr')).toHaveCount(120)
  await expect(paper).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(paper).toBeVisible()
  await expect(page.getByRole('grid')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(paper).toHaveCount(0)

  await page.evaluate(() => Object.assign(window, { printed: undefined }))
  await page.route('**/api/prints', (route) =>
    route.fulfill({ status: 422, json: { message: 'The policy year is gone.', errors: {} } }),
  )
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.getByText('The list could not be printed')).toBeVisible()
  await expect(page.getByText(/Every print is written down first, and that failed/)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'printed'))).toBeUndefined()
  await expect(paper).toHaveCount(0)
})
