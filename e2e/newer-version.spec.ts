import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { expect, signIn, walled as test, type World } from './fixtures.ts'

/**
 * From here on the server is another version's: the parts of the page that this tab has not loaded yet are gone, and
 * the page has other ones, until it is loaded anew.
 */
const deploy = async (page: Page): Promise<() => number> => {
  let loads = 0
  await page.route('**/assets/*.js', (route) =>
    loads === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page.route(/\/$|\/schools\//, async (route) => {
    if (route.request().isNavigationRequest()) loads += 1
    else if (loads === 0 && !route.request().url().includes('/api/')) {
      const body = '<script type="module" crossorigin src="/assets/index-newer.js"></script>'
      return route.fulfill({ contentType: 'text/html', body })
    }
    return route.continue()
  })
  return () => loads
}

/** The file of the build that a screen is in. */
const fileOf = (screen: string): string => {
  const manifest = z.parse(
    z.record(z.string(), z.object({ file: z.string() })),
    JSON.parse(readFileSync(join(import.meta.dirname, '../dist/client/.vite/manifest.json'), 'utf8')),
  )
  const key = Object.keys(manifest).find((name) => name.split('?')[0]?.endsWith(screen)) ?? screen
  return z.parse(z.string(), manifest[key]?.file)
}

const openList = async (page: Page, world: World): Promise<void> => {
  await page.goto(world.listPath)
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await page.waitForLoadState('networkidle')
}

const chooseStatus = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Academic status' }).click()

test('a part that did not arrive is told of as what it is; one that a newer version took away in place: nothing is lost, and a reload brings it', async ({
  page,
  world,
}) => {
  await world.addStudents([{}, {}])
  await signIn(page, world, world.admin)
  await test.step('the version is the same', async () => {
    await openList(page, world)
    await page.route('**/assets/*.js', (route) => route.abort())
    await chooseStatus(page)
    await expect(page.getByText('A part of this page did not load')).toBeVisible()
    await expect(page.getByText('A newer version')).toBeHidden()
    await page.unroute('**/assets/*.js')
  })

  await openList(page, world)
  const loads = await deploy(page)
  await chooseStatus(page)
  await expect(page.getByText('A newer version of Shipmate is there')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Select / }).nth(1)).toBeChecked()
  expect(loads()).toBe(0)

  await page.getByRole('button', { name: 'Reload' }).click()
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await chooseStatus(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByText('A newer version of Shipmate is there')).toBeHidden()
  expect(loads()).toBe(1)
})

test('where a newer version stands, going on loads the wanted page once, and what was typed comes back; a page that keeps failing ends at the error page', async ({
  page,
  world,
}) => {
  await signIn(page, world, world.admin)
  await page.goto(`/schools/${world.schoolId}/settings`)
  await page.getByLabel('City').fill('Astoria')
  await page.waitForLoadState('networkidle')
  const loads = await deploy(page)
  await page.getByLabel('City').fill('Astoria by the sea')
  await page.getByRole('link', { name: 'Colors' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/settings\/colors$/)
  await expect(
    page
      .getByRole('button', { name: /^Pick / })
      .or(page.getByLabel(/^Pick /))
      .first(),
  ).toBeVisible()
  expect(loads()).toBe(1)
  await page.getByRole('link', { name: 'About' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Astoria by the sea')

  // a page that keeps failing is loaded again once
  await page.unrouteAll()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.goto('/')
  await page.route(`**/${fileOf('companies-screen.tsx')}`, (route) =>
    route.fulfill({ status: 404, body: '' }),
  )
  let failing = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) failing += 1
  })
  await page.getByRole('link', { name: 'Insurance companies' }).click()
  await expect(page).toHaveURL(/\/general-error$/)
  await expect(page.getByRole('heading', { name: 'The page could not be loaded' })).toBeVisible()
  expect(failing).toBe(1)

  // The address typed by hand: its own load, and one more.
  await page.goto('/settings/insurance-companies')
  await expect(page).toHaveURL(/\/general-error$/)
  expect(failing).toBe(3)

  // Once the part is there again, nothing is left of the failure.
  await page.unrouteAll()
  await page.goto('/settings/insurance-companies')
  await expect(page.getByRole('heading', { name: 'Insurance companies' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('shipmate.reloaded'))).toBeNull()
})
