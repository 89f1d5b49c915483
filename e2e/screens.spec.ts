import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import type { Database } from '#server/db/database.ts'
import { findingsOf, settle } from './findings.ts'
import { buildPerson, expect, signIn, test } from './fixtures.ts'
import { openBulk, openPreview, overASchool, overTheList, showPicture } from './screens-opened.ts'
import {
  idleWarning,
  list,
  lists,
  press,
  setup,
  signedOut,
  site,
  student,
  twoFactorSetup,
  type Screen,
} from './screens.ts'

/** `npm run screenshots` looks at every width in both themes and keeps the pictures here. */
const folder = process.env['SCREENSHOTS'] ? join(import.meta.dirname, '../screenshots') : undefined

interface Look {
  readonly size: 'desk' | 'tablet' | 'phone'
  readonly theme: 'light' | 'dark'
}

const desk: readonly Look[] = [
  { size: 'desk', theme: 'light' },
  { size: 'desk', theme: 'dark' },
]
const deskAndPhone: readonly Look[] = [
  ...desk,
  { size: 'phone', theme: 'dark' },
  { size: 'phone', theme: 'light' },
]
/** A list lays its columns and tools out anew between phone and desk. */
const everywhere: readonly Look[] = [
  ...deskAndPhone,
  { size: 'tablet', theme: 'light' },
  { size: 'tablet', theme: 'dark' },
]
const sizes = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
}

/** Lays the open screen out anew, as a device of that size would, with a finger unless it is a desk. */
const lookAs = async (page: Page, device: CDPSession, { size, theme }: Look): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme })
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: size !== 'desk' })
  if (page.viewportSize()?.width !== sizes[size].width) {
    await page.setViewportSize(sizes[size])
  }
  await settle(page)
}

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Looks at one screen: every rule of axe at the first look, at the others what size and theme can change. */
const see = async (page: Page, screen: Screen, looks: readonly Look[]): Promise<void> => {
  await page.setViewportSize(sizes.desk)
  // its touch goes with it
  const device = await page.context().newCDPSession(page)
  await page.goto(screen.path)
  if (screen.sign !== '')
    await expect(page.getByText(screen.sign).locator('visible=true').first()).toBeVisible()
  await settle(page)
  await screen.after?.(page)
  for (const [index, look] of looks.entries()) {
    await lookAs(page, device, look)
    const name = `${screen.name}${look.size === 'desk' ? '' : `-${look.size}`}-${look.theme}`
    if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
    const found = await findingsOf(page, ...(index === 0 ? [] : ['color-contrast']))
    expect.soft(found, `${name}: findings of axe`).toEqual([])
    expect.soft(await overflowOf(page), `${name}: pixels beyond the right edge`).toBe(0)
  }
  await device.detach()
}

const signInAsDemo = async (page: Page, db: Database): Promise<void> => {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@shipmate.example')
    .executeTakeFirstOrThrow()
  await signIn(page, { db }, admin)
}

// The screens show the demo's own schools; the last test is the only one that makes another.
for (const [what, screens] of Object.entries({ lists, student, site, setup }))
  test(`screens: ${what}`, async ({ page, db }) => {
    test.setTimeout(600_000)
    await signInAsDemo(page, db)
    for (const screen of screens) await see(page, screen, screens === lists ? everywhere : deskAndPhone)
  })

test('screens: before signing in, setting up two-factor, and the idle warning', async ({ page, db }) => {
  test.setTimeout(300_000)
  for (const screen of signedOut) await see(page, screen, deskAndPhone)
  await signIn(page, { db }, await buildPerson(db, 'shipmate_admin', [], { two_factor_confirmed_at: null }))
  await see(page, twoFactorSetup, deskAndPhone)
  await signInAsDemo(page, db)
  await page.clock.install()
  await see(page, idleWarning, desk)
})

test('screens: what opens over the list, and the printed list', async ({ page, db }) => {
  test.setTimeout(300_000)
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: true })
  })
  await signInAsDemo(page, db)
  for (const screen of overTheList) await see(page, screen, desk)
  const print = async (): Promise<void> => {
    await press(page, 'Print')
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed') === true)).toBe(true)
    await page.emulateMedia({ media: 'print' })
  }
  const printed = { name: 'student-list-print', path: `${list}?q=chen`, sign: 'students', after: print }
  await see(page, printed, desk.slice(0, 1))
})

test('screens: dialogs that change, an import’s preview, and what opens over a school', async ({
  page,
  db,
  world,
}) => {
  test.setTimeout(300_000)
  await signInAsDemo(page, db)
  await see(page, { name: 'bulk-change', path: list, sign: 'students', after: openBulk }, desk)
  // Another school than the one in the other screens: a preview stands among its imports.
  const path = '/schools/2/period'
  await see(page, { name: 'import-result', path, sign: 'students', after: openPreview }, desk)
  // a school that nobody has seen yet: what the others show stays as it is
  await showPicture(page, `${world.listPath}/website/home-page`)
  for (const screen of overASchool(`/schools/${world.schoolId}/settings`, world.listPath))
    await see(page, screen, desk)
})
