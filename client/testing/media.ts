import { vi } from 'vitest'

/** Replaces the browser’s media queries, which jsdom lacks: all of them hold, as on a phone, or none, as on a desktop. */
export const fakeMedia = (matches = false): void => {
  vi.stubGlobal('matchMedia', () => ({
    matches,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}
