import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test as base, type Person, type World } from './fixtures.ts'

type Role = Parameters<Page['getByRole']>[0]
type Name = string | RegExp

/** Finds what to look for. */
type Find = (screen: Pick<Page, 'getByRole' | 'getByText' | 'getByLabel' | 'locator'>) => Locator

/** What a user without a pointer has: keys and the screen. */
export interface Keys {
  /** Signs in and opens a screen by its URL. */
  open(world: World, person: Person, path: string): Promise<void>
  press(key: string, times?: number): Promise<void>
  type(text: string): Promise<void>
  /** Expects that a part of the journey takes so many keys, by the page’s own events; typed texts aren’t counted. */
  takes(count: number, part: () => Promise<void>): Promise<void>
  /**
   * Presses a key, Tab by default, until the target has the focus; fails after 60 presses, or if the focus was lost
   * although the screen wasn't just opened.
   */
  goTo(role: Role, name: Name, key?: string): Promise<void>
  /** The same for the line that opens a section. */
  goToSummary(text: string): Promise<void>
  /** Expects that the target has the focus. */
  isAt(role: Role, name: Name): Promise<void>
  /** Expects something on screen: `await keys.sees((screen) => screen.getByText('3 selected')).toBeVisible()`. */
  sees(find: Find): ReturnType<typeof expect<Locator>>
  /** Returns the active element within one that keeps the focus, such as a grid. */
  isInside(role: Role, name: Name, id: string): Promise<void>
  address(): string
  /** Returns how often the page was printed. */
  printed(): Promise<number>
  /** Another user's keys, in a separate browser. */
  colleague(): Promise<Keys>
  /** Returns the copied text. */
  clipboard(): Promise<string>
  /** Presses a key, and reads the downloaded file. */
  download(key: string): Promise<Buffer>
  reload(): Promise<void>
}

const furthest = 60

const keyboardTest = base.extend<{ keys: Keys }>({
  keys: async ({ browser, page }, use) => {
    const pointed: string[] = []
    const scrolled: number[] = []
    const keysFor = async (sat: Page): Promise<Keys> => {
      const pressed: string[] = []
      await watchPointer(sat, pointed)
      await watchWindow(sat, scrolled)
      await watchKeys(sat, pressed)
      return keysOf(sat, pressed, async () => keysFor(await browser.newPage()))
    }
    await use(await keysFor(page))
    expect(pointed, 'presses of a pointer').toEqual([])
    expect(scrolled, 'pixels that the window scrolled, instead of a part of the screen').toEqual([])
  },
})

/** A test by keyboard only: it has keys and the screen, and no page to click. */
export const byKeyboard: (
  title: string,
  body: (given: { keys: Keys; world: World }) => Promise<void>,
) => void = keyboardTest

/** Records every pointer press, allows reading the clipboard, and counts prints instead of printing. */
const watchPointer = async (page: Page, pointed: string[]): Promise<void> => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.exposeFunction('__pointed', (what: string) => pointed.push(what))
  await page.addInitScript(() => {
    for (const type of ['pointerdown', 'mousedown', 'touchstart'])
      window.addEventListener(type, () => Reflect.get(window, '__pointed')(type), { capture: true })
    let prints = 0
    window.print = () => Object.assign(window, { __prints: ++prints })
  })
}

/** Records every scroll of the window: a focus that is cut off may scroll its part of the screen only. */
const watchWindow = async (page: Page, scrolled: number[]): Promise<void> => {
  await page.exposeFunction('__scrolled', (by: number) => scrolled.push(by))
  await page.addInitScript(() => {
    document.addEventListener('scroll', (event) => {
      if (event.target === document) Reflect.get(window, '__scrolled')(window.scrollX + window.scrollY)
    })
  })
}

/** Records every key that the page gets from a keyboard, without Shift, Control, Alt and Meta. */
const watchKeys = async (page: Page, pressed: string[]): Promise<void> => {
  await page.exposeFunction('__key', (key: string) => pressed.push(key))
  await page.addInitScript(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.isTrusted || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
      Reflect.get(window, '__key')(event.key)
    }
    window.addEventListener('keydown', listen, { capture: true })
  })
}

const keysOf = (page: Page, pressed: string[], colleague: () => Promise<Keys>): Keys => {
  const { keyboard } = page
  const sought = (role: Role, name: Name) => page.getByRole(role, { name, exact: typeof name === 'string' })
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time++) await keyboard.press(key)
  }
  let isFresh = true
  let typed = 0
  const keepFocus = async () => {
    if (!isFresh) await expect(page.locator('body'), 'the focus is lost').not.toBeFocused()
    isFresh = false
  }
  const walkTo = async (target: Locator, what: string, key = 'Tab') => {
    // users see an element before they use it, and wait for a button that can't be used yet
    await expect(target.first()).toBeVisible()
    await expect(target.first()).toBeEnabled()
    // a list ignores keys until its rows are there
    await expect(target.first()).not.toHaveAttribute('aria-busy', 'true')
    await keepFocus()
    const focused = page.locator(':focus').and(target)
    for (let steps = 0; (await focused.count()) === 0; steps++) {
      if (steps === furthest)
        throw new Error(`${key} leads to no ${what}; it is at ${await describeFocus(page)}`)
      await keyboard.press(key)
    }
  }
  return {
    open: async (world, person, path) => {
      await signIn(page, world, person)
      await page.goto(path)
      isFresh = true
    },
    press,
    type: async (text) => {
      await keyboard.type(text)
      typed += [...text].length
    },
    takes: async (count, part) => {
      const before = pressed.length - typed
      await part()
      expect(pressed.length - typed - before, `keys: ${pressed.slice(-count - 3).join(' ')}`).toBe(count)
    },
    goTo: (role, name, key) => walkTo(sought(role, name), `${role} ${name}`, key),
    goToSummary: (text) => walkTo(page.locator('summary', { hasText: text }), text),
    isAt: (role, name) => expect(sought(role, name)).toBeFocused(),
    sees: (find) => expect(find(page)),
    isInside: (role, name, id) => expect(sought(role, name)).toHaveAttribute('aria-activedescendant', id),
    address: () => page.url(),
    printed: () => page.evaluate(() => Number(Reflect.get(window, '__prints') ?? 0)),
    colleague,
    clipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    download: async (key) => {
      const [download] = await Promise.all([page.waitForEvent('download'), keyboard.press(key)])
      return readFileSync(await download.path())
    },
    reload: async () => {
      await page.reload()
      isFresh = true
    },
  }
}

/** 'button Export' */
const describeFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    const name = at?.getAttribute('aria-label') ?? at?.textContent ?? ''
    return `${at?.getAttribute('role') ?? at?.localName ?? 'nothing'} ${name.slice(0, 30)}`
  })
