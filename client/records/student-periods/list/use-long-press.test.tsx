import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLongPress } from './use-long-press.ts'

beforeEach(() => vi.useFakeTimers())
const show = () => {
  const [onLong, onClick] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const Pressed = () => (
    <div {...useLongPress(onLong)}>
      <button type="button" onClick={onClick}>
        Card
      </button>
    </div>
  )
  render(<Pressed />)
  const card = screen.getByRole('button')
  const down = (pointerType = 'touch') =>
    fireEvent.pointerDown(card, { pointerType, clientX: 10, clientY: 10 })
  const pass = (milliseconds: number): void =>
    act(() => {
      vi.advanceTimersByTime(milliseconds)
    })
  return { card, down, pass, onLong, onClick }
}

test('a long press is reported once, and its click is ignored', () => {
  const { card, down, pass, onLong, onClick } = show()
  down()
  pass(499)
  expect(onLong).not.toHaveBeenCalled()
  pass(1)
  fireEvent.pointerUp(card)
  fireEvent.click(card)
  expect(onLong).toHaveBeenCalledTimes(1)
  expect(onClick).not.toHaveBeenCalled()
  down()
  fireEvent.pointerUp(card)
  fireEvent.click(card)
  expect(onClick).toHaveBeenCalledTimes(1)
})

test('a tap, a scroll and a mouse are no long press', () => {
  const { card, down, pass, onLong } = show()
  down()
  pass(300)
  fireEvent.pointerUp(card)
  pass(600)
  down()
  fireEvent.pointerMove(card, { clientX: 10, clientY: 24 })
  pass(600)
  down()
  fireEvent.pointerCancel(card)
  pass(600)
  down('mouse')
  pass(600)
  expect(onLong).not.toHaveBeenCalled()
})

test('a slightly moving finger still presses', () => {
  const { card, down, pass, onLong } = show()
  down()
  fireEvent.pointerMove(card, { clientX: 14, clientY: 13 })
  pass(500)
  expect(onLong).toHaveBeenCalledTimes(1)
})
