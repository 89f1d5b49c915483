import type { Page } from '@playwright/test'
import { expect, signIn, test, type World } from './fixtures.ts'

const openList = async (page: Page, world: World) => {
  await world.addStudents([
    { student: { sid: 'A1', first_name: 'Ana', last_name: 'Abara' }, program: 'Nursing', campus: 'Main' },
    {
      student: { sid: 'A2', first_name: 'José', last_name: 'Brown', middle_initial: null },
      program: '=Law',
      campus: 'North',
    },
    { student: { sid: 'A3', first_name: 'Zoë', last_name: 'Chen' }, program: 'Pharmacy', campus: 'Main' },
  ])
  await signIn(page, world, world.admin)
  await page.goto(world.listPath)
  const grid = page.getByRole('grid', { name: 'Students' })
  await expect(grid.getByRole('row')).toHaveCount(4)
  return grid
}

const heads = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((all) => all.map((one) => one.textContent).filter(Boolean))

test('columns are dragged, resized, hidden and shown, and stay that way for this user only', async ({
  page,
  world,
}) => {
  await openList(page, world)
  const head = (name: RegExp) => page.getByRole('columnheader', { name })
  await head(/^Vision/)
    .getByRole('button')
    .first()
    .dragTo(head(/^Medical/), { targetPosition: { x: 6, y: 12 } })
  await expect.poll(async () => (await heads(page)).slice(2, 4)).toEqual(['Vision', 'Medical'])

  const before = await head(/^Student ID/).boundingBox()
  if (!before) throw new Error('The head of the column is not in sight.')
  await page.mouse.move(before.x + before.width - 1, before.y + 12)
  await page.mouse.down()
  await page.mouse.move(before.x + before.width + 59, before.y + 12, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await head(/^Student ID/).boundingBox())?.width).toBe(before.width + 60)

  await page.getByRole('button', { name: 'Columns' }).click()
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await panel.getByLabel('Vision', { exact: true }).uncheck()
  await expect(head(/^Vision/)).toHaveCount(0)
  await panel.getByPlaceholder('Find a column').fill('member ID')
  await panel.getByRole('checkbox', { name: 'Dental member ID' }).click()
  await expect(head(/^Dental member ID/)).toBeVisible()
  const saved = page.waitForResponse(
    (answer) =>
      decodeURIComponent(answer.url()).endsWith(`student-list:${world.periodId}`) &&
      answer.request().method() === 'PUT' &&
      // not the column before it
      /compact/.test(answer.request().postData() ?? ''),
  )
  await panel.getByText('Compact').click()
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('row', { name: /Abara/ })).toBeVisible()
  await expect(head(/^Vision/)).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Abara/ })).toHaveCSS('height', '30px')

  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  await expect(head(/^Vision/)).toBeVisible()

  await signIn(page, world, world.admin)
  await page.goto(world.listPath)
  await expect(page.getByRole('row', { name: /Abara/ })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await panel.getByRole('button', { name: 'Reset columns' }).click()
  await expect(head(/^Vision/)).toBeVisible()
})

test('a long list loads while scrolling, keeps its position, and prints completely, unless the print can’t be logged', async ({
  page,
  world,
}) => {
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: true })
  })
  await world.addStudents(
    Array.from({ length: 260 }, (_, index) => ({
      student: { sid: `L${index}`, first_name: 'Lee', last_name: `Long ${String(index).padStart(3, '0')}` },
    })),
  )
  await signIn(page, world, world.registrar)
  await page.goto(world.listPath)
  await expect(page.getByText('260 students')).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Students' })
  await grid.focus()
  await page.keyboard.press('End')
  await expect(grid.getByRole('row', { name: /Long 259/ })).toBeVisible()
  await page.keyboard.press('Shift+Home')
  await expect(page.getByText('260 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await grid.getByRole('link', { name: /Long 259/ }).click()
  await expect(page).toHaveURL(/\/student\//)
  await page.goBack()
  await expect(grid.getByRole('row', { name: /Long 259/ })).toBeVisible()

  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed') === true)).toBe(true)
  const { detail } = await world.db
    .selectFrom('access_log')
    .select('detail')
    .where('school_id', '=', world.schoolId)
    .where('action', '=', 'export')
    .executeTakeFirstOrThrow()
  expect(detail).toMatch(/^print, 260 rows: student_name, /)
  const paper = page.locator('.print-only')
  await expect(paper.locator('tbody tr')).toHaveCount(260)
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
  await expect(page.getByText('Couldn’t print the list')).toBeVisible()
  await expect(page.getByText(/Shipmate couldn’t log the print, so it didn’t print/)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'printed'))).toBeUndefined()
  await expect(paper).toHaveCount(0)
})
