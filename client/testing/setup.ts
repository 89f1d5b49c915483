import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { mediaQueries } from './media.ts'

configure({
  // screens load lazily, which takes time with several workers on two cores
  asyncUtilTimeout: 20_000,
  // a query that waits fails several times before it finds: each time it would print the whole page
  getElementError: (message) => new Error(message ?? 'Nothing was found.'),
})

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.split('=')[0] ?? ''}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`
  }
})

// jsdom has no layout and no media queries: the window is a desktop's
Object.assign(window, { matchMedia: mediaQueries(false) })
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined
Element.prototype.checkVisibility ??= () => true
Element.prototype.getAnimations ??= () => []
// the editor checks its cursor position, possibly after a test has ended
Range.prototype.getClientRects ??= () => document.createElement('span').getClientRects()
Range.prototype.getBoundingClientRect ??= () => new DOMRect()
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
