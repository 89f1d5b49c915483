import { vi } from 'vitest'

/** Media queries that all hold, as on a phone, or none, as on a desktop. */
export const mediaQueries = (matches: boolean) => () => ({
  matches,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})

/** Lets a test be on a phone, or back on a desktop, until it ends. */
export const fakeMedia = (matches: boolean): void => {
  vi.stubGlobal('matchMedia', mediaQueries(matches))
}
