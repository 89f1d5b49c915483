import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Waits until nothing loads or animates: colors during a transition aren't what users read. */
export const settle = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(countLoading), { message: 'what still loads', intervals: [50, 100, 250] })
    .toBe(0)

/** Runs in the page. Returns how many visible parts still load; if none does, after what moves has stopped. */
const countLoading = async (): Promise<number> => {
  const isDrawn = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }
  // closed parts aren't rendered: their transitions don't end
  const isMoving = ({ effect, playState }: Animation): boolean =>
    playState === 'running' && effect instanceof KeyframeEffect && (effect.target?.checkVisibility() ?? false)
  const loading = [...document.querySelectorAll('[aria-busy=true]')].filter(isDrawn).length
  if (loading > 0) return loading
  // a new theme reaches each element a frame after its parent: two frames in which nothing moves are the end
  for (let still = 0; still < 2; still++) {
    await new Promise((drawn) => requestAnimationFrame(drawn))
    const moving = document.getAnimations().filter(isMoving)
    await Promise.all(moving.map((one) => one.finished.catch(() => null)))
    if (moving.length > 0) still = -1
  }
  return 0
}

type RunOptions = Parameters<AxeBuilder['options']>[0]

/** Only what is read from them: finding selectors, and describing what passed, takes longer than the rules. */
const told: RunOptions = { resultTypes: ['violations'], selectors: false }

interface Found {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** Runs in the page. Returns what the engine finds, or null if this document doesn't have the engine yet. */
const runAgain = async (options: RunOptions): Promise<string[] | null> => {
  const engine: unknown = Reflect.get(window, 'axe')
  if (!engine) return null
  // the engine that the first look brought: `run` takes a document and options
  const { violations } = await (engine as { run(within: Document, options: RunOptions): Promise<Found> }).run(
    document,
    options,
  )
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200) ?? ''}`)
}

/** Returns what axe finds on a page that stands still: by every rule, or by the named ones. */
export const inspect = async (page: Page, ...rules: string[]): Promise<string[]> => {
  const options: RunOptions =
    rules.length > 0 ? { ...told, runOnly: { type: 'rule', values: rules } } : { ...told }
  const found = await page.evaluate(runAgain, options)
  if (found) return found
  // Once for each document: the engine is 600 kB. There are no frames to combine, for which it opens a page each time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200) ?? ''}`)
}

/** Waits until the page is idle, and returns what axe finds. */
export const findingsOf = async (page: Page, ...rules: string[]): Promise<string[]> => {
  await settle(page)
  return inspect(page, ...rules)
}
