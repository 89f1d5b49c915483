import type { Page } from '@playwright/test'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { expect, signIn, test } from './fixtures.ts'

/** Records the paths that a page asks for, in order. */
const watchPaths = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  return asked
}

test('until the list shows its rows, the page asks only for what it shows; the rest follows, or comes when it’s opened', async ({
  page,
  world,
}) => {
  await world.addStudents([{}, {}])
  await signIn(page, world, world.admin)
  const released = Promise.withResolvers<void>()
  await page.route(/\/api\/student-periods-by-period\/\d+\?/, async (route) => {
    await released.promise
    await route.continue()
  })
  const asked = watchPaths(page)
  const rest = () =>
    ['/api/views/counts', '/api/jobs'].map((path) => ({
      path,
      times: asked.filter((one) => one === path).length,
    }))

  await page.goto(world.listPath)
  await expect
    .poll(() => asked.filter((path) => path.startsWith('/api/student-periods-by-period/')))
    .toHaveLength(1)
  // the quieter calls have had their responses by now
  await page.waitForTimeout(1500)
  expect(rest().map(({ times }) => times)).toEqual([0, 0])
  expect(asked.length).toBeLessThanOrEqual(20)

  released.resolve()
  await expect(page.locator('[data-row]')).toHaveCount(2)
  await expect.poll(rest).toEqual([
    { path: '/api/views/counts', times: 1 },
    { path: '/api/jobs', times: 1 },
  ])

  await test.step('a user who is quicker than the page gets what they open', async () => {
    await page.route(/\/api\/student-periods-by-period\/\d+\?/, () => undefined)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

test('the list’s calls are sent while the code still loads, once each, unless the user may not open it', async ({
  page,
  world,
  db,
}) => {
  await world.addStudents([{}, {}])
  await signIn(page, world, world.registrar)
  const released = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!start-)[^/]+\.js$/, async (route) => {
    await released.promise
    await route.continue()
  })
  const asked = watchPaths(page)
  const calls = () => asked.filter((path) => path.startsWith('/api/') && path !== '/api/events').toSorted()
  const expected = [
    '/api/me',
    `/api/preferences/student-list`,
    `/api/preferences/student-list%3A${world.periodId}`,
    `/api/schools/${world.schoolId}`,
    `/api/schools/${world.schoolId}/periods`,
    `/api/student-periods-by-period/${world.periodId}`,
    '/api/student-periods/student-quantity-by-status-in-period',
    '/api/views',
  ]
  // the page has no code yet, so it isn't loaded
  await page.goto(world.listPath, { waitUntil: 'commit' })
  await expect.poll(calls).toEqual(expected)

  await page.route(/\/api\/(views\/counts|jobs)/, () => undefined)
  released.resolve()
  await expect(page.locator('[data-row]')).toHaveCount(2)
  await expect.poll(() => asked).toContain('/api/views/counts')
  expect(calls().filter((path) => !/counts|jobs/.test(path))).toEqual(expected)

  await test.step('another school', async () => {
    const other = await buildSchool(db, { name: `Another ${world.schoolName}` })
    // the rest of the list is still loading
    await page.goto('about:blank')
    asked.length = 0
    await page.goto(`/schools/${other}/period/${world.periodId}`)
    await expect(page).toHaveURL(/not-permitted/)
    expect(calls()).toEqual(['/api/me'])
  })
})

test('what is typed while a dialog or an editor loads goes into it, and acts on nothing else', async ({
  page,
  world,
}) => {
  const [id = 0] = await world.addStudents([{}])
  const record = `/student/${await world.studentOf(id)}/policy-years/${world.periodId}/insurance-details`
  await signIn(page, world, world.admin)
  const openSlowly = async (path: string) => {
    await page.unrouteAll()
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((later) => setTimeout(later, 400))
      await route.continue()
    })
  }

  await test.step('a name in the palette, whose letters are keys of the record', async () => {
    await openSlowly(record)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('nasjx')
    await page.keyboard.press('Backspace')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('nasj')
    await expect(page.getByRole('dialog')).toHaveCount(1)
  })
  await test.step('a note, whose editor loads after its dialog', async () => {
    await openSlowly(record)
    await page.keyboard.press('n')
    await page.keyboard.type('Spoke to ')
    await expect(page.getByRole('dialog', { name: /^Note about/ })).toBeVisible()
    await page.keyboard.type('the parent')
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveText('Spoke to the parent')
  })
  await test.step('the new value of a cell', async () => {
    await openSlowly(world.listPath)
    await page.keyboard.press('j')
    for (let column = 0; column < 7; column++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('F2')
    await page.keyboard.type('Law')
    await expect(page.getByRole('combobox', { name: 'Program' })).toHaveValue('Law')
  })
})
