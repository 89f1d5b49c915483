import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ConnectionNote } from './connection-note.tsx'

const become = (state: 'online' | 'offline'): void => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online')
  act(() => void window.dispatchEvent(new Event(state)))
}

test('the note is shown while the browser is offline', () => {
  render(<ConnectionNote />)
  const note = screen.getByRole('status')
  expect(note.textContent).toBe('')
  become('offline')
  expect(note.textContent).toMatch(/^You’re offline\./)
  become('online')
  expect(note.textContent).toBe('')
})
