import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useGradually } from './use-gradually.ts'

const List = ({ total }: { total: number }) => {
  const drawn = useGradually(total)
  return Array.from({ length: drawn }, (_, index) => <p key={index}>one</p>)
}
const drawn = () => screen.queryAllByText('one').length
const frames = (count: number) => {
  for (let frame = 0; frame < count; frame += 1) act(() => void vi.advanceTimersByTime(20))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
})

test('a short list renders at once, and added items too', () => {
  const { rerender } = render(<List total={3} />)
  expect(drawn()).toBe(3)
  rerender(<List total={4} />)
  expect(drawn()).toBe(4)
  frames(1)
  rerender(<List total={5} />)
  expect(drawn()).toBe(5)
})

test('a long list renders its top at once, and all of it a few frames later', () => {
  const { rerender } = render(<List total={100} />)
  expect(drawn()).toBe(4)
  frames(1)
  expect(drawn()).toBe(8)
  frames(4)
  expect(drawn()).toBe(100)
  frames(1)
  rerender(<List total={101} />)
  expect(drawn()).toBe(101)
})
