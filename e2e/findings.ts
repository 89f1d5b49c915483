import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Waits until nothing is read or moves any more: a color on its way to another is none that anybody reads. */
export const settle = async (page: Page): Promise<void> => {
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
  await page.evaluate(() => {
    // what lies in a closed part is never drawn: its transitions do not end
    const drawn = document
      .getAnimations()
      .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility())
    return Promise.all(drawn.map((one) => one.finished.catch(() => null)))
  })
}

/** What axe finds on the page once it stands still: by every rule, or by those that are named. */
export const findingsOf = async (page: Page, ...rules: string[]): Promise<string[]> => {
  await settle(page)
  // there are no frames to be put together, for which axe opens a page of its own each time
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200) ?? ''}`)
}
