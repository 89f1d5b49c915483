import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { inspect, settle } from './findings.ts'
import { buildPerson, expect, signIn, test } from './fixtures.ts'
import { openBulk, openPreview, overASchool, overTheList, showPicture } from './screens-opened.ts'
import {
  idleWarning,
  list,
  lists,
  openScreen,
  press,
  setup,
  signedOut,
  signInAsDemo,
  site,
  student,
  twoFactorSetup,
  type Screen,
} from './screens.ts'

/** `npm run screenshots` checks every width in both themes and saves the images here. */
const folder = process.env['SCREENSHOTS'] ? join(import.meta.dirname, '../screenshots') : undefined

interface Look {
  readonly size: 'desk' | 'tablet' | 'phone' | 'narrowest'
  readonly theme: 'light' | 'dark'
}

const desk: readonly Look[] = [
  { size: 'desk', theme: 'light' },
  { size: 'desk', theme: 'dark' },
]
/** Only what fits is checked of what is looked at on desktops. */
const tablet: Look = { size: 'tablet', theme: 'light' }
const onPaper = desk.slice(0, 1)
const deskAndPhone: readonly Look[] = [
  ...desk,
  { size: 'phone', theme: 'dark' },
  { size: 'phone', theme: 'light' },
]
/** The narrowest window in which everything has to fit without scrolling sideways (WCAG 2.2, 1.4.10 Reflow). */
const narrowest: Look = { size: 'narrowest', theme: 'light' }
/** Lists arrange their columns and tools differently on phones and desktops. */
const everywhere: readonly Look[] = [
  ...deskAndPhone,
  { size: 'tablet', theme: 'light' },
  { size: 'tablet', theme: 'dark' },
]
const sizes = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
  narrowest: { width: 320, height: 640 },
}

/** Resizes the open screen to a device's size, with touch unless it's a desktop. */
const lookAs = async (page: Page, device: CDPSession, { size, theme }: Look): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme })
  if (page.viewportSize()?.width !== sizes[size].width) {
    await device.send('Emulation.setTouchEmulationEnabled', { enabled: size !== 'desk' })
    await page.setViewportSize(sizes[size])
  }
  await settle(page)
}

/** Returns what is beyond the left or right edge of the window, except in what can be scrolled sideways. */
const cutOffOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement
    const isCutOff = (element: Element): boolean => {
      const { left, right, width } = element.getBoundingClientRect()
      return (
        width > 1 &&
        (left < -1 || right > clientWidth + 1) &&
        element.checkVisibility({ opacityProperty: true })
      )
    }
    const wide = [
      ...document.querySelectorAll('html, main, [role=dialog], [role=alertdialog], .overflow-y-auto'),
    ]
      .filter(({ scrollWidth, clientWidth: own }) => scrollWidth > own)
      .map(
        ({ tagName, scrollWidth, clientWidth: own }) => `${tagName} is ${scrollWidth - own} pixels too wide`,
      )
    const cutOff = [...document.querySelectorAll('button, a, input, select, textarea, h1, h2, p')]
      .filter(
        (element) =>
          element.closest('[class*=overflow-x-auto], .overflow-auto, .site-skip') === null &&
          isCutOff(element),
      )
      .map(({ tagName, textContent, ariaLabel }) => `${tagName} ${ariaLabel ?? textContent}`)
    const whole = [...document.querySelectorAll('.truncate')]
      .filter((element) => getComputedStyle(element).display === 'inline')
      .map(({ textContent }) => `nothing truncates ${textContent}`)
    return [...wide, ...cutOff, ...whole]
  })

/** Returns by how much the page is longer than its window. Signed in, only parts of it scroll, never the window; paper can. */
const lengthOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement
    const isOnScreen = document.querySelector('nav[aria-label=Main]') && !matchMedia('print').matches
    return isOnScreen ? scrollHeight - clientHeight : 0
  })

/** Returns the open tabs that aren’t in sight in their row. */
const hiddenTabsOf = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => {
    const isHidden = (tab: Element): boolean => {
      const [row, { left, right }] = [
        tab.closest('nav')?.getBoundingClientRect(),
        tab.getBoundingClientRect(),
      ]
      return row !== undefined && (left < row.left || right > row.right)
    }
    return [...document.querySelectorAll('main nav [aria-current=page]')]
      .filter(isHidden)
      .map(({ textContent }) => textContent)
  })

