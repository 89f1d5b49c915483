import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useBrieflyShown } from './use-briefly-shown.ts'

beforeEach(() => void vi.useFakeTimers())
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

const shown = () => {
  const { result } = renderHook(useBrieflyShown)
  act(() => result.current.show('912-34-5678'))
  expect(result.current.value).toBe('912-34-5678')
  return result
}

test('it hides automatically after 20 seconds, and counts them down', () => {
  const result = shown()
  expect(result.current.left).toBe(20)
  pass(12_000)
  expect(result.current.left).toBe(8)
  pass(7_500)
  expect(result.current.value).toBe('912-34-5678')
  pass(500)
  expect(result.current.value).toBeNull()
})

test.each(['blur', 'pagehide'])('%s of the window hides it at once', (event) => {
  const result = shown()
  act(() => void window.dispatchEvent(new Event(event)))
  expect(result.current.value).toBeNull()
})

test('shown again, it starts at 20 seconds', () => {
  const result = shown()
  pass(19_000)
  act(() => result.current.show('912-34-5678'))
  pass(19_000)
  expect(result.current.value).toBe('912-34-5678')
})
