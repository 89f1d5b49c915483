import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { expect, signIn, walled as test, type World } from './fixtures.ts'

/**
 * Acts as the server of another version from now on: the parts of the page that this tab hasn't loaded are gone, and
 * the page has new ones, until it's reloaded.
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

/** Returns the file of the build that contains a screen. */
const fileOf = (screen: string): string => {
  const manifest = z.parse(
    z.record(z.string(), z.object({ file: z.string() })),
    JSON.parse(readFileSync(join(import.meta.dirname, '../dist/client/.vite/manifest.json'), 'utf8')),
  )
  const key = Object.keys(manifest).find((name) => name.split('?')[0]?.endsWith(screen)) ?? screen
  return z.parse(z.string(), manifest[key]?.file)
}

const openList = async (page: Page, world: World): Promise<void> => {
  // what reports missing parts has loaded: it comes when the page is idle, and then asks for the jobs
  const background = page.waitForResponse('**/api/jobs')
  await page.goto(world.listPath)
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await expect(page.getByRole('region', { name: 'Selected rows' })).toBeVisible()
  await background
  await page.waitForLoadState('networkidle')
}

const chooseStatus = (page: Page): Promise<void> =>
  page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Academic or record status' })
    .click()

test('a missing part is reported with its cause; if a newer version removed it, nothing is lost, and a reload loads it', async ({
  page,
  world,
}) => {
  await world.addStudents([{}, {}])
  await signIn(page, world, world.admin)
  await test.step('the version is the same', async () => {
    await openList(page, world)
    await page.route('**/assets/*.js', (route) => route.abort())
    await chooseStatus(page)
    await expect(page.getByText('Part of this page didn’t load')).toBeVisible()
    await expect(page.getByText('A newer version')).toBeHidden()
    await page.unroute('**/assets/*.js')
  })

  await openList(page, world)
  const loads = await deploy(page)
  await chooseStatus(page)
  await expect(page.getByText('A new version of Shipmate is available')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Select / }).nth(1)).toBeChecked()
  expect(loads()).toBe(0)

  await page.getByRole('button', { name: 'Reload' }).click()
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await chooseStatus(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByText('A new version of Shipmate is available')).toBeHidden()
  expect(loads()).toBe(1)
})

test('with a newer version, navigation loads the page once and restores typed text; a page that keeps failing shows an error', async ({
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
  await expect(page).toHaveURL(/\/settings\/colors$/)
  await expect(
    page
      .getByRole('button', { name: /^Choose / })
      .or(page.getByLabel(/^Choose /))
      .first(),
  ).toBeVisible()
  expect(loads()).toBe(1)
  await page.getByRole('link', { name: 'About' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Astoria by the sea')

  // a page that keeps failing is reloaded once
  await page.unrouteAll()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.goto('/settings/users')
  await page.route(`**/${fileOf('companies-screen.tsx')}`, (route) =>
    route.fulfill({ status: 404, body: '' }),
  )
  let failing = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) failing += 1
  })
  await page.getByRole('link', { name: 'Insurance companies' }).click()
  await expect(page).toHaveURL(/\/general-error$/)
  await expect(page.getByRole('heading', { name: 'The page didn’t load' })).toBeVisible()
  expect(failing).toBe(1)

  // The typed URL: its first load, and one reload.
  await page.goto('/settings/insurance-companies')
  await expect(page).toHaveURL(/\/general-error$/)
  expect(failing).toBe(3)

  // When the part is available again, nothing of the failure remains.
  await page.unrouteAll()
  await page.goto('/settings/insurance-companies')
  await expect(page.getByRole('heading', { name: 'Insurance companies' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('shipmate.reloaded'))).toBeNull()
})
