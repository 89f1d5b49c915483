import { expect, test, vi } from 'vitest'
import { createReloadOnce, isBrokenPart, markBrokenParts } from './reload-once.ts'

const begin = (storage: () => Storage = () => localStorage) => {
  const load = vi.fn<(url: string) => void>()
  const giveUp = vi.fn<() => void>()
  // A full reload restarts the script: a new mechanism on the same storage.
  return { load, giveUp, reloadOnce: createReloadOnce({ storage, load, giveUp }) }
}

test('the first failure reloads the target; success then clears the flag', () => {
  const first = begin()
  first.reloadOnce.began()
  first.reloadOnce.failed('/student/4?tab=notes')
  first.reloadOnce.arrived()
  expect(first.load).toHaveBeenCalledWith('/student/4?tab=notes')
  expect(localStorage).toHaveLength(1)

  const second = begin()
  second.reloadOnce.began()
  second.reloadOnce.arrived()
  expect(localStorage).toHaveLength(0)
  expect(second.giveUp).not.toHaveBeenCalled()
})

test('a second failure gives up, and clears the flag', () => {
  begin().reloadOnce.failed('/student/4')
  const { reloadOnce, load, giveUp } = begin()
  reloadOnce.failed('/student/4')
  expect(load).not.toHaveBeenCalled()
  expect(giveUp).toHaveBeenCalledOnce()
  expect(localStorage).toHaveLength(0)
})

test('a page that arrived with a part missing keeps the flag, however late that is handled', () => {
  begin().reloadOnce.failed('/student/4')
  const { reloadOnce, load, giveUp } = begin()
  reloadOnce.began()
  reloadOnce.missing()
  reloadOnce.arrived()
  reloadOnce.failed('/student/4')
  expect(load).not.toHaveBeenCalled()
  expect(giveUp).toHaveBeenCalledOnce()
})

test('without storage it gives up at once and never loops', () => {
  const { reloadOnce, load, giveUp } = begin(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  reloadOnce.failed('/student/4')
  reloadOnce.arrived()
  expect(load).not.toHaveBeenCalled()
  expect(giveUp).toHaveBeenCalledOnce()
})

test('a failed part is recognized, other errors aren’t, and the browser’s message is hidden from the router', () => {
  const page = new EventTarget()
  markBrokenParts(page)
  const error = new TypeError('Unable to preload CSS for /x.css')
  page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  expect(isBrokenPart(error)).toBe(true)
  expect(error.message.startsWith('Couldn’t load part of the page')).toBe(true)
  expect(isBrokenPart(new TypeError('x is undefined'))).toBe(false)
  expect(isBrokenPart(new TypeError('Failed to fetch dynamically imported module: /a.js'))).toBe(true)
})
