/** A page in Chromium for the parts that measure the built client, and what its scripts have in common. */
import { chromium, type Page } from '@playwright/test'

/** Opens a signed-in page, and closes the browser after `measure`. */
export const inPage = async <Result>(
  {
    base,
    token,
    flags = [],
  }: { readonly base: string; readonly token: string; readonly flags?: readonly string[] },
  measure: (page: Page) => Promise<Result>,
): Promise<Result> => {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', ...flags],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ name: 'shipmate_session', value: token, url: base }])
    return await measure(await context.newPage())
  } finally {
    await browser.close()
  }
}

/**
 * Statements that wait for frames until `isShown()` and no part of the page loads, and set `shown` to that moment and `ready`
 * to when the last data before it arrived, or to `pressed`. They’re text, because they run in the browser.
 */
export const untilShown = `
  const frame = () => new Promise((next) => requestAnimationFrame(next))
  const isLoading = () => document.querySelector('main [aria-busy=true]') !== null
    || [...document.querySelectorAll('main output')].some((one) => one.textContent.startsWith('Loading'))
  do await frame()
  while ((!isShown() || isLoading()) && performance.now() < pressed + 20000)
  const shown = performance.now()
  const ends = performance.getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
    .map(({ startTime, duration }) => startTime + duration)
    .filter((end) => end <= shown)
  const ready = Math.max(pressed, ...ends)`
