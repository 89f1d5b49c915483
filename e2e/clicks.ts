import type { Page } from '@playwright/test'

/** Counts clicks and opened addresses; Enter on a button is a click. A file that is chosen counts as one too. */
export const countClicks = async (page: Page) => {
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.addInitScript(() => {
    addEventListener('click', () => Reflect.get(window, 'countClick')(), true)
    addEventListener(
      'change',
      ({ target }) => {
        if (target instanceof HTMLInputElement && target.type === 'file') Reflect.get(window, 'countClick')()
      },
      true,
    )
  })
  const go = async (address: string): Promise<void> => {
    clicks += 1
    await page.goto(address)
  }
  return { go, total: () => clicks }
}
