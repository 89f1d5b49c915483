import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Truncate } from './truncate.tsx'

const whole = 'Abernathy-Featherstonehaugh, Rosalind'

beforeEach(() => {
  // jsdom has no layout: this text is wider than its box
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(300)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(100)
  const style = document.createElement('style')
  style.textContent = '* { text-overflow: ellipsis }'
  document.head.append(style)
  return () => style.remove()
})

const told = async () => (await screen.findByRole('tooltip')).textContent

test('truncated text is shown in full on hover, until the mouse leaves', async () => {
  render(<Truncate>{whole}</Truncate>)
  const text = screen.getByText(whole)
  fireEvent.pointerOver(text, { pointerType: 'mouse' })
  expect(await told()).toBe(whole)
  fireEvent.pointerLeave(text, { pointerType: 'mouse' })
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('a tap shows truncated text in full', async () => {
  render(<Truncate>{whole}</Truncate>)
  fireEvent.pointerUp(screen.getByText(whole), { pointerType: 'touch' })
  expect(await told()).toBe(whole)
})

test('keyboard focus on the button with the text shows it in full', async () => {
  render(
    <button>
      <Truncate>{whole}</Truncate>
    </button>,
  )
  const button = screen.getByRole('button')
  vi.spyOn(button, 'matches').mockReturnValue(true)
  fireEvent.focus(button)
  expect(await told()).toBe(whole)
  fireEvent.blur(button)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('text that fits shows no tooltip', () => {
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(100)
  render(<Truncate>{whole}</Truncate>)
  fireEvent.pointerOver(screen.getByText(whole), { pointerType: 'mouse' })
  expect(screen.queryByRole('tooltip')).toBeNull()
})
