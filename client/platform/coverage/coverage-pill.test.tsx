import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CoveragePill } from './coverage-pill.tsx'

test.each([
  [true, 'Enroll-EOC 12/31/2026'],
  [false, 'Enrolled – EOC, ends 12/31/2026'],
])('an end of coverage says its day (short: %s)', (short, text) => {
  render(<CoveragePill status="enrolled_eoc" short={short} endsOn="2026-12-31" />)
  expect(screen.getByText(text)).toBeDefined()
})

test('a status that goes on shows no day', () => {
  render(<CoveragePill status="enrolled" short endsOn="2026-12-31" />)
  expect(screen.getByText('Enrolled')).toBeDefined()
})
