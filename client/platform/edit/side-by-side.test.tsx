import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { SideBySide } from './side-by-side.tsx'

const scrolled = vi.fn<() => void>()
beforeEach(() => {
  scrolled.mockClear()
  // jsdom doesn’t lay out
  Element.prototype.scrollIntoView = scrolled
})

const page = (question: string, src: string, more: string | null) => (
  <>
    <h1>FAQs</h1>
    <img src={src} alt="A harbor" />
    <details>
      <summary>{question}</summary>
      <p>You do.</p>
    </details>
    {more !== null && <p>{more}</p>}
  </>
)
const show = (after: React.ReactNode) =>
  render(
    <SideBySide
      before={{ title: 'Version 1', label: 'First version', page: page('Who pays?', '/media/a.png', null) }}
      after={{ title: 'Saved now', label: 'Second version', page: after }}
    />,
  )
const marked = (label: string, mark: string) =>
  [...screen.getByRole('region', { name: label }).querySelectorAll(`[data-changed="${mark}"]`)].map(
    (one) => one.textContent || one.getAttribute('src'),
  )

test('what differs is marked on both sides, pictures too, and reached by keyboard one after the other', async () => {
  show(page('Who pays the bill?', '/media/b.png', 'Ask us.'))
  expect(screen.getByText('3 changes')).toBeTruthy()
  expect([marked('First version', ''), marked('Second version', '')]).toEqual([
    ['/media/a.png', 'Who pays?'],
    ['/media/b.png', 'Who pays the bill?', 'Ask us.'],
  ])
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Change 1 of 3')).toBeTruthy()
  expect(marked('Second version', 'current')).toEqual(['/media/b.png'])
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Changed from: Who pays?. To: Who pays the bill?')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Added: Ask us.')).toBeTruthy()
  expect([marked('First version', 'current'), marked('Second version', 'current')]).toEqual([[], ['Ask us.']])
  // the side without it shows the change before
  expect(scrolled).toHaveBeenCalledTimes(6)
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Change 1 of 3')).toBeTruthy()
  expect(screen.getByText('Who pays?').closest('details')).toHaveProperty('open', true)
})

test('the same pages have no changes', () => {
  show(page('Who pays?', '/media/a.png', null))
  expect(screen.getByText('Students see no difference.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Next change' })).toHaveProperty('disabled', true)
})
