import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const noFrame = 'no frame was drawn for a second'

/** Waits until nothing loads or animates: colors during a transition aren't what users read. */
export const settle = (page: Page): Promise<void> =>
  expect
    .poll(
      async () => {
        const unsettled = await page.evaluate(findUnsettled, noFrame)
        // After a new size the headless browser sometimes waits for its window's next frame, which never comes: a
        // picture makes it draw one.
        if (unsettled.includes(noFrame)) await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })
        return unsettled
      },
      { message: 'what still loads', intervals: [50, 100, 250] },
    )
    .toEqual([])

/** Runs in the page. Returns what loads, or what moves for longer than a second; none after two still frames. */
const findUnsettled = async (noFrame: string): Promise<string[]> => {
  const isDrawn = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }
  const loading = [...document.querySelectorAll('[aria-busy=true]')].filter(isDrawn)
  if (loading.length > 0) return loading.map(({ outerHTML }) => `loading: ${outerHTML.slice(0, 200)}`)
  // closed parts aren't rendered: their transitions don't end
  const findMoving = (): string[] =>
    document
      .getAnimations()
      .flatMap(({ effect, playState }) =>
        playState === 'running' && effect instanceof KeyframeEffect && effect.target?.checkVisibility()
          ? [`moving: ${effect.target.outerHTML.slice(0, 200)}`]
          : [],
      )
  const latest = performance.now() + 1000
  const drawFrame = (): Promise<boolean> =>
    new Promise((drawn) => {
      requestAnimationFrame(() => drawn(true))
      setTimeout(() => drawn(false), 1000)
    })
  // a new theme reaches each element a frame after its parent: two frames in which nothing moves are the end
  for (let still = 0; still < 2; still++) {
    if (!(await drawFrame())) return [noFrame]
    const moving = findMoving()
    if (moving.length > 0 && performance.now() > latest) return moving
    if (moving.length > 0) still = -1
  }
  return []
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