/** Returns the highlighted options of lists and menus whose color can’t be told from their list’s, which axe has no rule for. */
const unseenOptionsOf = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const lightnessOf = (...colors: string[]): number => {
      for (const color of colors) {
        if (!pen) throw new Error('no canvas')
        pen.fillStyle = color
        pen.fillRect(0, 0, 1, 1)
      }
      return pen?.getImageData(0, 0, 1, 1).data[1] ?? 0
    }
    const backgroundOf = (element: Element): string => getComputedStyle(element).backgroundColor
    const isUnseen = (option: Element): boolean => {
      const list = option.closest('.bg-raised')
      if (!list) return true
      const own = lightnessOf(backgroundOf(list), backgroundOf(option))
      return Math.abs(own - lightnessOf(backgroundOf(list))) < 8
    }
    return [...document.querySelectorAll('[data-highlighted]')]
      .filter((option) => option.checkVisibility() && isUnseen(option))
      .map(({ textContent }) => textContent)
  })

/** Checks a screen: every axe rule first, then those that size and theme can change. */
const see = async (page: Page, screen: Screen, looks: readonly Look[]): Promise<void> => {
  await page.setViewportSize(sizes.desk)
  // its touch emulation ends with it
  const device = await page.context().newCDPSession(page)
  await openScreen(page, screen)
  for (const [index, look] of looks.entries()) {
    await lookAs(page, device, look)
    const name = `${screen.name}${look.size === 'desk' ? '' : `-${look.size}`}-${look.theme}`
    if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
    const found = await inspect(page, ...(index === 0 ? [] : ['color-contrast']))
    expect.soft(found, `${name}: findings of axe`).toEqual([])
    expect.soft(await cutOffOf(page), `${name}: beyond the edge`).toEqual([])
    expect.soft(await lengthOf(page), `${name}: pixels below the window`).toBe(0)
    expect.soft(await hiddenTabsOf(page), `${name}: open tabs out of sight`).toEqual([])
    expect.soft(await unseenOptionsOf(page), `${name}: highlighted options like the rest`).toEqual([])
  }
  // paper is as wide as it is
  if (looks !== onPaper) {
    for (const look of looks === desk ? [tablet, narrowest] : [narrowest]) {
      await lookAs(page, device, look)
      expect.soft(await cutOffOf(page), `${screen.name}-${look.size}: beyond the edge`).toEqual([])
    }
  }
  await device.detach()
}

// The screens show the demo schools; only the last test creates another one.
for (const [what, screens] of Object.entries({ lists, student, site, setup }))
  test(`screens: ${what}`, async ({ page, db }) => {
    test.setTimeout(600_000)
    await signInAsDemo(page, db)
    for (const screen of screens) await see(page, screen, screens === lists ? everywhere : deskAndPhone)
  })

test('screens: before signing in, two-factor setup, and the inactivity warning', async ({ page, db }) => {
  test.setTimeout(300_000)
  for (const screen of signedOut) await see(page, screen, deskAndPhone)
  await signIn(page, { db }, await buildPerson(db, 'shipmate_admin', [], { two_factor_confirmed_at: null }))
  await see(page, twoFactorSetup, deskAndPhone)
  await signInAsDemo(page, db)
  await page.clock.install()
  await see(page, idleWarning, desk)
})

test('screens: dialogs and menus of the list, and the printed list', async ({ page, db }) => {
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
  await see(page, printed, onPaper)
})

test('screens: dialogs that change records, an import’s preview, and dialogs of a school', async ({
  page,
  db,
  world,
}) => {
  test.setTimeout(300_000)
  await signInAsDemo(page, db)
  await see(page, { name: 'bulk-change', path: list, sign: 'students', after: openBulk }, desk)
  // A different school than in the other screens, because its imports include a preview.
  const path = '/schools/2/period'
  await see(page, { name: 'import-result', path, sign: 'students', after: openPreview }, desk)
  // a new school, so that the others' screens don't change
  await showPicture(page, `${world.listPath}/website/home-page`)
  for (const screen of overASchool(`/schools/${world.schoolId}/settings`, world.listPath))
    await see(page, screen, desk)
})
