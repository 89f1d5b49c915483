import { expect, test, vi } from 'vitest'
import { announceEnd, createIdleWatch, idleState, onEndElsewhere } from './idle.ts'

const minute = 60_000

test.each([
  [0, { phase: 'active' }],
  [12.9, { phase: 'active' }],
  [13, { phase: 'warning', secondsLeft: 120 }],
  [14.5, { phase: 'warning', secondsLeft: 30 }],
  [15, { phase: 'over' }],
  [900, { phase: 'over' }],
])('after %d minutes: %j', (minutes, state) => {
  expect(idleState(0, minutes * minute, 15)).toEqual(state)
})

const begin = () => {
  const clock = { now: 1_000_000 }
  const touch = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const parts = {
    now: () => clock.now,
    storage: () => localStorage,
    idleMinutes: 15,
    lastCall: () => 0,
    touch,
  }
  return { clock, touch, open: () => createIdleWatch(parts) }
}

test('activity in one tab keeps the other signed in', () => {
  const { clock, open } = begin()
  const [here, there] = [open(), open()]
  clock.now += 12 * minute
  there.noticed()
  clock.now += 4 * minute
  expect(here.state().phase).toBe('active')
})

test('while the user types the server is notified, but not for each key', () => {
  const { clock, touch, open } = begin()
  const watch = open()
  clock.now += 5 * minute
  watch.noticed()
  clock.now += minute
  watch.noticed()
  expect(touch).toHaveBeenCalledOnce()
})

test('while the warning is shown keys don’t count, the button does', () => {
  const { clock, touch, open } = begin()
  const watch = open()
  clock.now += 13.5 * minute
  watch.noticed()
  expect(watch.state().phase).toBe('warning')
  void watch.stay()
  expect(watch.state().phase).toBe('active')
  expect(touch).toHaveBeenCalledOnce()
})

test('tabs share only a time', () => {
  begin().open()
  expect({ ...localStorage }).toEqual({ 'shipmate.activity': '1000000' })
})

test('the end of the session in one tab ends it in the others', () => {
  const heard = vi.fn<() => void>()
  const stop = onEndElsewhere(heard)
  announceEnd()
  window.dispatchEvent(new StorageEvent('storage', { key: 'shipmate.signed-out' }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'other' }))
  stop()
  expect(heard).toHaveBeenCalledOnce()
})
